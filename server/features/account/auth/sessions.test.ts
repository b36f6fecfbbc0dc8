import { get } from 'node:http'
import { expect, test } from 'vitest'
import { newId } from '#server/data/ids.ts'
import { openTestApp, type TestApp, type TestUser } from '#server/test-app.ts'
import { givePassword, PASSWORD } from '#server/test-passwords.ts'
import { sweepExpired } from './sessions.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const ago = (milliseconds: number) => new Date(Date.now() - milliseconds).toISOString()

async function logIn({ request }: TestApp, email: string): Promise<string> {
  const answer = await request('POST', '/api/auth/login', { email, password: PASSWORD })
  return answer.json().token
}

async function works({ request }: TestApp, token: string): Promise<boolean> {
  const answer = await request('GET', '/api/auth/sessions', undefined, { authorization: `Bearer ${token}` })
  return answer.statusCode === 200
}

async function sessionsOf(person: TestUser) {
  return (await person.request('GET', '/api/auth/sessions')).json().sessions
}

test('a person sees their own live sessions, newest first, without any secret', async () => {
  const testApp = await openTestApp()
  const ada = await testApp.user('Ada')
  await testApp.user('Bea')
  const email = await givePassword(testApp, ada)
  await testApp.request('POST', '/api/auth/login', { email, password: PASSWORD }, { 'user-agent': 'Firefox' })
  const sessions = await sessionsOf(ada)
  expect(sessions).toEqual([
    {
      _id: expect.any(String),
      current: false,
      agent: 'Firefox',
      network: '127.0.0.1',
      unknownNetwork: false,
      createdAt: expect.any(String),
      lastUsedAt: expect.any(String),
      expiresAt: expect.any(String),
    },
    expect.objectContaining({ current: true, agent: 'test' }),
  ])
})

test('a session from a network that the account had not used is marked', async () => {
  const testApp = await openTestApp({ environment: { TRUST_PROXY: '127.0.0.1' } })
  const ada = await testApp.user('Ada')
  const draft = { email: await givePassword(testApp, ada), password: PASSWORD }
  for (const network of ['81.170.0.1', '81.170.0.1', '188.250.0.1', '188.250.0.1'])
    await testApp.request('POST', '/api/auth/login', draft, { 'x-forwarded-for': network })
  const sessions: { unknownNetwork: boolean }[] = await sessionsOf(ada)
  expect(sessions.map(({ unknownNetwork }) => unknownNetwork)).toEqual([false, true, false, false, false])
})

test.each([
  ['unused for seven days', false, { last_used_at: ago(7 * DAY + 1000) }],
  ['thirty days old', false, { created_at: ago(30 * DAY + 1000) }],
  ['past its end', false, { expires_at: ago(1000) }],
  ['an admin’s, unused for an hour', true, { last_used_at: ago(HOUR + 1000) }],
  ['an admin’s, twelve hours old', true, { created_at: ago(12 * HOUR + 1000) }],
])('a session %s is over', async (_, isAdmin, changes) => {
  const testApp = await openTestApp()
  const ada = await testApp.user('Ada', 'Student', { isAdmin })
  expect(await works(testApp, ada.token)).toBe(true)
  await testApp.db.updateTable('sessions').set(changes).execute()
  const answer = await ada.request('GET', '/api/auth/sessions')
  expect(answer.statusCode).toBe(401)
  expect(answer.json().message).toBe('Your session has expired. Please log in again.')
})

test('a session just inside its limits lives, and being used keeps it alive', async () => {
  const testApp = await openTestApp()
  const ada = await testApp.user('Ada')
  await testApp.db
    .updateTable('sessions')
    .set({ last_used_at: ago(7 * DAY - HOUR), created_at: ago(30 * DAY - HOUR) })
    .execute()
  expect(await works(testApp, ada.token)).toBe(true)
  const { last_used_at } = await testApp.db
    .selectFrom('sessions')
    .select('last_used_at')
    .executeTakeFirstOrThrow()
  expect(Date.now() - Date.parse(last_used_at)).toBeLessThan(HOUR)
})

