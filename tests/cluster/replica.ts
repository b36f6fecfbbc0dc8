import { z } from 'zod'
import { until } from '#tests/faults/reading.ts'
import type { ClusterCheck } from './check.ts'
import type { Cluster } from './cluster.ts'
import { inWords, isWhole, refusals, underLoad } from './load.ts'

const CAUGHT_UP_MS = 15_000
const AWAY_MS = 5000

const State = z.array(z.object({ state: z.string() }))

/** All comments in a word. */
const DIGEST = "select count(*) || ' ' || md5(string_agg(id || text, ',' order by id)) as state from comments"

async function isSame({ primary, replica }: Cluster): Promise<boolean> {
  const [here, there] = await Promise.all([primary.query(DIGEST), replica.query(DIGEST)])
  return State.parse(here)[0]?.state === State.parse(there)[0]?.state
}

export const stoppedReplica: ClusterCheck = {
  id: 'replica',
  title: 'the replica is stopped at once for five seconds, and catches up',
  async run(cluster, say) {
    const loaded = await underLoad(cluster, 'replica', async () => {
      await cluster.replica.stopAtOnce()
      await new Promise((resolve) => setTimeout(resolve, AWAY_MS))
      await cluster.replica.start()
    })
    for (const line of [...loaded.lost, ...loaded.wrong].slice(0, 5)) say(line)
    const caughtUp = await until(() => isSame(cluster), CAUGHT_UP_MS)
    const isRefused = Object.keys(loaded.answers).some((status) => Number(status) >= 300)
    return {
      held:
        isWhole(loaded) &&
        !isRefused &&
        loaded.unanswered + loaded.reads.failed === 0 &&
        Number.isFinite(caughtUp),
      figures: `${refusals(loaded)}, ${loaded.reads.failed} of ${loaded.reads.times.length} reads failed; all comments on both ${Math.round(caughtUp)} ms after the last write; ${inWords(loaded)}`,
    }
  },
}
