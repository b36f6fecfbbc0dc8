import { send } from '#tests/faults/client.ts'
import { percentile, until } from '#tests/faults/reading.ts'
import type { ClusterCheck } from './check.ts'
import type { Cluster } from './cluster.ts'
import { watch } from './watching.ts'

const ROUNDS = 40
const MISSED = 5
const LATEST_MS = 10_000

async function comment({ nodes, stage }: Cluster, n: number, text: string): Promise<number> {
  const json = { courseId: stage.courseId, text }
  await send(`${nodes[n % 2]?.url}/api/comments`, 'POST', { token: stage.students[0], json })
  return performance.now()
}

export const liveComments: ClusterCheck = {
  id: 'live',
  title: 'a comment reaches everybody on the watch page, whichever node they are on',
  async run(cluster) {
    const { nodes, nginx, stage } = cluster
    const token = stage.students[1]
    const places = [nodes[0].url, nodes[1].url, nginx.url]
    const watching = places.map((url) => watch(url, stage, { token }))
    await Promise.all(watching.map(({ open }) => open))
    const times: number[] = []
    for (let n = 0; n < ROUNDS; n += 1) {
      const text = `heard at once ${n}`
      const answered = await comment(cluster, n, text)
      for (const { heard } of watching) {
        const find = () => heard.find(({ data }) => data.includes(`"${text}"`))
        await until(() => find() !== undefined, LATEST_MS)
        times.push(Math.max(0, (find()?.at ?? Number.POSITIVE_INFINITY) - answered))
      }
    }
    const lastId = watching[1]?.heard.at(-1)?.id ?? ''
    for (const { stop } of watching) stop()
    for (let n = 0; n < MISSED; n += 1) await comment(cluster, n, `missed ${n}`)
    // Whoever lost the connection may find the other node.
    const again = watch(nodes[0].url, stage, { token, lastId })
    await again.open
    await until(() => again.heard.length >= MISSED, LATEST_MS)
    again.stop()
    const caught = again.heard.filter(({ data }, n) => data.includes(`"missed ${n}"`)).length
    times.sort((a, b) => a - b)
    const slowest = percentile(times, 1)
    return {
      held: slowest <= 1000 && caught === MISSED && again.heard.length === MISSED,
      figures: `${ROUNDS} comments, each heard on both nodes and through nginx, median ${Math.round(percentile(times, 0.5))} ms after the answer to its writer, at most ${Math.round(slowest)} ms; of ${MISSED} that were missed ${caught} caught up with on the other node, in order, ${again.heard.length - caught} other`,
    }
  },
}
