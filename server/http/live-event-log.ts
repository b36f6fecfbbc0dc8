import { randomBytes } from 'node:crypto'
import { EventEmitter } from 'node:events'
import type { CourseEvent } from '#contract/events.ts'
import type { LiveEvent } from './live-event.ts'

/** How many events the log holds for clients that reconnect. */
export const REMEMBERED = 5000

export interface PublishedEvent {
  /** Opaque; a reconnecting client sends the last one it received. */
  id: string
  event: CourseEvent
}

export type Listener = (published: PublishedEvent) => void

/** Called with the user whose access may have ended; `undefined` means all users. */
export type AccessListener = (userId: string | undefined) => void

/** An event as processes send it to each other. */
export interface Heard {
  id: string
  event: LiveEvent
}

/** The newest events in this process's order, and their listeners. */
export interface EventLog {
  tell(heard: Heard): void
  /** Publishes an event of this process only; other processes do not know its id. */
  publishLocal(event: LiveEvent): void
  /**
   * Empties the log: events before `id` are unknown. Every viewer gets `reset`, and every stream
   * checks its access again.
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
  /** The id before the oldest event in the log. */
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