test.each([
  'Bearer',
  'Bearer undefined',
  'Bearer null',
  'Basic dXNlcjpwdw==',
  'vc1_abc',
  `Bearer vc1_${'A'.repeat(43)}`,
])(
  'a header that is no token of ours opens nothing, and counts as none where visitors may ask: %s',
  async (authorization) => {
    const { request } = await openTestApp()
    const closed = await request('GET', '/api/auth/sessions', undefined, { authorization })
    expect(closed.statusCode).toBe(401)
    expect(closed.json().code).toBe('invalid_token')
    const open = await request('GET', '/api/users/profile', undefined, { authorization })
    expect(open.statusCode).toBe(200)
    expect(open.headers['www-authenticate']).toBe('Bearer error="invalid_token"')
    expect(open.headers['cache-control']).toBe('no-store')
  },
)

test('a request with two tokens counts as one without', async () => {
  const testApp = await openTestApp()
  const { token } = await testApp.user('Ada')
  const address = await testApp.app.listen({ host: '127.0.0.1', port: 0 })
  const statusWith = (...tokens: string[]) =>
    new Promise((resolve, reject) => {
      const sent = tokens.flatMap((each) => ['authorization', `Bearer ${each}`])
      const headers = ['host', '127.0.0.1', 'connection', 'close', ...sent]
      get(`${address}/api/auth/sessions`, { headers }, (response) => {
        response.resume()
        resolve(response.statusCode)
      }).on('error', reject)
    })
  expect(await statusWith(token)).toBe(200)
  expect(await statusWith(token, token)).toBe(401)
})

test('the word Bearer may be written in any case, a token in the address or a cookie means nothing', async () => {
  const testApp = await openTestApp()
  const { token } = await testApp.user('Ada')
  const listed = await testApp.request('GET', '/api/auth/sessions', undefined, {
    authorization: `bearer ${token}`,
  })
  expect(listed.statusCode).toBe(200)
  expect((await testApp.request('GET', `/api/auth/sessions?token=${token}`)).statusCode).toBe(401)
  const cookie = await testApp.request('GET', '/api/auth/sessions', undefined, { cookie: `token=${token}` })
  expect(cookie.statusCode).toBe(401)
})

test('the twenty-first session ends the oldest', async () => {
  const testApp = await openTestApp()
  const ada = await testApp.user('Ada')
  const email = await givePassword(testApp, ada)
  const tokens: string[] = []
  for (let n = 0; n < 20; n += 1) tokens.push(await logIn(testApp, email))
  expect(await works(testApp, ada.token)).toBe(false)
  expect(await works(testApp, tokens[0] ?? '')).toBe(true)
  await logIn(testApp, email)
  expect(await works(testApp, tokens[0] ?? '')).toBe(false)
  expect(await works(testApp, tokens[1] ?? '')).toBe(true)
})

test('one’s present session ends without a password, another one needs it', async () => {
  const testApp = await openTestApp()
  const ada = await testApp.user('Ada')
  const other = await logIn(testApp, await givePassword(testApp, ada))
  const [{ _id: otherId }, { _id: ownId }] = await sessionsOf(ada)
  const path = `/api/auth/sessions/${otherId}`
  const without = await ada.request('DELETE', path)
  expect(without.statusCode).toBe(400)
  expect(without.json().errors).toEqual({ password: 'Enter your password.' })
  const wrong = await ada.request('DELETE', path, { password: 'plum tree 44' })
  expect(wrong.json().errors).toEqual({ password: 'Password is incorrect.' })
  expect(await works(testApp, other)).toBe(true)
  const right = await ada.request('DELETE', path, { password: PASSWORD })
  expect(right.json()).toEqual({ success: true, message: 'The session is ended.' })
  expect(await works(testApp, other)).toBe(false)
  expect((await ada.request('DELETE', `/api/auth/sessions/${ownId}`)).statusCode).toBe(200)
  expect(await works(testApp, ada.token)).toBe(false)
})

