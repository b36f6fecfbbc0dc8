import { expect, test, vi } from 'vitest'
import { runAdmin } from '#server/cli/admin.ts'
import { type TestApp, Upload } from '#server/test-app.ts'
import { givePassword, PASSWORD } from '#server/test-passwords.ts'
import { openSignInSite } from '#server/test-provider-sign-in.ts'

const USE = '/api/auth/login-link'

async function siteWithoutPasswords() {
  const site = await openSignInSite({ PASSWORD_LOGIN: 'off' })
  await site.provider.close()
  const [admin, other, student] = await site.testApp.users([
    { name: 'Root', isAdmin: true },
    { name: 'Ruth', isAdmin: true },
    { name: 'Sam' },
  ])
  if (!(admin && other && student)) throw new Error('There are no users.')
  const email = await givePassword(site.testApp, admin)
  return { ...site, admin, other, student, email }
}

async function print({ db, images }: TestApp, email: string): Promise<string> {
  const said: string[] = []
  const hand = { db, images, transcribes: false, origin: 'https://learn.example' }
  await runAdmin({ ...hand, say: (line) => said.push(line) }, ['login-link', email])
  return said.join('\n')
}

const tokenIn = (said: string) => /#token=([\w-]+)$/.exec(said)?.[1] ?? ''

test('without passwords and with the provider down, an admin gets in with a link of the command line', async () => {
  const { testApp, admin, other, email } = await siteWithoutPasswords()
  const said = await print(testApp, email)
  expect(said).toMatch(
    /^Link for .*, valid once and for 10 minutes:\nhttps:\/\/learn\.example\/login-link#token=[\w-]{43}$/,
  )
  const token = tokenIn(said)
  const used = await testApp.request('POST', USE, { token })
  expect(used.json()).toMatchObject({ _id: admin.id, isAdmin: true })
  expect((await testApp.request('POST', USE, { token })).statusCode).toBe(401)
  const told = await testApp.db.selectFrom('notifications').select(['user_id', 'data']).execute()
  expect(told.map(({ user_id }) => user_id).toSorted()).toEqual([admin.id, other.id].toSorted())
  expect(told.every(({ data }) => JSON.parse(data).event === 'login-link')).toBe(true)
  const actions = await testApp.db.selectFrom('audit').select('action').orderBy('id').execute()
  expect(actions.map(({ action }) => action)).toContain('login.link')
})

test('a link is valid for ten minutes, for one request, and only while its owner is an admin', async () => {
  const { testApp, admin, email } = await siteWithoutPasswords()
  const token = tokenIn(await print(testApp, email))
  const answers = await Promise.all([1, 2, 3].map(() => testApp.request('POST', USE, { token })))
  expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 401, 401])
  const late = tokenIn(await print(testApp, email))
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 601_000 })
  expect((await testApp.request('POST', USE, { token: late })).statusCode).toBe(401)
  vi.useRealTimers()
  const unused = tokenIn(await print(testApp, email))
  await testApp.db.updateTable('users').set({ is_admin: 0 }).where('id', '=', admin.id).execute()
  expect((await testApp.request('POST', USE, { token: unused })).statusCode).toBe(401)
})

test('only admins get such a link', async () => {
  const { testApp, student } = await siteWithoutPasswords()
  const { email } = await testApp.db
    .selectFrom('users')
    .select('email')
    .where('id', '=', student.id)
    .executeTakeFirstOrThrow()
  expect(await print(testApp, email)).toBe(`${email} is no admin.`)
})

test('the link of an admin with an authenticator app asks for the second step', async () => {
  const { testApp, admin, email } = await siteWithoutPasswords()
  await testApp.db
    .insertInto('totp')
    .values({ user_id: admin.id, secret: 'x', confirmed_at: new Date().toISOString(), last_step: 0 })
    .execute()
  const answer = await testApp.request('POST', USE, { token: tokenIn(await print(testApp, email)) })
  expect(answer.statusCode).toBe(401)
  expect(answer.json()).toMatchObject({ code: 'second_factor', challenge: expect.any(String) })
})

test.each([
  ['POST', '/api/auth/login', { email: 'a@b.example', password: PASSWORD }],
  ['POST', '/api/auth/register', new Upload({ username: 'Ada' })],
  ['POST', '/api/auth/forgot', { email: 'a@b.example' }],
  ['POST', '/api/auth/reset', {}],
] as const)('with passwords turned off, %s %s says so', async (method, path, body) => {
  const { testApp } = await siteWithoutPasswords()
  const answer = await testApp.request(method, path, body)
  expect(answer.statusCode).toBe(403)
  expect(answer.json().message).toBe('Password login is turned off on this site.')
})

test('the site says how people log in', async () => {
  const { testApp } = await siteWithoutPasswords()
  expect((await testApp.request('GET', '/api/auth/options')).json()).toMatchObject({
    provider: { label: 'School account' },
    passwordLogin: false,
  })
})
