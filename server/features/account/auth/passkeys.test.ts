import { expect, test, vi } from 'vitest'
import { newId } from '#server/data/ids.ts'
import { openTestApp, type TestApp, type TestUser } from '#server/test-app.ts'
import { addPasskey, askChallenge, createDevice, type Device } from '#server/test-passkey.ts'
import { givePassword, PASSWORD } from '#server/test-passwords.ts'
import { sweepExpired } from './sessions.ts'

/** While set, the next verified registration waits for it. */
const gate = vi.hoisted((): { hold?: (() => Promise<void>) | undefined } => ({}))

vi.mock('@simplewebauthn/server', async (original) => {
  const real = await original<typeof import('@simplewebauthn/server')>()
  return {
    ...real,
    verifyRegistrationResponse: async (...input: Parameters<typeof real.verifyRegistrationResponse>) => {
      const made = await real.verifyRegistrationResponse(...input)
      const { hold } = gate
      gate.hold = undefined
      await hold?.()
      return made
    },
  }
})

const LOGIN = '/api/auth/passkeys/login'

interface Owner {
  testApp: TestApp
  person: TestUser
  device: Device
  id: string
}

/** A user with a password and one passkey. */
async function withPasskey(environment: Record<string, string> = {}): Promise<Owner> {
  const testApp = await openTestApp({ environment })
  const person = await testApp.user('Ada')
  await givePassword(testApp, person)
  const device = createDevice()
  const added = await addPasskey(person, device)
  expect(added.json()).toMatchObject({ success: true, passkey: { name: 'Test device' } })
  return { testApp, person, device, id: added.json().passkey._id }
}

async function removePassword({ db }: TestApp, { id }: TestUser): Promise<void> {
  await db.updateTable('users').set({ password_hash: '!' }).where('id', '=', id).execute()
}

async function logIn({ testApp, device }: Owner, changes: Parameters<Device['get']>[1] = {}) {
  return testApp.request('POST', LOGIN, device.get(await askChallenge(testApp, 'login'), changes))
}

const passkeyOf = async ({ testApp, id }: Owner) =>
  testApp.db.selectFrom('passkeys').selectAll().where('id', '=', id).executeTakeFirst()

async function eventsOf({ db }: TestApp, { id }: TestUser): Promise<unknown[]> {
  const rows = await db
    .selectFrom('notifications')
    .select(['data'])
    .where('user_id', '=', id)
    .where('kind', '=', 'security')
    .orderBy('id')
    .execute()
  return rows.map(({ data }) => JSON.parse(data).event)
}

const WRONG = { success: false, code: 'wrong_credentials', message: 'This passkey does not work here.' }

test('a passkey logs in without a name and a password', async () => {
  const owner = await withPasskey()
  const asked = await owner.testApp.request('POST', '/api/auth/passkeys/options', { purpose: 'login' })
  const { challenge, request } = asked.json()
  expect(request).toEqual({ challenge, rpId: 'localhost', timeout: 300_000, userVerification: 'required' })
  const answer = await owner.testApp.request('POST', LOGIN, owner.device.get(challenge))
  expect(answer.statusCode).toBe(200)
  expect(answer.json()).toMatchObject({ _id: owner.person.id, message: 'You are logged in.' })
  const used = await owner.testApp.request('GET', '/api/auth/passkeys', undefined, {
    authorization: `Bearer ${answer.json().token}`,
  })
  expect(used.json().passkeys).toEqual([
    {
      _id: owner.id,
      name: 'Test device',
      host: 'localhost',
      isForThisSite: true,
      isDisabled: false,
      isSynced: false,
      createdAt: expect.any(String),
      lastUsedAt: expect.any(String),
    },
  ])
  expect(await eventsOf(owner.testApp, owner.person)).toEqual(['passkey'])
})

test('a passkey logs in without a code, even if an authenticator app is on', async () => {
  const owner = await withPasskey()
  const row = { user_id: owner.person.id, secret: '', confirmed_at: new Date().toISOString(), last_step: 0 }
  await owner.testApp.db.insertInto('totp').values(row).execute()
  expect((await logIn(owner)).statusCode).toBe(200)
})

