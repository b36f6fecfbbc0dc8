import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { z } from 'zod'
import { type Answer, createFixtures, type Fixtures, picture, send } from './client.ts'
import { type Fault, median } from './fault.ts'
import { ADMIN, openSite, stopSite } from './site.ts'

const ROUNDS = 1500
const LOGIN_ROUNDS = 250
/** A smaller difference cannot be measured over a network. */
const SAME_MS = 0.1
const SAME_LOGIN_MS = 3
/** The standard deviations on each side of a 99 % confidence interval. */
const SURE = 2.576

type Request = () => Promise<Answer | undefined>

interface Pair {
  name: string
  one: Request
  other: Request
  rounds: number
}

interface Compared {
  name: string
  /** Medians of both, and of the difference between the two of a round, in milliseconds. */
  one: number
  other: number
  difference: number
  /** The 99 % confidence interval of the median difference. */
  from: number
  to: number
}

async function timed(request: Request, times: number[]): Promise<number> {
  const began = performance.now()
  await request()
  const took = performance.now() - began
  times.push(took)
  return took
}

/** Requests both in every round, in random order, so that a slow machine slows both. */
async function compare({ name, one, other, rounds }: Pair): Promise<Compared> {
  const ones: number[] = []
  const others: number[] = []
  const differences: number[] = []
  for (let n = -20; n < rounds; n += 1) {
    const oneFirst = Math.random() < 0.5
    const early = oneFirst ? 0 : await timed(other, others)
    const took = await timed(one, ones)
    differences.push(took - (oneFirst ? await timed(other, others) : early))
    if (n === -1) for (const times of [ones, others, differences]) times.length = 0
  }
  const sorted = differences.toSorted((a, b) => a - b)
  const half = (SURE * Math.sqrt(rounds)) / 2
  const at = (position: number) => sorted[Math.round(position)] ?? Number.NaN
  return {
    name,
    one: median(ones),
    other: median(others),
    difference: median(differences),
    from: at(rounds / 2 - half),
    to: at(rounds / 2 + half),
  }
}

const Made = z.object({ data: z.object({ _id: z.string() }) })
const Comment = z.object({ comment: z.object({ _id: z.string() }) })
const Login = z.object({ token: z.string() })

/** A playlist, a course and a comment that other users must not distinguish from missing ones. */
async function hide(url: string, { teacher, students, courseId, playlistId }: Fixtures) {
  const { token } = teacher
  const post = async (path: string, sent: Parameters<typeof send>[2]) =>
    (await send(`${url}${path}`, 'POST', sent))?.body
  const text = { description: 'Short.', category: 'music' }
  const form = { ...text, title: 'Not yet public', mainPlaylistImage: await picture() }
  const playlist = Made.parse(await post('/api/playlists', { token, form })).data._id
  const lesson = { description: 'Short.', videoTitle: 'Not yet public', videoLink: 'aircAruvnKk' }
  const course = Made.parse(
    await post(`/api/courses/${playlistId}`, {
      token,
      form: { ...lesson, tutorialImage: await picture() },
    }),
  ).data._id
  const written = { token: students[0], json: { text: 'Soon hidden.', courseId } }
  const comment = Comment.parse(await post('/api/comments', written)).comment._id
  const { token: admin } = Login.parse(await post('/api/auth/login', { json: ADMIN }))
  const json = { isCourseApproved: 'cancel' }
  await post(`/api/courses/approve-course/${courseId}`, { token: admin, json })
  return { playlist, course, comment }
}

/** Missing ids as old as the hidden rows, so that only the existence differs. */
const missingLike = (id: string) => id.slice(0, 12) + randomBytes(6).toString('hex')

async function pairsAt(url: string, fixtures: Fixtures): Promise<Pair[]> {
  const token = fixtures.students[1]
  const { playlist, course, comment } = await hide(url, fixtures)
  const pair = (name: string, id: string, request: (id: string) => Request): Pair => ({
    name,
    one: request(id),
    other: request(missingLike(id)),
    rounds: ROUNDS,
  })
  const courses = `${url}/api/courses`
  const json = { text: 'Mine now.' }
  return [
    pair('playlist', playlist, (id) => () => send(`${url}/api/playlists/${id}`, 'GET')),
    pair(
      'saving it',
      playlist,
      (id) => () => send(`${url}/api/users/savePlaylist/${id}`, 'POST', { token, json: {} }),
    ),
    pair('course', course, (id) => () => send(`${courses}/${fixtures.playlistId}/${id}`, 'GET', { token })),
    pair('liking it', course, (id) => () => send(`${courses}/${id}/like`, 'POST', { token, json: {} })),
    pair('comment', comment, (id) => () => send(`${url}/api/comments/${id}`, 'PUT', { token, json })),
  ]
}

function logins(url: string): Pair {
  const guess = (email: string) => () =>
    send(`${url}/api/auth/login`, 'POST', { json: { email, password: 'not the right one' } })
  return {
    name: 'login, known address',
    one: guess('person1@example.org'),
    other: guess('person-one@example.org'),
    rounds: LOGIN_ROUNDS,
  }
}

const written = ({ name, one, other, difference, from, to }: Compared) =>
  `${name} ${one.toFixed(2)} : ${other.toFixed(2)} ms (${difference.toFixed(3)}, ${from.toFixed(3)} to ${to.toFixed(3)})`

const short = ({ name, one, from, to }: Compared) =>
  `${name} ${one.toFixed(1)} ms, ${from.toFixed(3)} to ${to.toFixed(3)}`

const within = ({ from, to }: Compared, margin: number) => from > -margin && to < margin

export const hiddenInTime: Fault = {
  id: 'F27',
  title: 'hidden resources are distinguished from missing ones by response time',
  async run(folder, say) {
    const site = await openSite({ folder: join(folder, 'data') })
    const fixtures = await createFixtures(site.url)
    const visible = fixtures.playlistId
    const control = await compare({
      name: 'visible playlist',
      one: () => send(`${site.url}/api/playlists/${visible}`, 'GET'),
      other: () => send(`${site.url}/api/playlists/${missingLike(visible)}`, 'GET'),
      rounds: ROUNDS,
    })
    say(written(control))
    const comparisons: Compared[] = []
    for (const pair of await pairsAt(site.url, fixtures)) {
      const compared = await compare(pair)
      say(written(compared))
      comparisons.push(compared)
    }
    const login = await compare(logins(site.url))
    say(written(login))
    await stopSite(site)
    const isDetected = control.from > SAME_MS || control.to < -SAME_MS
    return {
      held: isDetected && comparisons.every((each) => within(each, SAME_MS)) && within(login, SAME_LOGIN_MS),
      figures: `median time, and 99 % interval of how much longer hidden takes than missing in ${ROUNDS} interleaved rounds (login ${LOGIN_ROUNDS}): ${[...comparisons, login].map(short).join('; ')}. Control that must differ: ${short(control)}`,
    }
  },
}
