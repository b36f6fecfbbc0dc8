import { expect, test } from 'vitest'
import { addPasskey, createDevice } from '#server/test-passkey.ts'
import { givePassword, PASSWORD } from '#server/test-passwords.ts'
import {
  connectIdentity,
  openSignInSite,
  type SignInSite,
  signIn,
  ticketFor,
} from '#server/test-provider-sign-in.ts'

const IDENTITIES = '/api/auth/identities'
const OWN = `${IDENTITIES}/sso`

async function siteWithPassword(environment: Record<string, string> = {}) {
  const site = await openSignInSite(environment)
  const user = await site.testApp.user('Maria')
  await givePassword(site.testApp, user)
  return { ...site, user }
}

async function eventsOf({ testApp: { db } }: SignInSite, userId: string): Promise<unknown[]> {
  const rows = await db.selectFrom('notifications').select('data').where('user_id', '=', userId).execute()
  return rows.map(({ data }) => JSON.parse(data).event)
}

test('a user connects their account with the password, and is told', async () => {
  const site = await siteWithPassword()
  const { user, provider } = site
  const { ticket, cookie } = await ticketFor(site, 'connect')
  const body = { ticket, password: PASSWORD }
  const connected = await user.request('POST', IDENTITIES, body, { cookie })
  expect(connected.statusCode, connected.body).toBe(201)
  expect(connected.json().identity).toMatchObject({ label: 'School account', email: provider.person.email })
  expect((await user.request('GET', IDENTITIES)).json().identities).toHaveLength(1)
  expect((await signIn(site)).json()._id).toBe(user.id)
  expect(await eventsOf(site, user.id)).toEqual(['provider'])
})

test('a stolen session cannot connect an account', async () => {
  const site = await siteWithPassword()
  for (const password of [undefined, 'wrong password']) {
    const { ticket, cookie } = await ticketFor(site, 'connect')
    const answer = await site.user.request('POST', IDENTITIES, { ticket, password }, { cookie })
    expect(answer.statusCode).toBe(400)
    expect(answer.json().errors).toHaveProperty('password')
  }
  expect((await site.user.request('GET', IDENTITIES)).json().identities).toEqual([])
})

test('an account of the provider belongs to one user', async () => {
  const site = await siteWithPassword()
  await connectIdentity(site, await site.testApp.user('Ben'))
  const { ticket, cookie } = await ticketFor(site, 'connect')
  const answer = await site.user.request('POST', IDENTITIES, { ticket, password: PASSWORD }, { cookie })
  expect(answer.statusCode).toBe(409)
})

test('a user disconnects their account with the password', async () => {
  const site = await siteWithPassword()
  await connectIdentity(site, site.user)
  expect((await site.user.request('DELETE', OWN, {})).statusCode).toBe(400)
  const answer = await site.user.request('DELETE', OWN, { password: PASSWORD })
  expect(answer.statusCode, answer.body).toBe(200)
  expect((await site.user.request('GET', IDENTITIES)).json().identities).toEqual([])
  expect(await eventsOf(site, site.user.id)).toEqual(['provider-removed'])
})

test('the last way in stays: neither the provider nor the passkey beside it', async () => {
  const site = await siteWithPassword()
  const { testApp, user } = site
  await connectIdentity(site, user)
  const device = createDevice()
  const passkeyId = (await addPasskey(user, device)).json().passkey._id
  await testApp.db.updateTable('users').set({ password_hash: '!' }).where('id', '=', user.id).execute()
  const confirm = async () => {
    const { ticket, cookie } = await ticketFor(site, 'confirm')
    return [{ ticket }, { cookie }] as const
  }
  // With the provider connected, the passkey is not the last way in.
  const [proof, headers] = await confirm()
  const passkeyGone = await user.request('DELETE', `/api/auth/passkeys/${passkeyId}`, proof, headers)
  expect(passkeyGone.statusCode, passkeyGone.body).toBe(200)
  const [second, more] = await confirm()
  const last = await user.request('DELETE', OWN, second, more)
  expect(last.statusCode).toBe(409)
  expect(last.json().message).toBe('Set a password or add a passkey first.')
})

test('with passwords turned off, a password is no way in', async () => {
  const site = await siteWithPassword({ PASSWORD_LOGIN: 'off' })
  await connectIdentity(site, site.user)
  expect((await site.user.request('DELETE', OWN, { password: PASSWORD })).statusCode).toBe(409)
})

test('a user without a password confirms who they are with the provider, once and in their browser', async () => {
  const site = await openSignInSite()
  const [user, other] = await site.testApp.users([{ name: 'Maria' }, { name: 'Ben' }])
  if (!(user && other)) throw new Error('There are no users.')
  await connectIdentity(site, user)
  const change = { newPassword: 'plum tree 44', confirmPassword: 'plum tree 44' }
  const first = await ticketFor(site, 'confirm')
  const set = (body: object, cookie: string) =>
    user.request('PUT', '/api/auth/password', { ...change, ...body }, { cookie })
  expect((await set({ ticket: first.ticket }, '')).json().errors).toHaveProperty('ticket')
  const second = await ticketFor(site, 'confirm')
  const foreign = await other.request(
    'PUT',
    '/api/auth/password',
    { ...change, ticket: second.ticket },
    { cookie: second.cookie },
  )
  expect(foreign.statusCode).toBe(400)
  // A ticket of an ordinary login, which the provider may have given without asking, does not count.
  const login = await ticketFor(site, 'login')
  expect((await set({ ticket: login.ticket }, login.cookie)).statusCode).toBe(400)
  const third = await ticketFor(site, 'confirm')
  const done = await set({ ticket: third.ticket }, third.cookie)
  expect(done.statusCode, done.body).toBe(200)
})

test('the accounts of the provider go with the user', async () => {
  const site = await siteWithPassword()
  await connectIdentity(site, site.user)
  await site.testApp.db.deleteFrom('users').where('id', '=', site.user.id).execute()
  expect(await site.testApp.db.selectFrom('identities').selectAll().execute()).toEqual([])
})

test('a passkey may also be added after confirming with the provider', async () => {
  const site = await openSignInSite()
  const user = await site.testApp.user('Maria')
  await connectIdentity(site, user)
  const { ticket, cookie } = await ticketFor(site, 'confirm')
  const options = await user.request(
    'POST',
    '/api/auth/passkeys/options',
    { purpose: 'register', ticket },
    { cookie },
  )
  expect(options.statusCode, options.body).toBe(200)
})