test('a suspended user cannot log in with a passkey and sees the reason', async () => {
  const owner = await withPasskey()
  const suspension = { suspended_at: new Date().toISOString(), suspended_reason: 'Spam.' }
  await owner.testApp.db.updateTable('users').set(suspension).execute()
  const answer = await logIn(owner)
  expect([answer.statusCode, answer.json().message]).toEqual([403, 'This account is suspended: Spam.'])
})

test.each([
  ['of another host', { host: 'evil.example' }],
  ['of another origin', { origin: 'https://evil.example' }],
  ['that did not verify its user', { isVerified: false }],
  ['that names another user', { userHandle: Buffer.from(newId()).toString('base64url') }],
])('an assertion %s is rejected', async (_, changes) => {
  const owner = await withPasskey()
  const answer = await logIn(owner, changes)
  expect(answer.statusCode).toBe(401)
  expect(answer.json()).toMatchObject(WRONG)
  expect((await logIn(owner)).statusCode).toBe(200)
})

test.each([
  ['of another host', { host: 'evil.example' }],
  ['of another origin', { origin: 'https://evil.example' }],
  ['that did not verify its user', { isVerified: false }],
])('a passkey %s cannot be added', async (_, changes) => {
  const testApp = await openTestApp()
  const person = await testApp.user('Ada')
  await givePassword(testApp, person)
  const answer = await addPasskey(person, createDevice(), changes)
  expect(answer.statusCode).toBe(400)
  expect(answer.json().message).toBe('This passkey could not be added.')
})

test('a challenge works once, for five minutes and for one purpose', async () => {
  const owner = await withPasskey()
  const { testApp, device, person } = owner
  const challenge = await askChallenge(testApp, 'login')
  expect((await testApp.request('POST', LOGIN, device.get(challenge))).statusCode).toBe(200)
  expect((await testApp.request('POST', LOGIN, device.get(challenge))).statusCode).toBe(401)
  const confirming = await askChallenge(person, 'confirm')
  expect((await testApp.request('POST', LOGIN, device.get(confirming))).statusCode).toBe(401)
  expect((await testApp.request('POST', LOGIN, device.get('A'.repeat(43)))).statusCode).toBe(401)
  const late = await askChallenge(testApp, 'login')
  await testApp.db
    .updateTable('challenges')
    .set({ expires_at: new Date(Date.now() - 1000).toISOString() })
    .execute()
  expect((await testApp.request('POST', LOGIN, device.get(late))).statusCode).toBe(401)
  await sweepExpired(testApp.db)
  expect(await testApp.db.selectFrom('challenges').select('id').execute()).toEqual([])
})

test('of many requests with one challenge, one logs in', async () => {
  const { testApp, device } = await withPasskey()
  const assertion = device.get(await askChallenge(testApp, 'login'))
  const answers = await Promise.all(
    Array.from({ length: 5 }, () => testApp.request('POST', LOGIN, assertion)),
  )
  expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
})

test('a passkey whose counter does not increase is disabled until its owner enables it again', async () => {
  const owner = await withPasskey()
  const { testApp, person, id } = owner
  expect((await logIn(owner, { counter: 7 })).statusCode).toBe(200)
  const copied = await logIn(owner, { counter: 7 })
  expect(copied.statusCode).toBe(401)
  expect(copied.json()).toMatchObject(WRONG)
  expect(await eventsOf(testApp, person)).toEqual(['passkey', 'passkey-disabled'])
  expect((await logIn(owner, { counter: 9 })).statusCode).toBe(401)
  const enable = (proof: object) =>
    person.request('PUT', `/api/auth/passkeys/${id}`, { enabled: true, ...proof })
  expect((await enable({})).json().errors).toEqual({ password: 'Enter your password.' })
  const stolen = owner.device.get(await askChallenge(person, 'confirm'))
  expect((await enable({ passkey: stolen })).json().errors).toEqual({ passkey: WRONG.message })
  expect((await logIn(owner, { counter: 9 })).statusCode).toBe(401)
  expect((await enable({ password: PASSWORD })).json()).toMatchObject({ passkey: { isDisabled: false } })
  expect(await eventsOf(testApp, person)).toEqual(['passkey', 'passkey-disabled', 'passkey-enabled'])
  expect((await logIn(owner, { counter: 9 })).statusCode).toBe(200)
})

