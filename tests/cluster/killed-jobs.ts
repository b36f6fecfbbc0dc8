import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import { z } from 'zod'
import { send } from '#tests/faults/client.ts'
import { until } from '#tests/faults/reading.ts'
import type { ClusterCheck } from './check.ts'
import type { Cluster } from './cluster.ts'

const KILLS = 20
const VIDEOS = 12
const BEGUN_WITHIN_MS = 20_000
/** A lease takes a minute, and the other node looks every five seconds. */
const TAKEN_OVER_WITHIN_MS = 90_000
const KIND = 'video-details'

const Count = z.array(z.object({ n: z.coerce.number() }))

/** Stands in for YouTube; holds its answers until they are released. */
async function startYouTube() {
  const held: ServerResponse[] = []
  let holds = false
  const answer = (response: ServerResponse) => response.end(JSON.stringify({ title: 'A looked up video' }))
  const server = createServer((request, response) => {
    if (!request.url?.startsWith('/www.youtube.com/oembed')) response.writeHead(404).end()
    else if (holds) held.push(response)
    else answer(response)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The server has no port.')
  return {
    url: `http://127.0.0.1:${address.port}`,
    held,
    hold() {
      holds = true
    },
    release() {
      holds = false
      for (const response of held.splice(0)) answer(response)
    },
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}

async function count({ primary }: Cluster, sql: string): Promise<number> {
  const [row] = Count.parse(await primary.query(`select count(*) as n from ${sql}`))
  return row?.n ?? 0
}

const keyOf = (round: number, video: number) =>
  `job${String(round).padStart(4, '0')}${String(video).padStart(4, '0')}`

/** Pastes new videos on the first node, kills it while it looks them up, and waits for the other node to do the rest. */
async function killOnce(cluster: Cluster, youTube: Awaited<ReturnType<typeof startYouTube>>, round: number) {
  const { nodes, fixtures, primary } = cluster
  const links = Array.from({ length: VIDEOS }, (_, video) => `https://youtu.be/${keyOf(round, video)}`)
  youTube.hold()
  await send(`${nodes[0].url}/api/playlists/${fixtures.playlistId}/links`, 'POST', {
    token: fixtures.teacher.token,
    json: { text: links.join('\n') },
  })
  await until(() => youTube.held.length > 0, BEGUN_WITHIN_MS)
  await nodes[0].part.end('SIGKILL')
  youTube.release()
  await until(
    async () => (await count(cluster, `jobs where kind = '${KIND}' and state = 'ready'`)) === 0,
    BEGUN_WITHIN_MS,
  )
  const killed = await count(cluster, `jobs where kind = '${KIND}' and state = 'running'`)
  // The lease of the first round ends by itself. That of the others is made to end, or the check would take half an hour.
  if (round > 0)
    await primary.query(`update jobs set leased_until = '' where kind = '${KIND}' and state = 'running'`)
  await until(async () => (await count(cluster, `jobs where kind = '${KIND}'`)) === 0, TAKEN_OVER_WITHIN_MS)
  const done = await count(cluster, `video_details where source_key like '${keyOf(round, 0).slice(0, 7)}%'`)
  await nodes[0].restart({ environment: { OUTSIDE: 'on', OUTSIDE_STAND_IN: youTube.url } })
  return { killed, done }
}

export const killedJobs: ClusterCheck = {
  id: 'jobs',
  title: 'kill -9 of a node while it runs jobs: the other node takes them over',
  async run(cluster) {
    const youTube = await startYouTube()
    const { nodes } = cluster
    const rounds: { killed: number; done: number }[] = []
    try {
      for (const node of nodes)
        await node.restart({ environment: { OUTSIDE: 'on', OUTSIDE_STAND_IN: youTube.url } })
      for (let round = 0; round < KILLS; round += 1) rounds.push(await killOnce(cluster, youTube, round))
    } finally {
      youTube.close()
      for (const node of nodes) await node.restart()
    }
    const killed = rounds.reduce((sum, round) => sum + round.killed, 0)
    const done = rounds.reduce((sum, round) => sum + round.done, 0)
    const dead = await count(cluster, `jobs where state = 'dead'`)
    return {
      held: done === KILLS * VIDEOS && rounds.every((round) => round.killed > 0) && dead === 0,
      figures: `${KILLS} kills, ${killed} jobs ran on the killed node; ${done} of ${KILLS * VIDEOS} jobs were done, ${dead} dead`,
    }
  },
}
