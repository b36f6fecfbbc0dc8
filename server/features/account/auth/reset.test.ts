import { expect, test } from 'vitest'
import { openTestApp, type TestApp, type TestUser, Upload } from '#server/test-app.ts'
import { givePassword, PASSWORD } from '#server/test-passwords.ts'
import { makeResetCode } from './reset.ts'

const NEW = 'plum tree 44'
const WRONG = { code: 'This code is wrong or has expired.' }

function reset({ request }: TestApp, draft: { email: string; code: string; newPassword?: string }) {
  return request('POST', '/api/auth/reset', { newPassword: NEW, confirmPassword: NEW, ...draft })
}

async function logsIn({ request }: TestApp, email: string, password: string): Promise<boolean> {
  return (await request('POST', '/api/auth/login', { email, password })).statusCode === 200
}

async function forgetful(testApp: TestApp): Promise<{ ada: TestUser; email: string; code: string }> {
  const ada = await testApp.user('Ada')
  return { ada, email: await givePassword(testApp, ada), code: await makeResetCode(testApp.db, ada.id) }
}

test('a code sets a new password once and ends every session', async () => {
  const testApp = await openTestApp()
  const { ada, email, code } = await forgetful(testApp)
  expect(code).toMatch(/^([2-9A-HJKMNP-Z]{4}-){5}[2-9A-HJKMNP-Z]{4}$/)
  const answer = await reset(testApp, { email: email.toUpperCase(), code: ` ${code.toLowerCase()} ` })
  expect(answer.statusCode).toBe(200)
  expect(answer.json()).toEqual({
    success: true,
    message: 'Your password is changed. Log in with the new one.',
  })
  expect((await ada.request('GET', '/api/auth/sessions')).statusCode).toBe(401)
  expect(await logsIn(testApp, email, PASSWORD)).toBe(false)
  expect(await logsIn(testApp, email, NEW)).toBe(true)
  expect((await reset(testApp, { email, code })).json().errors).toEqual(WRONG)
})

test('a wrong code, an unknown address and an expired code answer alike and change nothing', async () => {
  const testApp = await openTestApp()
  const { email, code } = await forgetful(testApp)
  const bea = await testApp.user('Bea')
  const expired = await makeResetCode(testApp.db, bea.id, Date.now() - 10 * 60_000)
  const beasEmail = await givePassword(testApp, bea)
  const answers = await Promise.all([
    reset(testApp, { email, code: 'AAAA-AAAA-AAAA-AAAA-AAAA-AAAA' }),
    reset(testApp, { email: 'nobody@example.org', code }),
    reset(testApp, { email: beasEmail, code }),
    reset(testApp, { email: beasEmail, code: expired }),
  ])
  const seen = answers.map(({ statusCode, body }) => ({ statusCode, ...JSON.parse(body), requestId: '' }))
  expect(seen[0]).toMatchObject({ statusCode: 400, code: 'invalid', errors: WRONG })
  for (const answer of seen) expect(answer).toEqual(seen[0])
  expect(await logsIn(testApp, email, PASSWORD)).toBe(true)
  expect(await logsIn(testApp, beasEmail, PASSWORD)).toBe(true)
})

test('a newer code replaces the older one, and neither is kept readable', async () => {
  const testApp = await openTestApp()
  const { ada, email, code } = await forgetful(testApp)
  const newer = await makeResetCode(testApp.db, ada.id)
  const codes = await testApp.db.selectFrom('reset_codes').selectAll().execute()
  expect(codes).toHaveLength(1)
  expect(JSON.stringify(codes)).not.toContain(newer.replaceAll('-', ''))
  expect((await reset(testApp, { email, code })).statusCode).toBe(400)
  expect((await reset(testApp, { email, code: newer })).statusCode).toBe(200)
})

test.each([
  [{ newPassword: 'short' }, 'newPassword', 'Password must be at least 8 characters.'],
  [{ confirmPassword: 'plum tree 45' }, 'confirmPassword', 'Passwords do not match.'],
  [
    { newPassword: 'football1', confirmPassword: 'football1' },
    'newPassword',
    'This password is too common. Choose another one.',
  ],
  [
    { newPassword: PASSWORD, confirmPassword: PASSWORD },
    'newPassword',
    'Choose a password that differs from your old one.',
  ],
])('a poor new password does not use up the code: %o', async (changes, field, message) => {
  const testApp = await openTestApp()
  const { email, code } = await forgetful(testApp)
  const rejected = await reset(testApp, { email, code, ...changes })
  expect(rejected.statusCode).toBe(400)
  expect(rejected.json().errors).toMatchObject({ [field]: message })
  expect((await reset(testApp, { email, code })).statusCode).toBe(200)
})

test.each([
  ['password', { newPassword: 'over the hills', confirmPassword: 'over the hills' }],
  ['address', { email: 'ada@elsewhere.example' }],
])('a code dies when the %s changes', async (_what, changes: Record<string, string>) => {
  const testApp = await openTestApp()
  const { ada, email, code } = await forgetful(testApp)
  const changed = await ada.request(
    'PUT',
    `/api/users/profile/${ada.id}`,
    new Upload({ oldPassword: PASSWORD, ...changes }),
  )
  expect(changed.statusCode).toBe(200)
  const answer = await reset(testApp, { email: changes.email ?? email, code })
  expect(answer.json()).toMatchObject({ code: 'invalid', errors: WRONG })
  expect(await testApp.db.selectFrom('reset_codes').selectAll().execute()).toEqual([])
})

test('another change of a profile leaves a code alone', async () => {
  const testApp = await openTestApp()
  const { ada, email, code } = await forgetful(testApp)
  await ada.request('PUT', `/api/users/profile/${ada.id}`, new Upload({ username: 'Ada King', email }))
  expect((await reset(testApp, { email, code })).statusCode).toBe(200)
})

test('a code used twice concurrently works once', async () => {
  const testApp = await openTestApp()
  const { email, code } = await forgetful(testApp)
  const answers = await Promise.all([reset(testApp, { email, code }), reset(testApp, { email, code })])
  expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 400])
})

test('guessing codes is counted like logging in', async () => {
  const testApp = await openTestApp({ rateScale: 1 })
  const { email, code } = await forgetful(testApp)
  for (let n = 0; n < 5; n += 1) expect((await reset(testApp, { email, code: `${n}` })).statusCode).toBe(400)
  const rejected = await reset(testApp, { email, code })
  expect(rejected.statusCode).toBe(429)
  expect(rejected.headers['retry-after']).toBe('30')
  expect((await testApp.request('POST', '/api/auth/login', { email, password: PASSWORD })).statusCode).toBe(
    429,
  )
})
