import type { LiveEvent } from './live-event.ts'
import { type AccessListener, createEventLog, type Listener, type PublishedEvent } from './live-event-log.ts'

export interface Events {
  /** Tells everybody who watches the event's course; call it through `after` of `transaction`. */
  publish(event: LiveEvent): void
  /** Hears every later event of a course until the returned function is called. */
  watch(courseId: string, listener: Listener): () => void
  /** Hears of everything that may end streams. */
  onAccessChanged(listener: AccessListener): void
  /** Hears that a process of the site met a damaged database. */
  onDamaged(listener: () => void): void
  /** What a course's watchers heard after `lastId`; `undefined` when that is no longer known. */
  since(courseId: string, lastId: string): PublishedEvent[] | undefined
  /** The newest id, to resume from. */
  readonly lastId: string
}

/** Events of this process, the newest of them remembered so that a client that lost its connection misses none. */
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
