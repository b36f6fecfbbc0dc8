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
  publish(received: Heard): void
  /** Publishes an event of this process only; other processes do not know its id. */
  publishLocal(event: LiveEvent): void
  /**
   * Empties the log: events before `id` are unknown. Every viewer gets `reset`, and every stream
   * checks its access again.
   */
  restart(id: string, received: Heard[]): void
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
  let newest: PublishedEvent[] = []
  /** The id before the oldest event in the log. */
  let idBeforeOldest = `${run}-${sequence}`

  const changeAccess = (userId?: string) => {
    for (const listener of accessListeners) listener(userId)
  }
  const notifyProcess = (event: Exclude<LiveEvent, CourseEvent>) => {
    if (event.type === 'access.changed') return changeAccess(event.userId)
    for (const listener of damageListeners) listener()
  }
  const publish = ({ id, event }: Heard) => {
    if (!isCourseEvent(event)) return notifyProcess(event)
    const published = { id, event }
    newest.push(published)
    if (newest.length > REMEMBERED) idBeforeOldest = newest.shift()?.id ?? idBeforeOldest
    emitter.emit(event.courseId, published)
  }
  const lastId = () => newest.at(-1)?.id ?? idBeforeOldest
  return {
    publish,
    publishLocal(event) {
      sequence += 1
      publish({ id: `${run}-${sequence}`, event })
    },
    restart(id, received) {
      idBeforeOldest = id
      newest = received.flatMap(({ id: published, event }) =>
        isCourseEvent(event) ? [{ id: published, event }] : [],
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
      const from = id === idBeforeOldest ? 0 : newest.findLastIndex((published) => published.id === id) + 1
      if (from === 0 && id !== idBeforeOldest) return
      return newest.slice(from).filter(({ event }) => event.courseId === courseId)
    },
    get lastId() {
      return lastId()
    },
  }
}

function isCourseEvent(event: LiveEvent): event is CourseEvent {
  return event.type !== 'access.changed' && event.type !== 'database.damaged'
}
