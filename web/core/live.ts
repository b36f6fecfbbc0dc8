import { LIVE_ME_PATH, LIVE_PATH } from '#contract/calls.ts'
import type { CourseEvent, UserEvent } from '#contract/events.ts'
import type { Send } from './api.ts'
import { eventsIn, type StreamEvent } from './event-stream.ts'
import type { Session } from './session-store.ts'

const FIRST_PAUSE_MS = 1000
const LONGEST_PAUSE_MS = 30_000

interface LiveOptions {
  send: Send
  session: Pick<Session, 'current' | 'expire'>
  /** Waits between two attempts. Tests pass their own. */
  pause?: (milliseconds: number, signal: AbortSignal) => Promise<void>
}

/** The live events of one course until `signal` aborts. */
export async function* courseEvents(
  options: LiveOptions,
  courseId: string,
  signal: AbortSignal,
): AsyncGenerator<CourseEvent> {
  const path = `${LIVE_PATH}?courseId=${encodeURIComponent(courseId)}`
  for await (const data of eventData(options, path, signal)) yield parseEvent(data)
}

/** The live events for the user alone until `signal` aborts (`GET /api/live/me`). */
export async function* userEvents(options: LiveOptions, signal: AbortSignal): AsyncGenerator<UserEvent> {
  for await (const data of eventData(options, LIVE_ME_PATH, signal)) yield parseEvent(data)
}

/**
 * Ends when the server rejects the request; otherwise it reconnects after the last received event, with a longer pause each
 * time.
 */
async function* eventData(
  { send, session, pause = sleep }: LiveOptions,
  path: string,
  signal: AbortSignal,
): AsyncGenerator<string> {
  let lastEventId: string | undefined
  let wait = FIRST_PAUSE_MS
  while (!signal.aborted) {
    const stream = await listen({ send, session }, { path, lastEventId, signal })
    if (stream === 'rejected') return
    for await (const { id, data } of readEvents(stream)) {
      lastEventId = id ?? lastEventId
      wait = FIRST_PAUSE_MS
      yield data
    }
    await pause(wait, signal)
    wait = Math.min(wait * 2, LONGEST_PAUSE_MS)
  }
}

/** Ends when the connection breaks or is aborted. The caller decides whether to reconnect. */
async function* readEvents(stream: ReadableStream<Uint8Array> | undefined): AsyncGenerator<StreamEvent> {
  if (stream === undefined) return
  const events = eventsIn(stream)
  for (;;) {
    const next = await events.next().catch(() => undefined)
    if (next === undefined || next.done) return
    yield next.value
  }
}

interface Connection {
  path: string
  lastEventId: string | undefined
  signal: AbortSignal
}

async function listen(
  { send, session }: LiveOptions,
  { path, lastEventId, signal }: Connection,
): Promise<ReadableStream<Uint8Array> | 'rejected' | undefined> {
  const token = session.current()?.token
  if (!token) return 'rejected'
  const headers = new Headers({ accept: 'text/event-stream', authorization: `Bearer ${token}` })
  if (lastEventId !== undefined) headers.set('last-event-id', lastEventId)
  try {
    const response = await send(path, { headers, signal })
    if (response.ok && response.body) return response.body
    if (response.status === 401) session.expire(token)
    return response.status === 429 || response.status >= 500 ? undefined : 'rejected'
  } catch {
    // The network failed: the caller tries again.
    return
  }
}

/** The server validates events before it sends them, so the browser downloads no schema. */
function parseEvent<Event extends CourseEvent | UserEvent>(data: string): Event {
  return JSON.parse(data)
}

async function sleep(milliseconds: number, signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, milliseconds)
  signal.addEventListener('abort', () => resolve(), { once: true })
  await promise
  clearTimeout(timer)
}
