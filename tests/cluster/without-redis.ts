import { setTimeout as delay } from 'node:timers/promises'
import { send } from '#tests/faults/client.ts'
import { percentile, until } from '#tests/faults/reading.ts'
import type { ClusterCheck } from './check.ts'
import type { Cluster } from './cluster.ts'
import type { Node } from './node.ts'
import { type RedisServer, startRedisServer } from './redis.ts'

const PAIRS = 1500
const MORE_MS = 5
const SETTLED_MS = 3000
const LATEST_MS = 20_000

interface Times {
  there: number[]
  gone: number[]
  failed: number
}

/** The requests, which alternate; each uses Redis at least once, for its rate limit. */
function asked({ fixtures }: Cluster, n: number): [string, string, object | undefined] {
  const liked = { liked: n % 2 === 0 }
  const turns: [string, string, object?][] = [
    ['GET', '/api/playlists?limit=12'],
    ['GET', `/api/courses/${fixtures.playlistId}/${fixtures.courseId}`],
    ['GET', `/api/comments?courseId=${fixtures.courseId}&limit=5`],
    ['GET', '/api/auth/sessions'],
    ['POST', `/api/courses/${fixtures.courseId}/like`, liked],
  ]
  const [method, path, json] = turns[n % turns.length] ?? turns[0] ?? ['GET', '/', undefined]
  return [method, path, json]
}

async function timeOf(cluster: Cluster, node: Node, n: number): Promise<{ time: number; failed: boolean }> {
  const student = cluster.nodes.indexOf(node)
  const [method, path, json] = asked(cluster, n)
  const token = cluster.fixtures.students[student]
  const began = performance.now()
  const answer = await send(`${node.url}${path}`, method, { token, ...(json && { json }) })
  return { time: performance.now() - began, failed: answer?.status !== 200 }
}

/** Measures both nodes alternately, so that other work on the machine affects both. */
async function pairsOf(cluster: Cluster): Promise<Times> {
  const [there, gone] = cluster.nodes
  const times: Times = { there: [], gone: [], failed: 0 }
  for (let n = 0; n < PAIRS; n += 1) {
    for (const node of n % 4 < 2 ? [there, gone] : [gone, there]) {
      const { time, failed } = await timeOf(cluster, node, n >> 1)
      times[node === there ? 'there' : 'gone'].push(time)
      if (failed) times.failed += 1
    }
  }
  times.there.sort((a, b) => a - b)
  times.gone.sort((a, b) => a - b)
  return times
}

const round = (time: number) => Math.round(time * 10) / 10

function inWords(how: string, { there, gone, failed }: Times): string {
  const of = (share: number) =>
    `${round(percentile(gone, share))} ms (${round(percentile(there, share))} ms with it)`
  const slowest = gone.slice(-5).map((time) => Math.round(time))
  return `${how}: p99 ${of(0.99)}, median ${of(0.5)}, the slowest five ${slowest.join(', ')} ms, ${failed} failed`
}

/** Ranks between which the 99th percentile of all such answers is, nineteen times of twenty. */
const WIDTH = (1.96 * Math.sqrt(0.99 * 0.01)) / Math.sqrt(PAIRS)

/** Other work on the machine slows single responses on either node, so only a larger difference counts. */
function isLittle({ there, gone, failed }: Times): boolean {
  const more = percentile(gone, 0.99 - WIDTH) - percentile(there, 0.99 + WIDTH)
  return failed === 0 && more < MORE_MS
}

const isUp = async (node: Node): Promise<boolean> => {
  const text = await (
    await fetch(`${node.url}/metrics`, { headers: { authorization: 'Bearer change-me-change-me' } })
  ).text()
  return /^lectern_redis_up 1$/m.test(text)
}

async function measure(cluster: Cluster, other: RedisServer): Promise<[frozen: Times, killed: Times]> {
  const [, gone] = cluster.nodes
  await gone.restart({ environment: { REDIS_URL: other.url } })
  await until(() => isUp(gone), LATEST_MS)
  other.freeze()
  const frozen = await pairsOf(cluster)
  other.thaw()
  await until(() => isUp(gone), LATEST_MS)
  await delay(SETTLED_MS)
  await other.kill()
  return [frozen, await pairsOf(cluster)]
}

export const withoutRedis: ClusterCheck = {
  id: 'without-redis',
  title: 'response times of a node with a frozen or stopped Redis, and of one beside it with its own',
  async run(cluster) {
    const other = await startRedisServer()
    try {
      const [frozen, killed] = await measure(cluster, other)
      return {
        held: isLittle(frozen) && isLittle(killed),
        figures: `${PAIRS} answers of each, in turns; ${inWords('frozen', frozen)}; ${inWords('killed', killed)}`,
      }
    } finally {
      await other.close()
      await cluster.nodes[1].restart()
    }
  },
}