test('another user’s session answers like a missing one', async () => {
  const testApp = await openTestApp()
  const [ada, bea] = [await testApp.user('Ada'), await testApp.user('Bea', 'Teacher', { isAdmin: true })]
  const [{ _id: hers }] = await sessionsOf(ada)
  const answers = [hers, newId(), 'nonsense'].map(async (id) => {
    const { statusCode, body } = await bea.request('DELETE', `/api/auth/sessions/${id}`, {
      password: PASSWORD,
    })
    return { statusCode, body: { ...JSON.parse(body), requestId: '' } }
  })
  const [foreign, missing, malformed] = await Promise.all(answers)
  expect(foreign).toMatchObject({ statusCode: 404, body: { message: 'Session not found.' } })
  expect(missing).toEqual(foreign)
  expect(malformed).toEqual(foreign)
  expect(await works(testApp, ada.token)).toBe(true)
})

test('all other sessions end together, with the password', async () => {
  const testApp = await openTestApp()
  const [ada, bea] = [await testApp.user('Ada'), await testApp.user('Bea')]
  const others = await Promise.all(
    [await givePassword(testApp, ada)].flatMap((email) => [logIn(testApp, email), logIn(testApp, email)]),
  )
  expect((await ada.request('DELETE', '/api/auth/sessions', {})).statusCode).toBe(400)
  expect(await works(testApp, others[0] ?? '')).toBe(true)
  const answer = await ada.request('DELETE', '/api/auth/sessions', { password: PASSWORD })
  expect(answer.json()).toEqual({ success: true, message: 'All other sessions are ended.' })
  expect(await Promise.all(others.map((token) => works(testApp, token)))).toEqual([false, false])
  expect(await works(testApp, ada.token)).toBe(true)
  expect(await works(testApp, bea.token)).toBe(true)
})

test('guessing the password by ending sessions is counted like logging in', async () => {
  const testApp = await openTestApp({ rateScale: 1 })
  const ada = await testApp.user('Ada')
  const email = await givePassword(testApp, ada)
  for (let n = 0; n < 5; n += 1) {
    expect((await ada.request('DELETE', '/api/auth/sessions', { password: 'wrong one' })).statusCode).toBe(
      400,
    )
  }
  expect((await ada.request('DELETE', '/api/auth/sessions', { password: PASSWORD })).statusCode).toBe(429)
  const login = await testApp.request('POST', '/api/auth/login', { email, password: PASSWORD })
  expect(login.statusCode).toBe(429)
})

test('visitors have no sessions', async () => {
  const { request } = await openTestApp()
  for (const [method, path] of [
    ['GET', '/api/auth/sessions'],
    ['DELETE', '/api/auth/sessions'],
    ['DELETE', `/api/auth/sessions/${newId()}`],
  ] as const) {
    const answer = await request(method, path)
    expect(answer.statusCode).toBe(401)
    expect(answer.json().message).toBe('You must be logged in.')
  }
})

test('the sweep deletes expired rows only', async () => {
  const testApp = await openTestApp()
  const [ada, bea, root] = [
    await testApp.user('Ada'),
    await testApp.user('Bea'),
    await testApp.user('Root', 'Student', { isAdmin: true }),
  ]
  const age = (person: TestUser, changes: { expires_at?: string; last_used_at?: string }) =>
    testApp.db.updateTable('sessions').set(changes).where('user_id', '=', person.id).execute()
  await age(ada, { last_used_at: ago(2 * HOUR) })
  await age(bea, { expires_at: ago(1000) })
  await age(root, { last_used_at: ago(2 * HOUR) })
  expect(await sweepExpired(testApp.db)).toBe(2)
  expect(await testApp.db.selectFrom('sessions').select('user_id').execute()).toEqual([{ user_id: ada.id }])
  expect(await sweepExpired(testApp.db, Date.now() + 8 * DAY)).toBe(1)
})
