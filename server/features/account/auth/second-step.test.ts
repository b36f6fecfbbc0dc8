import { TOTP } from 'otpauth'
import { expect, test } from 'vitest'
import { openTestApp, type TestApp, type TestUser } from '#server/test-app.ts'
import { stopClock } from '#server/test-clock.ts'
import { addPasskey, askChallenge, createDevice } from '#server/test-passkey.ts'
import { givePassword, PASSWORD } from '#server/test-passwords.ts'
import { makeResetCode } from './reset.ts'

const SECOND = '/api/auth/second'
const NEW = 'plum tree 44'

interface Owner {
  testApp: TestApp
  person: TestUser
  email: string
  secret: string
  recoveryCodes: string[]
  later: ReturnType<typeof stopClock>
}

const codeOf = (secret: string, seconds = 0) =>
  new TOTP({ secret }).generate({ timestamp: Date.now() + seconds * 1000 })

/** A user whose authenticator app is on; the clock stands still, a minute after the code that turned it on. */
async function withApp(options: Parameters<typeof openTestApp>[0] = {}): Promise<Owner> {
  const later = stopClock()
  const testApp = await openTestApp(options)
  const person = await testApp.user('Ada')
  const email = await givePassword(testApp, person)
  const { secret } = (await person.request('POST', '/api/auth/totp', { password: PASSWORD })).json()
  const on = await person.request('POST', '/api/auth/totp', { code: codeOf(secret) })
  expect(on.statusCode).toBe(200)
  later(60)
  return { testApp, person, email, secret, recoveryCodes: on.json().recoveryCodes, later }
}

const logIn = ({ testApp, email }: Pick<Owner, 'testApp' | 'email'>, password = PASSWORD) =>
  testApp.request('POST', '/api/auth/login', { email, password })

const challengeOf = async (owner: Owner): Promise<string> => (await logIn(owner)).json().challenge

const finish = ({ testApp }: Owner, challenge: string, code: string) =>
  testApp.request('POST', SECOND, { challenge, code })

const CODE_WRONG = {
  success: false,
  code: 'wrong_credentials',
  message: 'This code is wrong or was used before.',
}
const TOO_OLD = 'This took too long. Please log in again.'

async function eventsOf({ db }: TestApp): Promise<unknown[]> {
  const rows = await db.selectFrom('notifications').select('data').orderBy('id').execute()
  return rows.map(({ data }) => JSON.parse(data).event)
}

test('a user gets a secret for the password and turns the app on with a code; a login works without one until then', async () => {
  const clock = stopClock()
  const testApp = await openTestApp()
  const person = await testApp.user('Ada')
  const email = await givePassword(testApp, person)
  const other = (await logIn({ testApp, email })).json()
  const without = await person.request('POST', '/api/auth/totp', {})
  expect(without.json().errors).toEqual({ password: 'Enter your password.' })
  expect((await person.request('POST', '/api/auth/totp', { code: '123456' })).json().message).toBe(
    'Start again: this key is no longer valid.',
  )
  const offered = (await person.request('POST', '/api/auth/totp', { password: PASSWORD })).json()
  expect(offered.secret).toMatch(/^[A-Z2-7]{32}$/)
  expect(offered.address).toContain(`secret=${offered.secret}`)
  const { address } = offered
  expect(address).toMatch(/^otpauth:\/\/totp\/Lectern:[^?]+\?issuer=Lectern&/)
  const stored = await testApp.db.selectFrom('totp').selectAll().executeTakeFirstOrThrow()
  expect(stored.secret).not.toContain(offered.secret)
  expect((await logIn({ testApp, email })).statusCode).toBe(200)
  const wrong = await person.request('POST', '/api/auth/totp', { code: '000000' })
  expect(wrong.json().errors).toEqual({ code: 'This code is wrong or was used before.' })
  const on = await person.request('POST', '/api/auth/totp', { code: ` ${codeOf(offered.secret)} ` })
  expect(on.json().recoveryCodes).toHaveLength(10)
  for (const code of on.json().recoveryCodes)
    expect(code).toMatch(/^([2-9A-HJKMNP-Z]{4}-){3}[2-9A-HJKMNP-Z]{4}$/)
  const dump = JSON.stringify(await testApp.db.selectFrom('recovery_codes').selectAll().execute())
  expect(on.json().recoveryCodes.filter((code: string) => dump.includes(code))).toEqual([])
  expect((await person.request('GET', '/api/auth/second')).json()).toEqual({
    hasPassword: true,
    passwordChangedAt: null,
    hasAuthenticator: true,
    recoveryCodesLeft: 10,
    allowsPasskeys: true,
    isMissing: false,
  })
  clock(1)
  const old = await testApp.request('GET', '/api/auth/sessions', undefined, {
    authorization: `Bearer ${other.token}`,
  })
  // A session that began with the password alone.
  expect(old.statusCode).toBe(401)
  const again = await person.request('POST', '/api/auth/totp', { password: PASSWORD })
  expect(again.statusCode).toBe(409)
  expect(await eventsOf(testApp)).toEqual(['authenticator'])
})

