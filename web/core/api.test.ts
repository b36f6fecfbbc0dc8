import { expect, test, vi } from 'vitest'
import { aUser, emptyStorage } from '#web/test-context.tsx'
import { createCall, type Send } from './api.ts'
import { ApiError, isNotFound } from './api-error.ts'
import { createSession } from './session-store.ts'

interface SentRequest {
  path: string
  init: RequestInit
}

function browser(answer: () => Response | Promise<Response>) {
  const sent: SentRequest[] = []
  const expired = vi.fn()
  const session = createSession(emptyStorage(), expired)
  const send: Send = async (path, init) => {
    sent.push({ path, init })
    return answer()
  }
  return { call: createCall(send, session), session, sent, expired }
}

const respond = (status: number, body: unknown, headers?: HeadersInit) => () =>
  Response.json(body, { status, headers })
const failureOf = (promise: Promise<unknown>) =>
  promise.then(
    () => {
      throw new Error('It succeeded.')
    },
    (error: unknown) => error,
  )

test('a call fills the path, omits undefined values and returns the reply', async () => {
  const { call, sent } = browser(respond(200, { likes: [], likesCount: 3, success: true, message: 'Liked.' }))
  const reply = await call('likes.like', { params: { courseId: 'a/b' }, body: { liked: true } })
  expect(reply.likesCount).toBe(3)
  expect(sent[0]?.path).toBe('/api/courses/a%2Fb/like')
  expect(sent[0]?.init.body).toBe('{"liked":true}')
  await call('playlists.list', { query: { status: 'approved', limit: '3', cursor: undefined } })
  expect(sent[1]?.path).toBe('/api/playlists?status=approved&limit=3')
  expect(new Headers(sent[1]?.init.headers).has('authorization')).toBe(false)
})

test('a call with an image is sent as a form with the filled fields', async () => {
  const { call, sent } = browser(respond(200, { success: true }))
  const image = new Blob(['x'], { type: 'image/png' })
  await call('users.update', {
    params: { userId: '1' },
    body: { username: 'Ada', profession: undefined },
    image,
  })
  const form = sent[0]?.init.body
  if (!(form instanceof FormData)) throw new Error('It is not a form.')
  expect([...form.keys()]).toEqual(['username', 'profilePhoto'])
  expect(new Headers(sent[0]?.init.headers).has('content-type')).toBe(false)
})

test('every call sends the token of the session, but no empty token', async () => {
  const { call, session, sent } = browser(respond(200, { categories: [] }))
  session.signIn(aUser({ token: 'vc1_mine' }))
  await call('categories.list')
  expect(new Headers(sent[0]?.init.headers).get('authorization')).toBe('Bearer vc1_mine')
  session.signIn(aUser({ token: '' }))
  await call('categories.list')
  expect(new Headers(sent[1]?.init.headers).has('authorization')).toBe(false)
})

test('a rejected call throws the server’s sentence, code, fields and request id', async () => {
  const body = {
    success: false,
    message: 'Name too short.',
    code: 'invalid',
    errors: { username: 'Name too short.' },
    requestId: 'r7',
  }
  const error = await failureOf(browser(respond(400, body)).call('auth.register', {}))
  expect(error).toBeInstanceOf(ApiError)
  expect(error).toMatchObject({ status: 400, code: 'invalid', message: 'Name too short.', requestId: 'r7' })
  expect(error).toMatchObject({ errors: { username: 'Name too short.' } })
})

test('a missing resource is distinct from other failures', async () => {
  const missing = respond(404, {
    success: false,
    message: 'Playlist not found.',
    code: 'not_found',
    requestId: 'r',
  })
  expect(
    isNotFound(await failureOf(browser(missing).call('playlists.get', { params: { playlistId: '1' } }))),
  ).toBe(true)
  const other = respond(500, {
    success: false,
    message: 'Something went wrong!',
    code: 'unexpected',
    requestId: 'r',
  })
  expect(isNotFound(await failureOf(browser(other).call('categories.list')))).toBe(false)
})

test.each([
  [
    'no answer at all',
    () => Promise.reject(new TypeError('fetch failed')),
    { status: 0, message: 'The connection was lost.' },
  ],
  [
    'a page of a proxy',
    () => new Response('<h1>Bad gateway</h1>', { status: 502 }),
    { status: 502, message: 'Something went wrong!' },
  ],
  [
    'an answer cut short',
    () => new Response('{"categ', { status: 200 }),
    { status: 200, message: 'Something went wrong!' },
  ],
])('%s reads as being offline', async (_what, answer, failure) => {
  const error = await failureOf(browser(answer).call('categories.list'))
  expect(error).toMatchObject({ code: 'offline', ...failure })
})

test('an aborted call stays an abort', async () => {
  const controller = new AbortController()
  controller.abort()
  const { call } = browser(() => Promise.reject(controller.signal.reason))
  expect(await failureOf(call('categories.list', { signal: controller.signal }))).toBe(
    controller.signal.reason,
  )
})

const INVALID_TOKEN = { 'www-authenticate': 'Bearer realm="api", error="invalid_token"' }

test.each([
  [
    'a rejection',
    respond(401, { success: false, code: 'invalid_token', message: '…', requestId: 'r' }, INVALID_TOKEN),
  ],
  ['an answer open to visitors', respond(200, { categories: [] }, INVALID_TOKEN)],
])('%s with an invalid token ends the session once', async (_what, answer) => {
  const { call, session, expired } = browser(answer)
  session.signIn(aUser())
  await Promise.allSettled([call('categories.list'), call('categories.list')])
  expect(session.current()).toBeNull()
  expect(expired).toHaveBeenCalledTimes(1)
})

test('a late response does not end a newer session', async () => {
  const waiting = Promise.withResolvers<Response>()
  const { call, session } = browser(() => waiting.promise)
  session.signIn(aUser({ token: 'vc1_old' }))
  const old = call('categories.list')
  session.signIn(aUser({ token: 'vc1_new' }))
  waiting.resolve(Response.json({ categories: [] }, { headers: INVALID_TOKEN }))
  await old
  expect(session.current()?.token).toBe('vc1_new')
})

test('a write without a body completes even when the user leaves the page', async () => {
  const { call, sent } = browser(respond(200, { success: true, message: '' }))
  await call('auth.logout')
  await call('categories.list')
  expect(sent.map(({ init }) => init.keepalive)).toEqual([true, false])
})

test('all pages of a bare list are read, even if their links name another host', async () => {
  const pages = [
    Response.json([1, 2], { headers: { link: '</api/playlists/7/courses?cursor=a>; rel="next"' } }),
    Response.json([3], { headers: { link: '<https://lectern.test/api/x?cursor=b>; rel="next"' } }),
    Response.json([4]),
  ]
  const { call, sent } = browser(() => pages.shift() ?? Response.error())
  expect(await call('courses.ofPlaylist', { params: { playlistId: '7' } })).toEqual([1, 2, 3, 4])
  expect(sent.map(({ path }) => path)).toEqual([
    '/api/playlists/7/courses',
    '/api/playlists/7/courses?cursor=a',
    '/api/x?cursor=b',
  ])
})
