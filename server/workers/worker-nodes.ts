import type { Tags } from '#server/cache/tags.ts'
import type { Nodes } from '../cache/nodes.ts'
import { createEventLog } from '../http/live-event-log.ts'
import type { Crew } from './worker.ts'

/**
 * The workers of one machine as nodes: the primary gives events one order and one numbering. A write is in the tally before
 * its writer is answered, and every request looks there first, so that no answer of any worker is older than it.
 */
export function joinWorkers({ line, changes, lastEventId }: Crew, onChanged: (changed: Tags) => void): Nodes {
  const memory = createEventLog()
  memory.restart(lastEventId, [])
  line.onTold(memory.publish)
  return {
    events: {
      publish: line.publish,
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
