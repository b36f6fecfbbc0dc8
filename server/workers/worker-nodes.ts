import type { Tags } from '#server/cache/tags.ts'
import type { Nodes } from '../cache/nodes.ts'
import { createEventLog } from '../http/live-events.ts'
import type { WorkerPool } from './worker.ts'

/**
 * Treats the workers of one machine as nodes. The primary numbers events in one order. A worker counts its write before
 * it answers, and every request checks the counter first, so that no worker serves an answer older than the write.
 */
export function joinWorkers(
  { primary, changes, lastEventId }: WorkerPool,
  onChanged: (changed: Tags) => void,
): Nodes {
  const memory = createEventLog()
  memory.restart(lastEventId, [])
  primary.onEvent(memory.publish)
  return {
    events: {
      publish: primary.publish,
      watch: memory.watch,
      onAccessChanged: memory.onAccessChanged,
      onDamaged: memory.onDamaged,
      since: memory.since,
      get lastId() {
        return memory.lastId
      },
    },
    changed: changes.add,
    isHeard: true,
    look() {
      if (changes.grew()) onChanged('everything')
    },
    close: () => undefined,
  }
}
