import type { LiveEvent } from './live-event.ts'
import { type AccessListener, createEventLog, type Listener, type PublishedEvent } from './live-event-log.ts'

export interface Events {
  /** Publishes an event to the viewers of its course; call it through `after` of `transaction`. */
  publish(event: LiveEvent): void
  /** Listens to a course's later events until the returned function is called. */
  watch(courseId: string, listener: Listener): () => void
  /** Listens for changes of access that may end streams. */
  onAccessChanged(listener: AccessListener): void
  /** Listens for damage of the database that any process finds. */
  onDamaged(listener: () => void): void
  /** The events of a course after `lastId`; `undefined` when the log no longer holds them. */
  since(courseId: string, lastId: string): PublishedEvent[] | undefined
  /** The newest id, to resume from. */
  readonly lastId: string
}

/** Events of this process. The newest are logged, so that a client that reconnects misses none. */
export function createEvents(): Events {
  const memory = createEventLog()
  return {
    publish: memory.publishLocal,
    watch: memory.watch,
    onAccessChanged: memory.onAccessChanged,
    onDamaged: memory.onDamaged,
    since: memory.since,
    get lastId() {
      return memory.lastId
    },
  }
}
