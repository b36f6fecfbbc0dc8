import { expect, test } from 'vitest'
import { openHouse, type Person, type TestHouse, Upload } from '#server/test-app.ts'
import { givePassword, PASSWORD } from '#server/test-passwords.ts'
import { makeResetCode } from './reset.ts'

const NEW = 'plum tree 44'
const WRONG = { code: 'This code is wrong or has expired.' }

function reset({ ask }: TestHouse, draft: { email: string; code: string; newPassword?: string }) {
  return ask('POST', '/api/auth/reset', { newPassword: NEW, confirmPassword: NEW, ...draft })
}

async function logsIn({ ask }: TestHouse, email: string, password: string): Promise<boolean> {
  return (await ask('POST', '/api/auth/login', { email, password })).statusCode === 200
}

async function forgetful(house: TestHouse): Promise<{ ada: Person; email: string; code: string }> {
  const ada = await house.user('Ada')
  return { ada, email: await givePassword(house, ada), code: await makeResetCode(house.db, ada.id) }
}

test('a code sets a new password once and ends every session', async () => {
  const house = await openHouse()
  const { ada, email, code } = await forgetful(house)
  expect(code).toMatch(/^([2-9A-HJKMNP-Z]{4}-){5}[2-9A-HJKMNP-Z]{4}$/)
  const answer = await reset(house, { email: email.toUpperCase(), code: ` ${code.toLowerCase()} ` })
  expect(answer.statusCode).toBe(200)
  expect(answer.json()).toEqual({
    success: true,
    message: 'Your password is changed. Log in with the new one.',
  })
  expect((await ada.ask('GET', '/api/auth/sessions')).statusCode).toBe(401)
  expect(await logsIn(house, email, PASSWORD)).toBe(false)
  expect(await logsIn(house, email, NEW)).toBe(true)
  expect((await reset(house, { email, code })).json().errors).toEqual(WRONG)
})

test('a wrong code, an unknown address and an expired code answer alike and change nothing', async () => {
  const house = await openHouse()
  const { email, code } = await forgetful(house)
  const bea = await house.user('Bea')
  const expired = await makeResetCode(house.db, bea.id, Date.now() - 10 * 60_000)
  const beasEmail = await givePassword(house, bea)
  const answers = await Promise.all([
    reset(house, { email, code: 'AAAA-AAAA-AAAA-AAAA-AAAA-AAAA' }),
    reset(house, { email: 'nobody@example.org', code }),
    reset(house, { email: beasEmail, code }),
    reset(house, { email: beasEmail, code: expired }),
  ])
  const seen = answers.map(({ statusCode, body }) => ({ statusCode, ...JSON.parse(body), requestId: '' }))
  expect(seen[0]).toMatchObject({ statusCode: 400, code: 'invalid', errors: WRONG })
  for (const answer of seen) expect(answer).toEqual(seen[0])
  expect(await logsIn(house, email, PASSWORD)).toBe(true)
  expect(await logsIn(house, beasEmail, PASSWORD)).toBe(true)
})

test('a newer code replaces the older one, and neither is kept readable', async () => {
  const house = await openHouse()
  const { ada, email, code } = await forgetful(house)
  const newer = await makeResetCode(house.db, ada.id)
  const kept = await house.db.selectFrom('reset_codes').selectAll().execute()
  expect(kept).toHaveLength(1)
  expect(JSON.stringify(kept)).not.toContain(newer.replaceAll('-', ''))
  expect((await reset(house, { email, code })).statusCode).toBe(400)
  expect((await reset(house, { email, code: newer })).statusCode).toBe(200)
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
  const house = await openHouse()
  const { email, code } = await forgetful(house)
  const refused = await reset(house, { email, code, ...changes })
  expect(refused.statusCode).toBe(400)
  expect(refused.json().errors).toMatchObject({ [field]: message })
  expect((await reset(house, { email, code })).statusCode).toBe(200)
})

test.each([
  ['password', { newPassword: 'over the hills', confirmPassword: 'over the hills' }],
  ['address', { email: 'ada@elsewhere.example' }],
])('a code dies when the %s changes', async (_what, changes: Record<string, string>) => {
  const house = await openHouse()
  const { ada, email, code } = await forgetful(house)
  const changed = await ada.ask(
    'PUT',
    `/api/users/profile/${ada.id}`,
    new Upload({ oldPassword: PASSWORD, ...changes }),
  )
  expect(changed.statusCode).toBe(200)
  const answer = await reset(house, { email: changes.email ?? email, code })
  expect(answer.json()).toMatchObject({ code: 'invalid', errors: WRONG })
  expect(await house.db.selectFrom('reset_codes').selectAll().execute()).toEqual([])
})

test('another change of a profile leaves a code alone', async () => {
  const house = await openHouse()
  const { ada, email, code } = await forgetful(house)
  await ada.ask('PUT', `/api/users/profile/${ada.id}`, new Upload({ username: 'Ada King', email }))
  expect((await reset(house, { email, code })).statusCode).toBe(200)
})

test('a code used twice at the same moment works once', async () => {
  const house = await openHouse()
  const { email, code } = await forgetful(house)
  const answers = await Promise.all([reset(house, { email, code }), reset(house, { email, code })])
  expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 400])
})

test('guessing codes is counted like logging in', async () => {
  const house = await openHouse({ rateScale: 1 })
  const { email, code } = await forgetful(house)
  for (let n = 0; n < 5; n += 1) expect((await reset(house, { email, code: `${n}` })).statusCode).toBe(400)
  const refused = await reset(house, { email, code })
  expect(refused.statusCode).toBe(429)
  expect(refused.headers['retry-after']).toBe('30')
  expect((await house.ask('POST', '/api/auth/login', { email, password: PASSWORD })).statusCode).toBe(429)
})
