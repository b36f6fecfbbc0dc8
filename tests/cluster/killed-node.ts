import { setTimeout as delay } from 'node:timers/promises'
import type { ClusterCheck } from './check.ts'
import { inWords, isWhole, rejections, underLoad } from './load.ts'

const ROUNDS = 3
const AWAY_MS = 3000
/** As many as write at once: each has one request open. */
const WRITERS = 8

export const killedNode: ClusterCheck = {
  id: 'F25',
  title: 'kill -9 of one of two nodes under eight writers',
  async run(cluster, say) {
    const [node] = cluster.nodes
    const killed: number[] = []
    const loaded = await underLoad(cluster, 'F25', async () => {
      for (let round = 0; round < ROUNDS; round += 1) {
        killed.push(Date.now())
        await node.part.end('SIGKILL')
        await delay(AWAY_MS)
        await node.restart()
        await delay(AWAY_MS)
      }
    })
    for (const line of [...loaded.lost, ...loaded.wrong].slice(0, 5)) say(line)
    const failed = Object.entries(loaded.answers).flatMap(([status, count]) =>
      Number(status) >= 500 ? count : [],
    )
    const errors = failed.reduce((sum, count) => sum + count, loaded.unanswered)
    return {
      held: isWhole(loaded) && errors <= WRITERS * ROUNDS && loaded.reads.failed === 0,
      figures: `${ROUNDS} kills: ${rejections(loaded)} of at most ${WRITERS * ROUNDS} that were open; ${loaded.reads.times.length} reads meanwhile, ${loaded.reads.failed} failed; ${inWords(loaded)}`,
    }
  },
}
