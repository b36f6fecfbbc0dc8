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
  /** Rejected writes by kind: comment, like, save, playlist. */
  refused: Record<string, number>
  /** The start and end of each acknowledged write, in milliseconds of the clock. */
  acknowledged: { kind: string; begun: number; answered: number }[]
}

const Comment = z.object({ comment: z.object({ _id: z.string() }) })
const Made = z.object({ data: z.object({ _id: z.string() }) })

/** Makes one write and records its response. */
function createWriter({ ledger, isUncertain = () => false }: Work, counts: Counts) {
  return async (key: string, state: State, request: () => Promise<Answer | undefined>) => {
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
        ledger.acknowledge(key)
        counts.acknowledged.push({ kind, begun, answered: Date.now() })
      } else {
        if (isUncertain(answer.status)) ledger.markUncertain(key)
        else ledger.refuse(key)
        counts.refused[kind] = (counts.refused[kind] ?? 0) + 1
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
    return write(text, text, () =>
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
    const made = await write(key, key, () =>
      send(`${url}/api/comments`, 'POST', { token, json: { courseId, text: key } }),
    )
    const parsed = Comment.safeParse(made?.body)
    if (!parsed.success) return made
    const path = `${url}/api/comments/${parsed.data.comment._id}`
    const changed = await write(key, `${key} changed`, () =>
      send(path, 'PUT', { token, json: { courseId, text: `${key} changed` } }),
    )
    if (changed?.status !== 200) return changed
    return write(key, undefined, () => send(path, 'DELETE', { token }))
  }
}

function likes({ url, fixtures }: Work, write: Write, writer: number) {
  return (n: number) => {
    const liked = n % 2 === 0
    const token = fixtures.students[writer]
    return write(`like ${writer}`, liked ? 'yes' : undefined, () =>
      send(`${url}/api/courses/${fixtures.courseId}/like`, 'POST', { token, json: { liked } }),
    )
  }
}

function saves({ url, fixtures }: Work, write: Write, writer: number) {
  return (n: number) => {
    const token = fixtures.students[writer]
    const [method, path] = n % 2 === 0 ? ['POST', 'savePlaylist'] : ['DELETE', 'savedPlaylists']
    return write(`save ${writer}`, n % 2 === 0 ? 'yes' : undefined, () =>
      send(`${url}/api/users/${path}/${fixtures.playlistId}`, method, { token }),
    )
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
    const made = await write(key, key, () => send(`${url}/api/playlists`, 'POST', { token, form }))
    const parsed = Made.safeParse(made?.body)
    if (!parsed.success || n % 8 === 0) return made
    return write(key, undefined, () =>
      send(`${url}/api/playlists/${parsed.data.data._id}/${id}`, 'DELETE', { token }),
    )
  }
}

/** Runs eight writers at once until `stop` aborts or the server is gone, and counts the results. */
export async function writeEverything(work: Work, stop: AbortSignal): Promise<Counts> {
  const counts: Counts = { answers: {}, unanswered: 0, withoutRetryAfter: 0, refused: {}, acknowledged: [] }
  const write = createWriter(work, counts)
  const kinds = [comments, comments, comments, comments, edits, likes, saves, playlists]
  await Promise.all(kinds.map((kind, writer) => repeat(stop, kind(work, write, writer))))
  return counts
}