test('a passkey without a counter stays usable', async () => {
  const owner = await withPasskey()
  for (const _ of [1, 2]) expect((await logIn(owner, { counter: 0 })).statusCode).toBe(200)
  expect(await passkeyOf(owner)).toMatchObject({ counter: 0, disabled_at: null })
})

test('adding a passkey needs the password, before or after the device creates it', async () => {
  const testApp = await openTestApp()
  const person = await testApp.user('Ada')
  await givePassword(testApp, person)
  const wrong = { purpose: 'register', password: 'plum tree 44' }
  const rejected = await person.request('POST', '/api/auth/passkeys/options', wrong)
  expect(rejected.json().errors).toEqual({ password: 'Password is incorrect.' })
  const asked = await person.request('POST', '/api/auth/passkeys/options', { purpose: 'register' })
  const { challenge, creation } = asked.json()
  const made = { challenge, name: 'Laptop', credential: createDevice().create(challenge, creation.user.id) }
  const without = await person.request('POST', '/api/auth/passkeys/register', made)
  expect(without.json().errors).toEqual({ password: 'Enter your password.' })
  const added = await person.request('POST', '/api/auth/passkeys/register', { ...made, password: PASSWORD })
  expect(added.statusCode).toBe(201)
  const again = await person.request('POST', '/api/auth/passkeys/register', { ...made, password: PASSWORD })
  expect(again.json().message).toBe('This took too long. Please try again.')
})

test('a user without a password confirms who they are with another passkey', async () => {
  const owner = await withPasskey()
  const { testApp, person, device } = owner
  await removePassword(testApp, person)
  const passkey = device.get(await askChallenge(person, 'confirm'))
  const asked = await person.request('POST', '/api/auth/passkeys/options', { purpose: 'register', passkey })
  const { challenge, creation } = asked.json()
  expect(creation.excludeCredentials).toEqual([
    { id: device.id, type: 'public-key', transports: ['internal'] },
  ])
  const credential = createDevice().create(challenge, creation.user.id)
  const body = { challenge, name: 'Second', credential }
  expect((await person.request('POST', '/api/auth/passkeys/register', body)).statusCode).toBe(201)
  const ended = await person.request('DELETE', '/api/auth/sessions', { passkey })
  expect(ended.json().errors).toEqual({ passkey: 'This passkey does not work here.' })
})

test('a passkey or a challenge of another user is rejected', async () => {
  const { testApp, person, device } = await withPasskey()
  const bea = await testApp.user('Bea')
  await givePassword(testApp, bea)
  const hers = createDevice()
  expect((await addPasskey(bea, hers)).statusCode).toBe(201)
  const tries = [
    hers.get(await askChallenge(person, 'confirm')),
    device.get(await askChallenge(bea, 'confirm')),
    device.get(await askChallenge(testApp, 'login')),
  ]
  for (const passkey of tries) {
    const answer = await person.request('DELETE', '/api/auth/sessions', { passkey })
    expect(answer.json().errors).toEqual({ passkey: 'This passkey does not work here.' })
  }
  const { challenge, creation } = (
    await bea.request('POST', '/api/auth/passkeys/options', { purpose: 'register', password: PASSWORD })
  ).json()
  const credential = createDevice().create(challenge, creation.user.id)
  const stolen = await person.request('POST', '/api/auth/passkeys/register', {
    challenge,
    name: 'X',
    credential,
  })
  expect(stolen.statusCode).toBe(400)
})

test('one passkey cannot be added twice', async () => {
  const { testApp, device } = await withPasskey()
  const bea = await testApp.user('Bea')
  await givePassword(testApp, bea)
  const answer = await addPasskey(bea, device)
  expect(answer.statusCode).toBe(409)
  expect(answer.json().message).toBe('This passkey is already added.')
})

