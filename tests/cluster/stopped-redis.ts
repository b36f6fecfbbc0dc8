import { setTimeout as delay } from 'node:timers/promises'
import { percentile, readUntil } from '#tests/faults/reading.ts'
import type { ClusterCheck } from './check.ts'
import type { Cluster } from './cluster.ts'
import { inWords, isWhole, rejections, underLoad } from './load.ts'

const AWAY_MS = 20_000
const BEFORE_MS = 5000
/**
 * No command waits longer for Redis, and after five the circuit is open. Under eight writers the slowest of the few reads
 * depends on the machine, so this check uses the median; without-redis checks the p99.
 */
const SLOWEST_MORE_MS = 150

interface Absence {
  id: string
  title: string
  begin: (cluster: Cluster) => Promise<void> | void
  end: (cluster: Cluster) => Promise<void> | void
}

/** Checks the site without Redis: everything works, and no request is rejected. */
function absence({ id, title, begin, end }: Absence): ClusterCheck {
  return {
    id,
    title,
    async run(cluster, say) {
      const [node] = cluster.nodes
      const times = { before: [0], during: [0] }
      const loaded = await underLoad(cluster, id, async () => {
        times.before = (await readUntil(node.url, AbortSignal.timeout(BEFORE_MS))).times
        await begin(cluster)
        times.during = (await readUntil(node.url, AbortSignal.timeout(AWAY_MS))).times
        await end(cluster)
        await delay(1000)
      })
      for (const line of [...loaded.lost, ...loaded.wrong].slice(0, 5)) say(line)
      const isRejected = Object.keys(loaded.answers).some((status) => Number(status) >= 300)
      const [before, during] = [percentile(times.before, 0.5), percentile(times.during, 0.5)]
      return {
        held:
          isWhole(loaded) &&
          !isRejected &&
          loaded.unanswered + loaded.reads.failed === 0 &&
          during - before <= SLOWEST_MORE_MS,
        figures: `${rejections(loaded)}; reads median ${Math.round(during)} ms (${Math.round(before)} ms before), p99 ${Math.round(percentile(times.during, 0.99))} ms (${Math.round(percentile(times.before, 0.99))} ms), ${loaded.reads.failed} failed; ${inWords(loaded)}`,
      }
    },
  }
}

export const killedRedis = absence({
  id: 'F20',
  title: 'Redis is killed and started again after twenty seconds',
  begin: ({ redis }) => redis.kill(),
  end: ({ redis }) => redis.start(),
})

export const frozenRedis = absence({
  id: 'F21',
  title: 'Redis is frozen for twenty seconds (SIGSTOP)',
  begin: ({ redis }) => redis.freeze(),
  end: ({ redis }) => redis.thaw(),
})
