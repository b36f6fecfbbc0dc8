import { expect, test } from 'vitest'
import { aUser, emptyStorage } from '#web/test-context.tsx'
import { courseEvents, userEvents } from './live.ts'
import { createSession } from './session-store.ts'

const COURSE = '0123456789ab0123456789cd'

function stream(...chunks: string[]): Response {
  const bytes = new ReadableStream({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(new TextEncoder().encode(chunk))
      controller.close()
    },
  })
  return new Response(bytes, { headers: { 'content-type': 'text/event-stream' } })
}

const event = (likesCount: number) => JSON.stringify({ type: 'likes.changed', courseId: COURSE, likesCount })

async function receive(...answers: (() => Response | Promise<Response>)[]) {
  const session = createSession(emptyStorage())
  session.signIn(aUser())
  const controller = new AbortController()
  const sent: Headers[] = []
  const pauses: number[] = []
  const send = async (_path: string, init: RequestInit) => {
    sent.push(new Headers(init.headers))
    const answer = answers.shift()
    if (answer) return answer()
    controller.abort()
    throw new TypeError('gone')
  }
  const pause = async (milliseconds: number) => void pauses.push(milliseconds)
  const likes: unknown[] = []
  for await (const event of courseEvents({ send, session, pause }, COURSE, controller.signal)) {
    likes.push('likesCount' in event ? event.likesCount : event.type)
  }
  return { likes, sent, pauses, session }
}

test('events are complete however the bytes are split; heartbeats are ignored', async () => {
  const bytes = `: hello\n\nid: 1\nevent: news\ndata: ${event(1)}\n\n: beat\n\nid: 2\r\ndata: ${event(2)}\r\n\r\n`
  const { likes, sent } = await receive(() => stream(...bytes))
  expect(likes).toEqual([1, 2])
  expect(sent[0]?.get('authorization')).toBe('Bearer vc1_token')
})

test('a broken connection resumes after the last event received', async () => {
  const { likes, sent } = await receive(
    () => stream(`id: 7\ndata: ${event(1)}\n\nid: 8\ndata: {"cut`),
    () => stream(`id: 8\ndata: ${event(2)}\n\n`),
  )
  expect(likes).toEqual([1, 2])
  expect(sent.map((headers) => headers.get('last-event-id'))).toEqual([null, '7', '8'])
})

test('the delay between failed attempts grows, and an event resets it', async () => {
  const busy = () => new Response(null, { status: 503 })
  const offline = () => Promise.reject(new TypeError('fetch failed'))
  const { pauses } = await receive(busy, offline, busy, () => stream(`data: ${event(1)}\n\n`))
  expect(pauses).toEqual([1000, 2000, 4000, 1000, 2000])
})

test('a rejected stream is final, and an invalid token ends the session', async () => {
  const hidden = await receive(() => new Response(null, { status: 404 }))
  expect(hidden.sent).toHaveLength(1)
  expect(hidden.session.current()).not.toBeNull()
  const dead = await receive(() => new Response(null, { status: 401 }))
  expect(dead.session.current()).toBeNull()
})

test('the events for the user alone come from their own stream', async () => {
  const session = createSession(emptyStorage())
  session.signIn(aUser())
  const controller = new AbortController()
  const paths: string[] = []
  const send = async (path: string) => {
    paths.push(path)
    return stream('id: 1\ndata: {"type":"reset"}\n\n')
  }
  const received: unknown[] = []
  for await (const event of userEvents({ send, session }, controller.signal)) {
    received.push(event)
    controller.abort()
  }
  expect(received).toEqual([{ type: 'reset' }])
  expect(paths).toEqual(['/api/live/me'])
})