test('a right password asks for the code, and a wrong one does not reveal that there is an app', async () => {
  const owner = await withApp()
  const first = await logIn(owner)
  expect(first.statusCode).toBe(401)
  expect(first.headers['www-authenticate']).toBe('Bearer realm="api"')
  expect(first.json()).toEqual({
    success: false,
    code: 'second_factor',
    message: 'Enter the code from your authenticator app.',
    challenge: expect.stringMatching(/^[\w-]{43}$/),
    requestId: expect.any(String),
  })
  const wrong = await logIn(owner, NEW)
  expect(wrong.json()).toMatchObject({ code: 'wrong_credentials', message: 'Invalid email or password.' })
  expect(wrong.json().challenge).toBeUndefined()
  const { challenge } = first.json()
  const second = await finish(owner, challenge, codeOf(owner.secret))
  expect(second.statusCode).toBe(200)
  expect(second.json()).toMatchObject({ _id: owner.person.id, token: expect.stringMatching(/^vc1_/) })
  const again = await finish(owner, challenge, codeOf(owner.secret, 30))
  expect(again.statusCode).toBe(401)
  expect(again.json().message).toBe(TOO_OLD)
})

test('a used code and all earlier codes are rejected', async () => {
  const owner = await withApp()
  const code = codeOf(owner.secret)
  const earlier = codeOf(owner.secret, -30)
  expect((await finish(owner, await challengeOf(owner), code)).statusCode).toBe(200)
  for (const used of [code, earlier]) {
    const replayed = await finish(owner, await challengeOf(owner), used)
    expect(replayed.statusCode).toBe(401)
    expect(replayed.json()).toMatchObject(CODE_WRONG)
  }
})

test('the code that turned the app on does not log in', async () => {
  const clock = stopClock()
  const testApp = await openTestApp()
  const person = await testApp.user('Ada')
  const email = await givePassword(testApp, person)
  const { secret } = (await person.request('POST', '/api/auth/totp', { password: PASSWORD })).json()
  const code = codeOf(secret)
  await person.request('POST', '/api/auth/totp', { code })
  const { challenge } = (await logIn({ testApp, email })).json()
  expect((await testApp.request('POST', SECOND, { challenge, code })).statusCode).toBe(401)
  clock(30)
  const next = await testApp.request('POST', SECOND, { challenge, code: codeOf(secret) })
  expect(next.statusCode).toBe(200)
})

test.each([
  [-60, 401],
  [-30, 200],
  [30, 200],
  [60, 401],
])('a clock that is off by %i seconds gets %i', async (seconds, status) => {
  const owner = await withApp()
  owner.later(60)
  const answer = await finish(owner, await challengeOf(owner), codeOf(owner.secret, seconds))
  expect(answer.statusCode).toBe(status)
})

test('of many requests with one code, one logs in', async () => {
  const owner = await withApp()
  const challenges = await Promise.all([1, 2, 3, 4].map(() => challengeOf(owner)))
  const code = codeOf(owner.secret)
  const answers = await Promise.all(challenges.map((challenge) => finish(owner, challenge, code)))
  expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
  expect(answers.filter(({ statusCode }) => statusCode === 401)).toHaveLength(3)
})

test('a recovery code works once, typed in any way', async () => {
  const owner = await withApp()
  const [code = '', other = ''] = owner.recoveryCodes
  const typed = ` ${code.toLowerCase().replaceAll('-', ' ')}`
  expect((await finish(owner, await challengeOf(owner), typed)).statusCode).toBe(200)
  const again = await finish(owner, await challengeOf(owner), code)
  expect(again.statusCode).toBe(401)
  expect(again.json()).toMatchObject(CODE_WRONG)
  expect((await owner.person.request('GET', SECOND)).json().recoveryCodesLeft).toBe(9)
  expect((await finish(owner, await challengeOf(owner), other)).statusCode).toBe(200)
  expect(await eventsOf(owner.testApp)).toEqual(['authenticator', 'recovery-used', 'recovery-used'])
})

test('new recovery codes replace the old ones', async () => {
  const owner = await withApp()
  const without = await owner.person.request('POST', '/api/auth/recovery-codes', {})
  expect(without.statusCode).toBe(400)
  const fresh = await owner.person.request('POST', '/api/auth/recovery-codes', { password: PASSWORD })
  const [code = ''] = fresh.json().recoveryCodes
  expect(fresh.json().recoveryCodes).toHaveLength(10)
  expect((await finish(owner, await challengeOf(owner), owner.recoveryCodes[0] ?? '')).statusCode).toBe(401)
  expect((await finish(owner, await challengeOf(owner), code)).statusCode).toBe(200)
  const bea = await owner.testApp.user('Bea')
  await givePassword(owner.testApp, bea)
  const none = await bea.request('POST', '/api/auth/recovery-codes', { password: PASSWORD })
  expect(none.json().message).toBe('Turn on an authenticator app first.')
})

