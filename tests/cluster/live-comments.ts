import { send } from '#tests/faults/client.ts'
import { percentile, until } from '#tests/faults/reading.ts'
import type { ClusterCheck } from './check.ts'
import type { Cluster } from './cluster.ts'
import { watch } from './watching.ts'

const ROUNDS = 40
const MISSED = 5
const LATEST_MS = 10_000

async function comment({ nodes, fixtures }: Cluster, n: number, text: string): Promise<number> {
  const json = { courseId: fixtures.courseId, text }
  await send(`${nodes[n % 2]?.url}/api/comments`, 'POST', { token: fixtures.students[0], json })
  return performance.now()
}

export const liveComments: ClusterCheck = {
  id: 'live',
  title: 'a comment reaches all viewers of a watch page on both nodes',
  async run(cluster) {
    const { nodes, nginx, fixtures } = cluster
    const token = fixtures.students[1]
    const urls = [nodes[0].url, nodes[1].url, nginx.url]
    const watching = urls.map((url) => watch(url, fixtures, { token }))
    await Promise.all(watching.map(({ open }) => open))
    const times: number[] = []
    for (let n = 0; n < ROUNDS; n += 1) {
      const text = `events at once ${n}`
      const answered = await comment(cluster, n, text)
      for (const { events } of watching) {
        const find = () => events.find(({ data }) => data.includes(`"${text}"`))
        await until(() => find() !== undefined, LATEST_MS)
        times.push(Math.max(0, (find()?.at ?? Number.POSITIVE_INFINITY) - answered))
      }
    }
    const lastId = watching[1]?.events.at(-1)?.id ?? ''
    for (const { stop } of watching) stop()
    for (let n = 0; n < MISSED; n += 1) await comment(cluster, n, `missed ${n}`)
    // A lost connection may be reopened on the other node.
    const again = watch(nodes[0].url, fixtures, { token, lastId })
    await again.open
    await until(() => again.events.length >= MISSED, LATEST_MS)
    again.stop()
    const caught = again.events.filter(({ data }, n) => data.includes(`"missed ${n}"`)).length
    times.sort((a, b) => a - b)
    const slowest = percentile(times, 1)
    return {
      held: slowest <= 1000 && caught === MISSED && again.events.length === MISSED,
      figures: `${ROUNDS} comments, each heard on both nodes and through nginx, median ${Math.round(percentile(times, 0.5))} ms after the answer to its writer, at most ${Math.round(slowest)} ms; of ${MISSED} that were missed ${caught} caught up with on the other node, in order, ${again.events.length - caught} other`,
    }
  },
}
