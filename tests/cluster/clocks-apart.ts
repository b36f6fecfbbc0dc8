import { z } from 'zod'
import { send } from '#tests/faults/client.ts'
import { lacksFaketime, otherTime } from '#tests/faults/clock.ts'
import { until } from '#tests/faults/reading.ts'
import { ADMIN } from '#tests/faults/site.ts'
import type { ClusterCheck } from './check.ts'
import type { Cluster } from './cluster.ts'
import type { Node } from './node.ts'

const COMMENTS = 40
const PAGE = 7
const APART_MS = 600_000

const Made = z.object({ comment: z.object({ _id: z.string(), createdAt: z.string() }) })
const Comments = z.object({
  comments: z.array(z.object({ _id: z.string() })),
  nextCursor: z.string().nullable(),
})
const Login = z.object({ token: z.string() })

/** The ids of all comments, read page by page from the two nodes alternately. */
async function pageThrough({ nodes, fixtures }: Cluster): Promise<string[]> {
  const ids: string[] = []
  let cursor: string | null = ''
  for (let page = 0; cursor !== null; page += 1) {
    const query = `courseId=${fixtures.courseId}&limit=${PAGE}${cursor && `&cursor=${encodeURIComponent(cursor)}`}`
    const url = `${nodes[page % 2 === 0 ? 0 : 1].url}/api/comments?${query}`
    const { comments, nextCursor } = Comments.parse(
      (await send(url, 'GET', { token: fixtures.students[0] }))?.body,
    )
    ids.push(...comments.map(({ _id }) => _id))
    cursor = nextCursor
  }
  return ids
}

/** Opens sessions on one node, and uses and ends them on the other. */
async function sessionFaults([here, there]: [Node, Node]): Promise<string[]> {
  const { token } = Login.parse((await send(`${here.url}/api/auth/login`, 'POST', { json: ADMIN }))?.body)
  const status = async () => (await send(`${there.url}/api/auth/sessions`, 'GET', { token }))?.status
  const faults = (await status()) === 200 ? [] : [`a session of ${here.url} is none at ${there.url}`]
  await send(`${here.url}/api/auth/logout`, 'POST', { token })
  const took = await until(async () => (await status()) === 401, 5000)
  return took <= 1000 ? faults : [...faults, `a session that ended lived on for ${Math.round(took)} ms`]
}

async function faultsOf(cluster: Cluster): Promise<{ faults: string[]; apart: number }> {
  const { nodes, fixtures } = cluster
  const made: { _id: string; createdAt: string }[] = []
  const faults: string[] = []
  for (let n = 0; n < COMMENTS; n += 1) {
    const [here, there] = n % 2 === 0 ? nodes : nodes.toReversed()
    const json = { courseId: fixtures.courseId, text: `clocks apart ${n}` }
    const token = fixtures.students[n % 2]
    const answer = await send(`${here?.url}/api/comments`, 'POST', { token, json })
    const { comment } = Made.parse(answer?.body)
    made.push(comment)
    const seen = await send(`${there?.url}/api/comments?courseId=${fixtures.courseId}&limit=100`, 'GET', {
      token,
    })
    if (!Comments.parse(seen?.body).comments.some(({ _id }) => _id === comment._id))
      faults.push(`comment ${n} was not seen on the other node`)
  }
  const ids = await pageThrough(cluster)
  if (new Set(ids).size !== ids.length) faults.push('a comment was shown twice')
  const missing = made.filter(({ _id }) => !ids.includes(_id)).length
  if (missing > 0) faults.push(`${missing} comments were skipped`)
  if (ids.some((id, n) => id > (ids[n - 1] ?? id))) faults.push('comments are not in one order')
  faults.push(...(await sessionFaults(nodes)), ...(await sessionFaults([nodes[1], nodes[0]])))
  const [first, second] = made.map(({ createdAt }) => Date.parse(createdAt))
  return { faults, apart: (second ?? 0) - (first ?? 0) }
}

export const clocksApart: ClusterCheck = {
  id: 'F23',
  title: 'the clock of one node is ten minutes fast (faketime)',
  async run(cluster, say) {
    const sentence = lacksFaketime()
    if (sentence !== undefined) return { held: false, figures: sentence }
    const [, fast] = cluster.nodes
    await fast.restart({ environment: { ...otherTime(), FAKETIME: '+10m' } })
    const { faults, apart } = await faultsOf(cluster)
    await fast.restart()
    for (const line of faults) say(line)
    const wereApart = apart > APART_MS * 0.9
    return {
      held: wereApart && faults.length === 0,
      figures: `${COMMENTS} comments written in turns on two nodes ${Math.round(apart / 1000)} s apart, each read on the other in the next request and paged through on both in turns: ${faults.length} faults (none twice, none skipped, one order; sessions of each live on the other and end there within a second)`,
    }
  },
}
