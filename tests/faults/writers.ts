import { setTimeout as delay } from 'node:timers/promises'
import { z } from 'zod'
import { type Answer, type Fixtures, picture, send } from './client.ts'
import type { Ledger, State } from './ledger.ts'

interface Work {
  url: string
  fixtures: Fixtures
  ledger: Ledger
  /** Makes the keys of this round unique. */
  round: string
  /** Whether the result of a write with this status is unknown, such as a proxy's 502. */
  isUncertain?: (status: number) => boolean
}

export interface Counts {
  answers: Record<number, number>
  /** Requests that ended without a response. */
  unanswered: number
  /** Responses with 503 but without Retry-After. */
  withoutRetryAfter: number
  /** Rejected writes by kind: comment, like, save, second, playlist. */
  rejected: Record<string, number>
  /** The start and end of each acknowledged write, in milliseconds of the clock. */
  acknowledged: { kind: string; begun: number; answered: number }[]
}

const Comment = z.object({ comment: z.object({ _id: z.string() }) })
const Watched = z.object({ watchedSeconds: z.number() })
const Made = z.object({ data: z.object({ _id: z.string() }) })

type Request = () => Promise<Answer | undefined>

interface Attempt {
  /** Where the key is after the write. */
  state: State
  /** Whether a response with 2xx says that the write was done, for a call that may drop it. */
  isApplied?: (body: unknown) => boolean
}

/** Makes one write and records its response. */
function createWriter({ ledger, isUncertain = () => false }: Work, counts: Counts) {
  return async (key: string, { state, isApplied = () => true }: Attempt, request: Request) => {
    ledger.begin(key, state)
    const begun = Date.now()
    const answer = await request()
    if (!answer) counts.unanswered += 1
    else {
      counts.answers[answer.status] = (counts.answers[answer.status] ?? 0) + 1
      if (answer.status === 503 && !(Number(answer.headers.get('retry-after')) >= 1))
        counts.withoutRetryAfter += 1
      const [kind = ''] = key.split(' ')
      if (answer.status < 300) {
        if (isApplied(answer.body)) ledger.acknowledge(key)
        else ledger.reject(key)
        counts.acknowledged.push({ kind, begun, answered: Date.now() })
      } else {
        if (isUncertain(answer.status)) ledger.markUncertain(key)
        else ledger.reject(key)
        counts.rejected[kind] = (counts.rejected[kind] ?? 0) + 1
      }
    }
    return answer
  }
}

type Write = ReturnType<typeof createWriter>

/** Repeats until a response is missing or `stop` aborts. After an error it pauses for a moment. */
async function repeat(
  stop: AbortSignal,
  writeNext: (n: number) => Promise<Answer | undefined>,
): Promise<void> {
  for (let n = 0; !stop.aborted; n += 1) {
    const answer = await writeNext(n)
    if (!answer) return
    if (answer.status >= 300) await delay(20)
  }
}

function comments({ url, fixtures, round }: Work, write: Write, writer: number) {
  return (n: number) => {
    const text = `comment ${round} ${writer} ${n}`
    const json = { courseId: fixtures.courseId, text }
    return write(text, { state: text }, () =>
      send(`${url}/api/comments`, 'POST', { token: fixtures.students[writer], json }),
    )
  }
}

/** Writes a comment, changes it and deletes it. */
function edits({ url, fixtures, round }: Work, write: Write, writer: number) {
  const token = fixtures.students[writer]
  const { courseId } = fixtures
  return async (n: number) => {
    const key = `comment ${round} ${writer} ${n}`
    const made = await write(key, { state: key }, () =>
      send(`${url}/api/comments`, 'POST', { token, json: { courseId, text: key } }),
    )
    const parsed = Comment.safeParse(made?.body)
    if (!parsed.success) return made
    const path = `${url}/api/comments/${parsed.data.comment._id}`
    const changed = await write(key, { state: `${key} changed` }, () =>
      send(path, 'PUT', { token, json: { courseId, text: `${key} changed` } }),
    )
    if (changed?.status !== 200) return changed
    return write(key, { state: undefined }, () => send(path, 'DELETE', { token }))
  }
}

function likes({ url, fixtures }: Work, write: Write, writer: number) {
  return (n: number) => {
    const liked = n % 2 === 0
    const token = fixtures.students[writer]
    return write(`like ${writer}`, { state: liked ? 'yes' : undefined }, () =>
      send(`${url}/api/courses/${fixtures.courseId}/like`, 'POST', { token, json: { liked } }),
    )
  }
}

function saves({ url, fixtures }: Work, write: Write, writer: number) {
  return (n: number) => {
    const token = fixtures.students[writer]
    const [method, path] = n % 2 === 0 ? ['POST', 'savePlaylist'] : ['DELETE', 'savedPlaylists']
    return write(`save ${writer}`, { state: n % 2 === 0 ? 'yes' : undefined }, () =>
      send(`${url}/api/users/${path}/${fixtures.playlistId}`, method, { token }),
    )
  }
}

const SECONDS_PER_ROUND = 200
const VIDEO_SECONDS = 43_200

/** Watches a video second by second. The server drops seconds that come faster than three in one of real time. */
function progress({ url, fixtures, round }: Work, write: Write, writer: number) {
  // The rounds of the cluster suite have names and begin at 0.
  const first = ((Number(round) || 0) * SECONDS_PER_ROUND) % VIDEO_SECONDS
  let watched = 0
  return async (n: number) => {
    const second = first + Math.min(n, SECONDS_PER_ROUND - 1)
    // The first save only asks how many seconds there are.
    const ranges = n === 0 ? [] : [[second, second + 1]]
    const json = { at: second, duration: VIDEO_SECONDS, ranges, videoKey: fixtures.videoKey, rate: 1 }
    const secondsIn = (body: unknown) => Watched.safeParse(body).data?.watchedSeconds ?? 0
    const attempt = {
      state: n === 0 ? undefined : 'watched',
      isApplied: (body: unknown) => secondsIn(body) > watched,
    }
    const answer = await write(`second ${writer} ${second}`, attempt, () =>
      send(`${url}/api/progress/${fixtures.courseId}`, 'PUT', { token: fixtures.students[writer], json }),
    )
    watched = Math.max(watched, secondsIn(answer?.body))
    return answer
  }
}

/** Publishes a playlist with a picture and deletes most of them again. */
function playlists({ url, fixtures, round }: Work, write: Write, writer: number) {
  const { token, id } = fixtures.teacher
  return async (n: number) => {
    const key = `playlist ${round} ${writer} ${n}`
    const form = {
      title: key,
      description: 'With a picture.',
      category: 'music',
      mainPlaylistImage: await picture(),
    }
    const made = await write(key, { state: key }, () => send(`${url}/api/playlists`, 'POST', { token, form }))
    const parsed = Made.safeParse(made?.body)
    if (!parsed.success || n % 8 === 0) return made
    return write(key, { state: undefined }, () =>
      send(`${url}/api/playlists/${parsed.data.data._id}/${id}`, 'DELETE', { token }),
    )
  }
}

/** Runs eight writers at once until `stop` aborts or the server is gone, and counts the results. */
export async function writeEverything(work: Work, stop: AbortSignal): Promise<Counts> {
  const counts: Counts = { answers: {}, unanswered: 0, withoutRetryAfter: 0, rejected: {}, acknowledged: [] }
  const write = createWriter(work, counts)
  const kinds = [comments, comments, comments, progress, edits, likes, saves, playlists]
  await Promise.all(kinds.map((kind, writer) => repeat(stop, kind(work, write, writer))))
  return counts
}
