import { onTestFinished } from 'vitest'
import { LIVE_ME_PATH, LIVE_PATH } from '#contract/calls.ts'
import type { TestApp, TestUser } from './test-app.ts'

interface Heard {
  id?: string
  event?: Record<string, unknown>
  /** A heartbeat. */
  beat?: true
  retry?: string
}

export interface Watching {
  response: Response
  /** The next message; `undefined` when the stream has ended. */
  next: () => Promise<Heard | undefined>
  leave: () => void
}

/** Starts the test app's server on a free port. Returns a function that watches a course over a real connection. */
export async function openServer({ app }: TestApp) {
  return watchersOf(await app.listen({ host: '127.0.0.1', port: 0 }))
}

/** The same for a server at this address. */
export function watchersOf(address: string) {
  return async (person: Pick<TestUser, 'token'> | undefined, courseId: string, lastEventId?: string) =>
    watching(`${address}${LIVE_PATH}?courseId=${courseId}`, person, lastEventId)
}

/** Watches the events for a person alone. */
export function openMyEvents(address: string, person: Pick<TestUser, 'token'>, lastEventId?: string) {
  return watching(`${address}${LIVE_ME_PATH}`, person, lastEventId)
}

async function watching(url: string, person: Pick<TestUser, 'token'> | undefined, lastEventId?: string) {
  const leaving = new AbortController()
  onTestFinished(() => leaving.abort())
  const headers = new Headers()
  if (person) headers.set('authorization', `Bearer ${person.token}`)
  if (lastEventId !== undefined) headers.set('last-event-id', lastEventId)
  const response = await fetch(url, { headers, signal: leaving.signal })
  const frames = framesOf(response)
  const next = async () => (await frames.next()).value ?? undefined
  return { response, next, leave: () => leaving.abort() } satisfies Watching
}

async function* framesOf(response: Response): AsyncGenerator<Heard, undefined> {
  let text = ''
  for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    text += chunk
    const frames = text.split('\n\n')
    text = frames.pop() ?? ''
    for (const frame of frames) yield heardIn(frame)
  }
  return undefined
}

function heardIn(frame: string): Heard {
  if (frame === ':') return { beat: true }
  const lines = new Map(frame.split('\n').map((line) => [line.slice(0, line.indexOf(': ')), line]))
  const value = (field: string) => lines.get(field)?.slice(field.length + 2)
  const [id, data, retry] = [value('id'), value('data'), value('retry')]
  return {
    ...(id !== undefined && { id }),
    ...(data !== undefined && { event: JSON.parse(data) }),
    ...(retry !== undefined && { retry }),
  }
}