test('after five wrong codes the sixth try has to wait, even after a right password', async () => {
  const owner = await withApp({ rateScale: 1 })
  for (let n = 0; n < 5; n += 1) {
    const answer = await finish(owner, await challengeOf(owner), '000000')
    expect(answer.statusCode).toBe(401)
  }
  const sixth = await finish(owner, await challengeOf(owner), codeOf(owner.secret))
  expect(sixth.statusCode).toBe(429)
  expect(sixth.json().message).toMatch(/^Too many requests\. Please try again in \d+ seconds\.$/)
})

test('wrong codes do not throttle logins to another account', async () => {
  const owner = await withApp({ rateScale: 1 })
  const email = await givePassword(owner.testApp, await owner.testApp.user('Bea'))
  for (let n = 0; n < 6; n += 1) await finish(owner, await challengeOf(owner), '000000')
  expect((await logIn({ testApp: owner.testApp, email })).statusCode).toBe(200)
})

test.each(['change', 'reset'])(
  'a %s of the password ends a half-finished login and keeps the second step',
  async (how) => {
    const owner = await withApp()
    const { testApp, person, email } = owner
    const begun = await challengeOf(owner)
    if (how === 'reset') {
      const code = await makeResetCode(testApp.db, person.id)
      const draft = { email, code, newPassword: NEW, confirmPassword: NEW }
      expect((await testApp.request('POST', '/api/auth/reset', draft)).statusCode).toBe(200)
    } else {
      const draft = { password: PASSWORD, newPassword: NEW, confirmPassword: NEW }
      expect((await person.request('PUT', '/api/auth/password', draft)).statusCode).toBe(200)
    }
    const late = await finish(owner, begun, codeOf(owner.secret))
    expect(late.statusCode).toBe(401)
    expect(late.json().message).toBe(TOO_OLD)
    const first = await logIn(owner, NEW)
    expect(first.json().code).toBe('second_factor')
    expect((await finish(owner, first.json().challenge, codeOf(owner.secret))).statusCode).toBe(200)
  },
)

test('no other challenge and no token replaces the first step', async () => {
  const owner = await withApp()
  const { testApp, person } = owner
  const device = createDevice()
  await addPasskey(person, device)
  const tries = [
    await askChallenge(testApp, 'login'),
    await askChallenge(person, 'confirm'),
    person.token.replace('vc1_', ''),
    'A'.repeat(43),
  ]
  for (const challenge of tries) {
    const answer = await finish(owner, challenge, codeOf(owner.secret))
    expect(answer.statusCode).toBe(401)
    expect(answer.json().message).toBe(TOO_OLD)
  }
  const late = await challengeOf(owner)
  owner.later(301)
  expect((await finish(owner, late, codeOf(owner.secret))).json().message).toBe(TOO_OLD)
})

test('another user’s code does not finish a login', async () => {
  const owner = await withApp()
  const bea = await owner.testApp.user('Bea')
  await givePassword(owner.testApp, bea)
  const { secret } = (await bea.request('POST', '/api/auth/totp', { password: PASSWORD })).json()
  await bea.request('POST', '/api/auth/totp', { code: codeOf(secret) })
  owner.later(60)
  expect((await finish(owner, await challengeOf(owner), codeOf(secret))).statusCode).toBe(401)
})

test('after the app is turned off with the password, a login needs no code and the recovery codes are deleted', async () => {
  const owner = await withApp()
  const { testApp, person } = owner
  const begun = await challengeOf(owner)
  expect((await person.request('DELETE', '/api/auth/totp', { password: NEW })).statusCode).toBe(400)
  const off = await person.request('DELETE', '/api/auth/totp', { password: PASSWORD })
  expect(off.json()).toEqual({ success: true, message: 'Your authenticator app is turned off.' })
  expect((await finish(owner, begun, owner.recoveryCodes[0] ?? '')).statusCode).toBe(401)
  expect((await logIn(owner)).statusCode).toBe(200)
  expect(await testApp.db.selectFrom('recovery_codes').selectAll().execute()).toEqual([])
  expect(await eventsOf(testApp)).toEqual(['authenticator', 'authenticator-removed'])
})

test('the owner is notified of a login from a new network, but not of the first login', async () => {
  const testApp = await openTestApp({ environment: { TRUST_PROXY: '127.0.0.1' } })
  const email = await givePassword(testApp, await testApp.user('Ada'))
  const from = (network: string) =>
    testApp.request('POST', '/api/auth/login', { email, password: PASSWORD }, { 'x-forwarded-for': network })
  await from('198.51.100.4')
  await from('198.51.100.4')
  expect(await eventsOf(testApp)).toEqual([])
  await from('203.0.113.9')
  await from('203.0.113.9')
  expect(await eventsOf(testApp)).toEqual(['login'])
})

test.each([{}, { challenge: 'x' }, { challenge: 'x', code: '' }, { challenge: ['x'], code: '123456' }])(
  'an invalid challenge or code is rejected: %o',
  async (body) => {
    const { request } = await openTestApp()
    expect((await request('POST', SECOND, body)).statusCode).toBe(400)
  },
)
