import { hash } from '@node-rs/argon2'
import { expect, test, vi } from 'vitest'
import { hashToken } from '#server/auth/session.ts'
import { openTestApp, type TestApp } from '#server/test-app.ts'
import { givePassword, PASSWORD } from '#server/test-passwords.ts'
import { insertPlaylist } from '#server/test-publications.ts'

function logIn({ request }: TestApp, email: string, password = PASSWORD) {
  return request('POST', '/api/auth/login', { email, password })
}

function logInFrom({ request }: TestApp, network: string, draft: { email: string; password: string }) {
  return request('POST', '/api/auth/login', draft, { 'x-forwarded-for': network })
}

const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

test('the right address and password return the session user with a working token', async () => {
  const testApp = await openTestApp()
  const ada = await testApp.user('Ada', 'Teacher')
  const email = await givePassword(testApp, ada)
  const approved = await insertPlaylist(testApp, { teacher: ada, status: 'approved' })
  await insertPlaylist(testApp, { teacher: ada, status: 'pending' })
  const answer = await logIn(testApp, ` \u200b${email.toUpperCase()}\u202c`)
  expect(answer.statusCode).toBe(200)
  expect(answer.headers['cache-control']).toBe('no-store')
  expect(answer.headers['set-cookie']).toBeUndefined()
  expect(answer.json()).toEqual({
    success: true,
    message: 'You are logged in.',
    _id: ada.id,
    username: 'Ada',
    email,
    role: 'Teacher',
    profilePhoto: expect.objectContaining({ width: 512 }),
    isAdmin: false,
    createdAt: expect.stringMatching(/Z$/),
    createdPlaylists: [approved],
    savedPlaylists: [],
    token: expect.stringMatching(/^vc1_[\w-]{43}$/),
  })
  const profile = await testApp.request('GET', '/api/auth/sessions', undefined, bearer(answer.json().token))
  expect(profile.statusCode).toBe(200)
})

test('the profession is returned for the role Other', async () => {
  const testApp = await openTestApp()
  const email = await givePassword(testApp, await testApp.user('Iris', 'Other', { profession: 'Librarian' }))
  expect((await logIn(testApp, email)).json()).toMatchObject({ role: 'Other', profession: 'Librarian' })
})

test('an unknown address, a wrong password and a stored hash get the same answer', async () => {
  const testApp = await openTestApp()
  const email = await givePassword(testApp, await testApp.user('Ada'))
  const { password_hash } = await testApp.db
    .selectFrom('users')
    .select('password_hash')
    .where('email', '=', email)
    .executeTakeFirstOrThrow()
  const answers = [
    await logIn(testApp, 'nobody@example.org'),
    await logIn(testApp, email, 'plum tree 44'),
    await logIn(testApp, email, password_hash),
    await logIn(testApp, '', ''),
    await logIn(testApp, "' or 1=1 --", "' or 1=1 --"),
  ].map(({ statusCode, headers, body }) => ({
    statusCode,
    headers: Object.keys(headers),
    challenge: headers['www-authenticate'],
    body: { ...JSON.parse(body), requestId: '' },
  }))
  expect(answers[0]).toMatchObject({
    statusCode: 401,
    challenge: 'Bearer realm="api"',
    body: { success: false, message: 'Invalid email or password.', code: 'wrong_credentials' },
  })
  for (const answer of answers) expect(answer).toEqual(answers[0])
})

test.each([
  [{ email: ['ada@example.org'], password: 'x' }],
  [{ email: { $ne: null }, password: 'x' }],
  [{ email: 'ada@example.org', password: 12_345_678 }],
  [{ email: 'ada@example.org' }],
  [{}],
])('a login that is not two texts is rejected: %o', async (body) => {
  const { request } = await openTestApp()
  const answer = await request('POST', '/api/auth/login', body)
  expect(answer.statusCode).toBe(400)
  expect(answer.json().code).toBe('invalid')
})

test('neither token nor password is kept', async () => {
  const testApp = await openTestApp()
  const email = await givePassword(testApp, await testApp.user('Ada'))
  const { token } = (await logIn(testApp, email)).json()
  const sessions = await testApp.db.selectFrom('sessions').selectAll().execute()
  const entries = await testApp.db.selectFrom('audit').selectAll().execute()
  expect(sessions.map(({ token_hash }) => token_hash)).toContain(hashToken(token))
  const stored = JSON.stringify([sessions, entries])
  expect(stored).not.toContain(token)
  expect(stored).not.toContain(PASSWORD)
})

