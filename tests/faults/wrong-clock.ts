import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { type Answer, createFixtures, type Fixtures, send } from './client.ts'
import { lacksFaketime, otherTime } from './clock.ts'
import type { Fault } from './fault.ts'
import { ADMIN, openSite, stopSite } from './site.ts'

const LONGEST_WAIT_SECONDS = 15 * 60
const COMMENTS_EACH = 4
const PAGE = 3
const DAY_MS = 86_400_000

/** A wall clock that can be set while the server runs. */
function createClock(folder: string) {
  const file = join(folder, 'clock')
  const set = (offset: string) => writeFileSync(file, `${offset}\n`)
  set('+0')
  return {
    set,
    environment: { ...otherTime(), FAKETIME_TIMESTAMP_FILE: file },
  }
}

const Comments = z.object({
  comments: z.array(z.object({ _id: z.string(), createdAt: z.string() })),
  nextCursor: z.string().nullable(),
})
const Made = z.object({ comment: z.object({ _id: z.string() }) })

/** Reads every comment, page by page, and runs `between` after each page. */
async function pageThrough(url: string, fixtures: Fixtures, between: (page: number) => void) {
  const listed: z.infer<typeof Comments>['comments'] = []
  let cursor: string | null = ''
  for (let page = 0; cursor !== null; page += 1) {
    const query = `courseId=${fixtures.courseId}&limit=${PAGE}${cursor && `&cursor=${encodeURIComponent(cursor)}`}`
    const answer = await send(`${url}/api/comments?${query}`, 'GET', { token: fixtures.students[0] })
    const { comments, nextCursor } = Comments.parse(answer?.body)
    listed.push(...comments)
    cursor = nextCursor
    between(page)
  }
  return listed
}

/** Fails to log in until the server asks to wait; returns that response. */
async function failToLogIn(url: string): Promise<Answer | undefined> {
  const json = { email: 'person1@example.org', password: 'not-this-one' }
  let answer: Answer | undefined
  for (let n = 0; n < 10 && answer?.status !== 429; n += 1)
    answer = await send(`${url}/api/auth/login`, 'POST', { json })
  return answer
}

const saysWhen = (answer: Answer | undefined): boolean => {
  const seconds = Number(answer?.headers.get('retry-after'))
  return answer?.status === 429 && seconds >= 1 && seconds <= LONGEST_WAIT_SECONDS
}

function mySelf(url: string, fixtures: Fixtures): Promise<Answer | undefined> {
  return send(`${url}/api/users/savedPlaylists?userId=${fixtures.teacher.id}`, 'GET', {
    token: fixtures.students[0],
  })
}

/** Moves the clock an hour forward and a day back while users are rate limited, write and read pages. */
async function jump(data: string, folder: string, fixtures: Fixtures): Promise<string[]> {
  const faults: string[] = []
  const clock = createClock(folder)
  const site = await openSite({ folder: data, environment: { ...clock.environment, RATE_LIMIT_SCALE: '1' } })
  const made = new Set<string>()
  for (const [round, offset] of ['+0', '+1h', '-1d', '+5m'].entries()) {
    clock.set(offset)
    if (!saysWhen(await failToLogIn(site.url))) faults.push(`${offset}: no sound 429`)
    if ((await mySelf(site.url, fixtures))?.status !== 200) faults.push(`${offset}: the session ended`)
    for (let n = 0; n < COMMENTS_EACH; n += 1) {
      const json = { courseId: fixtures.courseId, text: `at ${offset} ${n}` }
      const token = fixtures.students[round]
      made.add(
        Made.parse((await send(`${site.url}/api/comments`, 'POST', { token, json }))?.body).comment._id,
      )
    }
  }
  const listed = await pageThrough(site.url, fixtures, (page) => clock.set(page % 2 === 0 ? '-2d' : '+2h'))
  const times = listed.map(({ createdAt }) => createdAt)
  const span = Date.parse(times[0] ?? '') - Date.parse(times.at(-1) ?? '')
  if (!(span > DAY_MS)) faults.push('the clock never jumped')
  if (new Set(listed.map(({ _id }) => _id)).size !== listed.length) faults.push('a comment was shown twice')
  if (listed.filter(({ _id }) => made.has(_id)).length !== made.size) faults.push('a comment was skipped')
  if (times.some((time, n) => time > (times[n - 1] ?? time))) faults.push('comments are not in their order')
  if ((await stopSite(site)) !== 0) faults.push('it did not end well')
  return faults
}

export const wrongClock: Fault = {
  id: 'F23',
  title: 'the clock is a day slow, jumps while running, is forty days fast (faketime)',
  lacks: lacksFaketime,
  async run(folder, say) {
    const data = join(folder, 'data')
    const clock = createClock(folder)
    const right = await openSite({ folder: data })
    const fixtures = await createFixtures(right.url)
    await stopSite(right)
    clock.set('-1d')
    const slow = await openSite({ folder: data, environment: clock.environment })
    const dayBefore = (await mySelf(slow.url, fixtures))?.status
    await stopSite(slow)
    const faults = await jump(data, folder, fixtures)
    for (const line of faults) say(`  ${line}`)
    clock.set('+40d')
    const fast = await openSite({ folder: data, environment: clock.environment })
    const late = await mySelf(fast.url, fixtures)
    const again = (await send(`${fast.url}/api/auth/login`, 'POST', { json: ADMIN }))?.status
    const exit = await stopSite(fast)
    const challenge = late?.headers.get('www-authenticate') ?? ''
    const ended = late?.status === 401 && challenge.includes('error="invalid_token"')
    return {
      held: dayBefore === 200 && faults.length === 0 && ended && again === 200 && exit === 0,
      figures: `a day slow: sessions answered with ${dayBefore}; four jumps between a day back and an hour on while running: ${faults.length} faults (limits counted on with a sound Retry-After, sessions lived, ${4 * COMMENTS_EACH} comments paged through in order, none twice, none skipped); forty days fast: sessions answered with ${late?.status}, a new login with ${again}`,
    }
  },
}
