import { expect, onTestFinished, test, vi } from 'vitest'
import { openTestApp, picture, type TestApp, type TestUser, Upload } from '#server/test-app.ts'
import { mailSettings, openMailServer, sendWaiting } from '#server/test-mail-server.ts'
import { givePassword, PASSWORD } from '#server/test-passwords.ts'

const MINUTE = 60_000
const VICTIM = 'victim@example.org'
const READY = 'Your account is ready. You can log in now.'

/** A site with real limits, and a clock that only the test moves. */
async function openSite() {
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  const server = await openMailServer()
  const testApp = await openTestApp({ rateScale: 1, environment: mailSettings(server) })
  const linksTo = async (address: string) => {
    await sendWaiting(testApp)
    return server.received.filter(({ to }) => to.includes(address)).length
  }
  return { testApp, server, linksTo }
}

async function member(testApp: TestApp, name: string): Promise<TestUser & { email: string }> {
  const person = await testApp.user(name)
  return { ...person, email: await givePassword(testApp, person) }
}

function changeAddress(person: TestUser, email: string, others: Record<string, string> = {}) {
  const body = new Upload({ email, oldPassword: PASSWORD, ...others })
  return person.request('PUT', `/api/users/profile/${person.id}`, body)
}

const askAgain = (person: TestUser) => person.request('POST', '/api/auth/verify/again', {})

async function register({ request }: TestApp, email: string) {
  const draft = { username: 'Bea', email, password: PASSWORD, confirmPassword: PASSWORD, role: 'Student' }
  const file = { field: 'profilePhoto', bytes: await picture() }
  return request('POST', '/api/auth/register', new Upload(draft, file))
}

test('an account gets one link a minute and five an hour, by a change of address or again', async () => {
  const { testApp, linksTo } = await openSite()
  const ada = await member(testApp, 'Ada')
  expect((await askAgain(ada)).json().message).toMatch(/^We sent a link to .•••@example\.org\.$/)
  for (const sooner of [await askAgain(ada), await changeAddress(ada, VICTIM)]) {
    expect(sooner.statusCode).toBe(429)
    expect(Number(sooner.headers['retry-after'])).toBeGreaterThan(50)
    expect(sooner.json().message).toBe('Too many links were asked for. Please try again in 60 seconds.')
  }
  for (const [minute, address] of [
    'a@example.org',
    'b@example.org',
    'c@example.org',
    'd@example.org',
  ].entries()) {
    vi.advanceTimersByTime(MINUTE)
    expect([minute, (await changeAddress(ada, address)).statusCode]).toEqual([minute, 200])
  }
  vi.advanceTimersByTime(MINUTE)
  const sixth = await changeAddress(ada, 'e@example.org')
  expect(sixth.json().message).toBe('Too many links were asked for. Please try again in 55 minutes.')
  expect(await linksTo('example.org')).toBe(5)
})

test('a refused change of address changes nothing else, and every other change of the profile works', async () => {
  const { testApp } = await openSite()
  const ada = await member(testApp, 'Ada')
  await askAgain(ada)
  expect((await changeAddress(ada, VICTIM, { username: 'Ada King' })).statusCode).toBe(429)
  const { username, pending_email } = await testApp.db
    .selectFrom('users')
    .select(['username', 'pending_email'])
    .executeTakeFirstOrThrow()
  expect([username, pending_email]).toEqual(['Ada', null])
  expect((await changeAddress(ada, ada.email, { username: 'Ada King' })).statusCode).toBe(200)
})

test('an address gets three links an hour, whoever asks for them', async () => {
  const { testApp, linksTo } = await openSite()
  const people = await Promise.all(['Ada', 'Bea', 'Cleo', 'Dee'].map((name) => member(testApp, name)))
  const answers: number[] = []
  for (const person of people) answers.push((await changeAddress(person, VICTIM)).statusCode)
  expect(answers).toEqual([200, 200, 200, 429])
  expect(await linksTo(VICTIM)).toBe(3)
})

test('a registration over the limit makes the account, sends no link and says when to ask for one', async () => {
  const { testApp, linksTo } = await openSite()
  for (const name of ['Ada', 'Cleo']) await changeAddress(await member(testApp, name), VICTIM)
  expect((await register(testApp, VICTIM)).json()).toEqual({ success: true, message: READY })
  expect(await linksTo(VICTIM)).toBe(3)
  await testApp.db
    .updateTable('users')
    .set({ email: 'x', email_key: 'x' })
    .where('email', '=', VICTIM)
    .execute()
  const late = await register(testApp, VICTIM)
  expect(late.statusCode).toBe(201)
  expect(late.json().message).toBe(`${READY} To confirm your email address, ask for a link in 60 minutes.`)
  expect(await linksTo(VICTIM)).toBe(3)
  const login = await testApp.request('POST', '/api/auth/login', { email: VICTIM, password: PASSWORD })
  expect(login.statusCode).toBe(200)
})

test('an address that nobody has confirmed gets ten other mails an hour', async () => {
  const { testApp, linksTo } = await openSite()
  const eve = await member(testApp, 'Eve')
  const passwords = Array.from({ length: 12 }, (_, n) => `plum tree number ${n}`)
  let [token, password] = [eve.token, PASSWORD]
  for (const newPassword of passwords) {
    const body = { password, newPassword, confirmPassword: newPassword }
    const headers = { authorization: `Bearer ${token}` }
    const changed = await testApp.request('PUT', '/api/auth/password', body, headers)
    expect(changed.statusCode).toBe(200)
    token = changed.json().updatedUser.token
    password = newPassword
  }
  expect(await linksTo(eve.email)).toBe(10)
  await testApp.db.updateTable('users').set({ email_verified_at: new Date().toISOString() }).execute()
  const body = { password, newPassword: PASSWORD, confirmPassword: PASSWORD }
  await testApp.request('PUT', '/api/auth/password', body, { authorization: `Bearer ${token}` })
  expect(await linksTo(eve.email)).toBe(11)
})
