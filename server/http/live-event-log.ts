import { randomBytes } from 'node:crypto'
import { EventEmitter } from 'node:events'
import type { CourseEvent } from '#contract/events.ts'
import type { LiveEvent } from './live-event.ts'

/** How many events are remembered, for clients that lost their connection. */
export const REMEMBERED = 5000

export interface PublishedEvent {
  /** Opaque; a client hands back the last one it saw. */
  id: string
  event: CourseEvent
}

export type Listener = (published: PublishedEvent) => void

/** Hears whose right to watch may have ended; everybody's for `undefined`. */
export type AccessListener = (userId: string | undefined) => void

/** An event as processes tell each other. */
export interface Heard {
  id: string
  event: LiveEvent
}

/** The newest events in the order in which this process published them, and who listens. */
export interface EventLog {
  tell(heard: Heard): void
  /** Tells an event that only this process knows; its id means nothing elsewhere. */
  publishLocal(event: LiveEvent): void
  /**
   * Forgets all: what happened before `id` is not known. Everybody who watches is published to read again, and every stream
   * looks whether it may go on.
   */
  restart(id: string, heard: Heard[]): void
  watch(courseId: string, listener: Listener): () => void
  onAccessChanged(listener: AccessListener): void
  onDamaged(listener: () => void): void
  since(courseId: string, lastId: string): PublishedEvent[] | undefined
  readonly lastId: string
}

export function createEventLog(): EventLog {
  const emitter = new EventEmitter<Record<string, [PublishedEvent]>>().setMaxListeners(0)
  const accessListeners = new Set<AccessListener>()
  const damageListeners = new Set<() => void>()
  const run = randomBytes(4).toString('hex')
  let sequence = 0
  let remembered: PublishedEvent[] = []
  /** The id before the oldest that is remembered. */
  let floor = `${run}-${sequence}`

  const changeAccess = (userId?: string) => {
    for (const listener of accessListeners) listener(userId)
  }
  const tellProcess = (event: Exclude<LiveEvent, CourseEvent>) => {
    if (event.type === 'access.changed') return changeAccess(event.userId)
    for (const listener of damageListeners) listener()
  }
  const tell = ({ id, event }: Heard) => {
    if (!isForPeople(event)) return tellProcess(event)
    const published = { id, event }
    remembered.push(published)
    if (remembered.length > REMEMBERED) floor = remembered.shift()?.id ?? floor
    emitter.emit(event.courseId, published)
  }
  const lastId = () => remembered.at(-1)?.id ?? floor
  return {
    tell,
    publishLocal(event) {
      sequence += 1
      tell({ id: `${run}-${sequence}`, event })
    },
    restart(id, heard) {
      floor = id
      remembered = heard.flatMap(({ id: published, event }) =>
        isForPeople(event) ? [{ id: published, event }] : [],
      )
      for (const courseId of emitter.eventNames().map(String)) {
        emitter.emit(courseId, { id: lastId(), event: { type: 'reset', courseId } })
      }
      changeAccess()
    },
    onAccessChanged: (listener) => void accessListeners.add(listener),
    onDamaged: (listener) => void damageListeners.add(listener),
    watch(courseId, listener) {
      emitter.on(courseId, listener)
      return () => emitter.off(courseId, listener)
    },
    since(courseId, id) {
      const from = id === floor ? 0 : remembered.findLastIndex((published) => published.id === id) + 1
      if (from === 0 && id !== floor) return
      return remembered.slice(from).filter(({ event }) => event.courseId === courseId)
    },
    get lastId() {
      return lastId()
    },
  }
}

function isForPeople(event: LiveEvent): event is CourseEvent {
  return event.type !== 'access.changed' && event.type !== 'database.damaged'
}
