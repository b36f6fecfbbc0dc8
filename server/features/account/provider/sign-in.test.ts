import { expect, test } from 'vitest'
import { Upload } from '#server/test-app.ts'
import { givePassword, PASSWORD } from '#server/test-passwords.ts'
import { connectIdentity, openSignInSite, signIn } from '#server/test-provider-sign-in.ts'
import { saveSettings } from '#server/test-settings.ts'

const CONNECT = '/api/auth/identities'
const SIGN_UP = '/api/auth/oidc/signup'

test('a first sign-in asks for the rest of the account, and the next one logs in', async () => {
  const site = await openSignInSite()
  const { testApp } = site
  const first = await signIn(site)
  expect(first.statusCode, first.body).toBe(200)
  const { signup } = first.json()
  expect(signup).toMatchObject({ username: 'Maria Gomez', email: 'maria@school.example' })
  const made = await testApp.request(
    'POST',
    SIGN_UP,
    new Upload({ challenge: signup.challenge, username: 'Maria G', role: 'Student' }),
  )
  expect(made.statusCode, made.body).toBe(201)
  expect(made.json()).toMatchObject({ username: 'Maria G', role: 'Student', email: 'maria@school.example' })
  const again = await signIn(site)
  expect(again.json()).toMatchObject({ _id: made.json()._id, message: 'You are logged in.' })
  const user = await testApp.db
    .selectFrom('users')
    .select(['password_hash', 'email_verified_at'])
    .executeTakeFirstOrThrow()
  expect(user).toEqual({ password_hash: '!', email_verified_at: expect.any(String) })
})

test('the form of a first sign-in works once', async () => {
  const site = await openSignInSite()
  const { challenge } = (await signIn(site)).json().signup
  const send = () =>
    site.testApp.request('POST', SIGN_UP, new Upload({ challenge, username: 'Maria G', role: 'Student' }))
  const answers = await Promise.all([send(), send()])
  expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([201, 401])
})

test('an automatic account has the name of the provider and a drawn picture', async () => {
  const site = await openSignInSite()
  await saveSettings(site.testApp, { providerAccounts: 'automatic' })
  const made = await signIn(site)
  expect(made.statusCode, made.body).toBe(200)
  expect(made.json()).toMatchObject({ username: 'Maria Gomez', role: 'Student', isAdmin: false })
  expect((await site.testApp.request('GET', made.json().profilePhoto.url)).statusCode).toBe(200)
})

test('an automatic account does not take the name of an admin', async () => {
  const site = await openSignInSite()
  await site.testApp.user('Maria Gomez', 'Student', { isAdmin: true })
  await saveSettings(site.testApp, { providerAccounts: 'automatic' })
  expect((await signIn(site)).json()).toMatchObject({ username: 'New member' })
})

test('where admins make the accounts, a stranger is sent to them', async () => {
  const site = await openSignInSite()
  await saveSettings(site.testApp, { providerAccounts: 'off' })
  const answer = await signIn(site)
  expect(answer.statusCode).toBe(403)
  expect(answer.json().message).toBe('Ask an admin for an account.')
})

test.each(['form', 'automatic'] as const)(
  'with accounts %s, the list of domains applies',
  async (providerAccounts) => {
    const site = await openSignInSite()
    const domains = ['college.example']
    await saveSettings(site.testApp, {
      registration: 'domain',
      registrationDomains: domains,
      providerAccounts,
    })
    const answer = await signIn(site)
    expect(answer.statusCode).toBe(403)
    expect(answer.json().message).toBe('Registration is open to addresses at college.example.')
    site.provider.person.email = 'maria@college.example'
    expect((await signIn(site)).statusCode).toBe(200)
  },
)

test('accounts of the provider are made whatever registration says', async () => {
  const site = await openSignInSite()
  await saveSettings(site.testApp, { registration: 'closed', providerAccounts: 'automatic' })
  expect((await signIn(site)).statusCode).toBe(200)
})

test('an address that the provider has not verified gets no account', async () => {
  const site = await openSignInSite()
  site.provider.person.email_verified = false
  const answer = await signIn(site)
  expect(answer.statusCode).toBe(403)
  expect(answer.json().message).toBe('Your email address is not verified at School account.')
})

test('the address of an existing account is never enough: its owner logs in once to connect it', async () => {
  const site = await openSignInSite()
  const { testApp, provider } = site
  const [owner, other] = await testApp.users([{ name: 'Maria' }, { name: 'Ben' }])
  if (!(owner && other)) throw new Error('There are no users.')
  provider.person.email = (await givePassword(testApp, owner)).toUpperCase()
  const answer = await signIn(site)
  expect(answer.statusCode).toBe(409)
  const { challenge, ...error } = answer.json()
  expect(error).toMatchObject({
    code: 'account_exists',
    message: 'You already have an account. Log in once to connect it.',
  })
  const connect = (token: string, body: object) =>
    testApp.request('POST', CONNECT, body, { authorization: `Bearer ${token}` })
  expect((await connect(other.token, { challenge })).statusCode).toBe(400)
  const again = (await signIn(site)).json().challenge
  // A session from before the sign-in may be a stolen one.
  expect((await connect(owner.token, { challenge: again })).statusCode).toBe(400)
  const fresh = (await signIn(site)).json().challenge
  const login = { email: provider.person.email, password: PASSWORD }
  const { token } = (await testApp.request('POST', '/api/auth/login', login)).json()
  const connected = await connect(token, { challenge: fresh })
  expect(connected.statusCode, connected.body).toBe(201)
  expect((await signIn(site)).json()).toMatchObject({ _id: owner.id })
})

test('a suspended user does not get in, and a claim changes nothing', async () => {
  const site = await openSignInSite()
  const user = await site.testApp.user('Maria')
  await connectIdentity(site, user)
  await saveSettings(site.testApp, { providerAdmin: 'admins' })
  site.provider.person.groups = ['admins']
  await site.testApp.db
    .updateTable('users')
    .set({ suspended_at: new Date().toISOString(), suspended_reason: 'Spam' })
    .where('id', '=', user.id)
    .execute()
  expect((await signIn(site)).statusCode).toBe(403)
  const { is_admin } = await site.testApp.db.selectFrom('users').select('is_admin').executeTakeFirstOrThrow()
  expect(is_admin).toBe(0)
})
