import type { Fault } from '#scripts/s3.ts'
import { decodes, filesNamed } from '#tests/faults/checker.ts'
import { readUntil } from '#tests/faults/reading.ts'
import type { ClusterCheck } from './check.ts'
import type { Cluster } from './cluster.ts'
import { inWords, isWhole, rejections, underLoad } from './load.ts'

const EACH_MS = 15_000
const FAULTS: Fault[] = ['slow', 'failing', 'cut']
const PICTURES = 20

interface Seen {
  whole: number
  rejected: number
  /** Incomplete responses with the status of complete ones. */
  broken: number
}

/** Requests pictures that this node may not have cached. */
async function picturesSeen({ nodes: [, node], primary }: Cluster): Promise<Seen> {
  const seen: Seen = { whole: 0, rejected: 0, broken: 0 }
  for (const file of (await filesNamed(primary.query)).slice(-PICTURES)) {
    const answer = await fetch(`${node.url}/media/${file}`)
    const bytes = await answer.arrayBuffer().then(Buffer.from, () => Buffer.alloc(0))
    if (answer.status === 503) seen.rejected += 1
    else if (answer.status === 200 && (await decodes(bytes))) seen.whole += 1
    else seen.broken += 1
  }
  return seen
}

export const failingStorage: ClusterCheck = {
  id: 'F22',
  title: 'the bucket hangs, fails, and truncates bodies, fifteen seconds each',
  async run(cluster, say) {
    const seen: Seen = { whole: 0, rejected: 0, broken: 0 }
    let failed = 0
    const loaded = await underLoad(cluster, 'F22', async () => {
      for (const fault of FAULTS) {
        cluster.s3.fault(fault)
        const reading = readUntil(cluster.nodes[0].url, AbortSignal.timeout(EACH_MS))
        if (fault === 'cut') {
          const { whole, rejected, broken } = await picturesSeen(cluster)
          Object.assign(seen, { whole, rejected, broken })
        }
        failed += (await reading).failed
      }
      cluster.s3.fault('none')
    })
    for (const line of [...loaded.lost, ...loaded.wrong].slice(0, 5)) say(line)
    const others = Object.keys(loaded.rejected).filter((kind) => kind !== 'playlist')
    return {
      held:
        isWhole(loaded) &&
        loaded.unanswered + seen.broken + failed === 0 &&
        others.length === 0 &&
        (loaded.rejected.playlist ?? 0) > 0 &&
        Object.keys(loaded.answers).every((status) => ['200', '201', '503'].includes(status)),
      figures: `${loaded.rejected.playlist ?? 0} uploads rejected (${rejections(loaded)}), ${others.length} other kinds of writes rejected, ${failed} reads failed; of ${PICTURES} pictures behind cut bodies ${seen.whole} came whole, ${seen.rejected} as 503, ${seen.broken} broken; ${inWords(loaded)}`,
    }
  },
}