test('logins and failures are in the audit, with the network and without the secret', async () => {
  const testApp = await openTestApp()
  const ada = await testApp.user('Ada')
  const email = await givePassword(testApp, ada)
  await logIn(testApp, email, 'plum tree 44')
  const { token } = (await logIn(testApp, email)).json()
  await testApp.request('POST', '/api/auth/logout', undefined, bearer(token))
  const entries = await testApp.db
    .selectFrom('audit')
    .select(['action', 'actor_id', 'network'])
    .orderBy('at')
    .execute()
  expect(entries).toEqual([
    { action: 'login.failed', actor_id: null, network: '127.0.0.1' },
    { action: 'login', actor_id: ada.id, network: '127.0.0.1' },
    { action: 'logout', actor_id: ada.id, network: '127.0.0.1' },
  ])
})

test('a hash with weaker parameters is replaced at the next login', async () => {
  const testApp = await openTestApp()
  const ada = await testApp.user('Ada')
  const email = await givePassword(testApp, ada)
  const weak = await hash(PASSWORD, { memoryCost: 1024, timeCost: 1 })
  await testApp.db.updateTable('users').set({ password_hash: weak }).where('id', '=', ada.id).execute()
  expect((await logIn(testApp, email)).statusCode).toBe(200)
  const row = await testApp.db.selectFrom('users').select('password_hash').executeTakeFirstOrThrow()
  expect(row.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect((await logIn(testApp, email)).statusCode).toBe(200)
})

test('after five failures the pair waits 30 seconds, and then the right password works', async () => {
  const testApp = await openTestApp({ rateScale: 1 })
  const email = await givePassword(testApp, await testApp.user('Ada'))
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'] })
  try {
    const variants = [email, email.toUpperCase(), ` ${email}`, `${email} `, email]
    for (const variant of variants) expect((await logIn(testApp, variant, 'wrong one')).statusCode).toBe(401)
    const rejected = await logIn(testApp, email)
    expect(rejected.statusCode).toBe(429)
    expect(rejected.headers['retry-after']).toBe('30')
    expect(rejected.json().message).toBe('Too many requests. Please try again in 30 seconds.')
    vi.advanceTimersByTime(30_000)
    expect((await logIn(testApp, email)).statusCode).toBe(200)
  } finally {
    vi.useRealTimers()
  }
})

test('an attack from afar closes the address to strange networks, not to the one its owner uses', async () => {
  const testApp = await openTestApp({ rateScale: 0.01, environment: { TRUST_PROXY: '127.0.0.1' } })
  const email = await givePassword(testApp, await testApp.user('Ada'))
  const network = '198.51.100.4'
  expect((await logInFrom(testApp, network, { email, password: PASSWORD })).statusCode).toBe(200)
  expect((await logInFrom(testApp, '203.0.113.9', { email, password: 'wrong one' })).statusCode).toBe(401)
  const strange = await logInFrom(testApp, '203.0.113.10', { email, password: PASSWORD })
  expect(strange.statusCode).toBe(429)
  expect(strange.headers['retry-after']).toBe('3600')
  expect((await logInFrom(testApp, network, { email, password: PASSWORD })).statusCode).toBe(200)
})

test('a client cannot choose its network by a header', async () => {
  const testApp = await openTestApp({ rateScale: 1 })
  const email = await givePassword(testApp, await testApp.user('Ada'))
  const statuses: number[] = []
  for (let n = 0; n < 6; n += 1) {
    statuses.push((await logInFrom(testApp, `203.0.113.${n}`, { email, password: 'wrong one' })).statusCode)
  }
  expect(statuses).toEqual([401, 401, 401, 401, 401, 429])
})

test('logging out ends this session at once and no other', async () => {
  const testApp = await openTestApp()
  const ada = await testApp.user('Ada')
  const email = await givePassword(testApp, ada)
  const { token } = (await logIn(testApp, email)).json()
  const out = await testApp.request('POST', '/api/auth/logout', undefined, bearer(token))
  expect(out.json()).toEqual({ success: true, message: 'You are logged out.' })
  const after = await testApp.request('GET', '/api/auth/sessions', undefined, bearer(token))
  expect(after.statusCode).toBe(401)
  expect(after.json()).toMatchObject({
    code: 'invalid_token',
    message: 'Your session has expired. Please log in again.',
  })
  expect(after.headers['www-authenticate']).toBe('Bearer realm="api", error="invalid_token"')
  expect((await ada.request('GET', '/api/auth/sessions')).statusCode).toBe(200)
  const visitor = await testApp.request('POST', '/api/auth/logout')
  expect(visitor.statusCode).toBe(401)
  expect(visitor.json()).toMatchObject({ code: 'login_required', message: 'You must be logged in.' })
})