test('only the owner can rename and remove a passkey', async () => {
  const owner = await withPasskey()
  const { testApp, person, id } = owner
  const path = `/api/auth/passkeys/${id}`
  const bea = await testApp.user('Bea', 'Teacher', { isAdmin: true })
  expect((await bea.request('GET', '/api/auth/passkeys')).json()).toEqual({ passkeys: [] })
  for (const [method, body] of [
    ['PUT', { name: 'Mine' }],
    ['DELETE', undefined],
  ] as const) {
    const answer = await bea.request(method, path, body)
    expect(answer.statusCode).toBe(404)
    expect(answer.json().message).toBe('Passkey not found.')
  }
  const empty = await person.request('PUT', path, { name: '  ' })
  expect(empty.json().errors).toEqual({ name: 'Name must be 1 to 50 characters.' })
  expect((await person.request('PUT', path, { name: 'Laptop' })).json()).toMatchObject({
    passkey: { _id: id, name: 'Laptop' },
  })
  const without = await person.request('DELETE', path, {})
  expect(without.json().errors).toEqual({ password: 'Enter your password.' })
  expect((await logIn(owner)).statusCode).toBe(200)
  const removed = await person.request('DELETE', path, { password: PASSWORD })
  expect(removed.json()).toEqual({ success: true, message: 'The passkey is removed.' })
  expect((await logIn(owner)).statusCode).toBe(401)
  expect(await eventsOf(testApp, person)).toEqual(['passkey', 'passkey-removed'])
})

test('the last way in cannot be removed', async () => {
  const owner = await withPasskey()
  const { testApp, person, id } = owner
  await removePassword(testApp, person)
  const { email } = await testApp.db.selectFrom('users').select('email').executeTakeFirstOrThrow()
  for (const password of ['!', PASSWORD]) {
    const login = await testApp.request('POST', '/api/auth/login', { email, password })
    expect(login.json().code).toBe('wrong_credentials')
  }
  const path = `/api/auth/passkeys/${id}`
  const passkey = owner.device.get(await askChallenge(person, 'confirm'))
  const last = await person.request('DELETE', path, { passkey })
  expect(last.statusCode).toBe(409)
  expect(last.json().message).toBe('Set a password or add a passkey first.')
  await givePassword(testApp, person)
  expect((await person.request('DELETE', path, { password: PASSWORD })).statusCode).toBe(200)
})

test('passkeys of a former address of the site are listed but do not work', async () => {
  const owner = await withPasskey()
  const { testApp, person } = owner
  await testApp.db.updateTable('passkeys').set({ rp_id: 'old.example.org' }).execute()
  expect((await logIn(owner)).statusCode).toBe(401)
  const { passkeys } = (await person.request('GET', '/api/auth/passkeys')).json()
  expect(passkeys).toMatchObject([{ host: 'old.example.org', isForThisSite: false }])
})

test.each([
  ['http://lectern.example.org', false],
  ['https://192.0.2.7', false],
  ['https://lectern.example.org:8443', true],
])('under %s passkeys work: %s', async (PUBLIC_URL, work) => {
  const testApp = await openTestApp({ environment: { PUBLIC_URL } })
  const person = await testApp.user('Ada')
  expect((await person.request('GET', '/api/auth/second')).json().allowsPasskeys).toBe(work)
  const answer = await testApp.request('POST', '/api/auth/passkeys/options', { purpose: 'login' })
  if (work) expect(answer.json().request.rpId).toBe('lectern.example.org')
  else expect(answer.json().message).toBe('Passkeys do not work at this address.')
})

test.each(['/api/auth/passkeys/options', LOGIN, '/api/auth/second'])(
  'another site cannot send %s for a visitor',
  async (path) => {
    const { request } = await openTestApp()
    const answer = await request('POST', path, {}, { 'sec-fetch-site': 'cross-site' })
    expect(answer.statusCode).toBe(403)
  },
)

test('a passkey is not added if the password is reset during the request', async () => {
  const testApp = await openTestApp()
  const person = await testApp.user('Ada')
  await givePassword(testApp, person)
  const asked = await person.request('POST', '/api/auth/passkeys/options', {
    purpose: 'register',
    password: PASSWORD,
  })
  const { challenge, creation } = asked.json()
  const credential = createDevice().create(challenge, creation.user.id)
  const ending = vi.fn(async () => {
    await testApp.db.deleteFrom('sessions').where('user_id', '=', person.id).execute()
  })
  gate.hold = ending
  const answer = await person.request('POST', '/api/auth/passkeys/register', {
    challenge,
    name: 'X',
    credential,
  })
  expect(ending).toHaveBeenCalledOnce()
  expect(answer.statusCode).toBe(401)
  expect(await testApp.db.selectFrom('passkeys').select('id').execute()).toEqual([])
})
