import { z } from 'zod'
import { send } from '#tests/faults/client.ts'
import { percentile, until } from '#tests/faults/reading.ts'
import { ADMIN } from '#tests/faults/site.ts'
import type { ClusterCheck } from './check.ts'
import type { Cluster } from './cluster.ts'
import type { Node } from './node.ts'

const ROUNDS = 50
const PAGES = 10

const Comments = z.object({ comments: z.array(z.object({ text: z.string() })) })
const Login = z.object({ token: z.string() })

/** Writes a comment on one node and reads the comments once on the other; returns whether it was there. */
async function isSeen({ fixtures }: Cluster, [here, there]: [Node, Node], text: string): Promise<boolean> {
  const json = { courseId: fixtures.courseId, text }
  const made = await send(`${here.url}/api/comments`, 'POST', { token: fixtures.students[0], json })
  const listed = await send(`${there.url}/api/comments?courseId=${fixtures.courseId}&limit=5`, 'GET', {
    token: fixtures.students[1],
  })
  return made?.status === 201 && Comments.parse(listed?.body).comments.some((each) => each.text === text)
}

interface Decision {
  token: string
  status: 'approved' | 'cancel'
  /** The status of a visitor's request for the playlist then. */
  expectedStatus: number
}

/** How long the other node responds with an outdated page. */
async function shownAfter(
  { fixtures }: Cluster,
  [here, there]: [Node, Node],
  { token, status, expectedStatus }: Decision,
): Promise<number> {
  const page = async () => (await fetch(`${there.url}/playlist-details/${fixtures.playlistId}`)).status
  await page()
  const path = `${here.url}/api/playlists/approve-playlist/${fixtures.playlistId}`
  await send(path, 'POST', { token, json: { isPlaylistApproved: status } })
  return until(async () => (await page()) === expectedStatus, 10_000)
}

export const seenAtOnce: ClusterCheck = {
  id: 'seen-at-once',
  title: 'a write on one node is visible on the other',
  async run(cluster) {
    const [a, b] = cluster.nodes
    let missed = 0
    for (let n = 0; n < ROUNDS; n += 1) {
      const way: [Node, Node] = n % 2 === 0 ? [a, b] : [b, a]
      if (!(await isSeen(cluster, way, `seen at once ${n}`))) missed += 1
    }
    const times: number[] = []
    const { token } = Login.parse((await send(`${a.url}/api/auth/login`, 'POST', { json: ADMIN }))?.body)
    for (let n = 0; n < PAGES; n += 1) {
      times.push(await shownAfter(cluster, [a, b], { token, status: 'cancel', expectedStatus: 404 }))
      times.push(await shownAfter(cluster, [b, a], { token, status: 'approved', expectedStatus: 200 }))
    }
    times.sort((one, other) => one - other)
    const slowest = Math.round(percentile(times, 1))
    return {
      held: missed === 0 && slowest <= 1000,
      figures: `${ROUNDS} comments written on one node and read on the other in the next request, ${missed} missed; a page that the other node keeps is hidden and shown at most ${slowest} ms after the answer (${times.length} tries)`,
    }
  },
}
