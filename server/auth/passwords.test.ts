import { expect, test } from 'vitest'
import { hashPassword, isOutdated, rejectWeakPassword, verifyPassword } from './passwords.ts'

test('a hash is argon2id with our parameters, salted, and opens for its password alone', async () => {
  const [one, other] = [await hashPassword('Käsekuchen 12'), await hashPassword('Käsekuchen 12')]
  expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/)
  expect(one).not.toBe(other)
  expect(await verifyPassword(one, 'Käsekuchen 12')).toBe(true)
  expect(await verifyPassword(one, 'käsekuchen 12')).toBe(false)
  expect(await verifyPassword(one, one)).toBe(false)
})

test('an unknown user and a malformed hash match no password', async () => {
  expect(await verifyPassword(undefined, '')).toBe(false)
  expect(await verifyPassword('none', 'none')).toBe(false)
})

test('a hash with other parameters needs rehashing', async () => {
  expect(isOutdated('$argon2id$v=19$m=4096,t=3,p=1$c2FsdHNhbHQ$aGFzaA')).toBe(true)
  expect(isOutdated(await hashPassword('whatever it is'))).toBe(false)
})

test('more than 66 logins at once get a busy reply, and later ones are served again', async () => {
  const answers = await Promise.allSettled(Array.from({ length: 70 }, () => verifyPassword(undefined, 'x')))
  const rejected = answers.filter(({ status }) => status === 'rejected')
  expect(rejected).toHaveLength(4)
  expect(rejected[0]).toMatchObject({
    reason: { code: 'busy', retryAfter: 2, message: 'The server is busy. Please try again in 2 seconds.' },
  })
  expect(await verifyPassword(undefined, 'x')).toBe(false)
})

test.each([
  ['football1', 'This password is too common. Choose another one.'],
  ['FootBall1', 'This password is too common. Choose another one.'],
  ['open school 1', 'This password is too common. Choose another one.'],
  ['Ada Lovelace', 'Password must not be your name or your email address.'],
  ['ADA@EXAMPLE.ORG', 'Password must not be your name or your email address.'],
])('%s is no password', async (password, message) => {
  const owner = { siteName: 'Open School', username: 'ada lovelace', email: 'ada@example.org' }
  const rejected = rejectWeakPassword({ field: 'password', password, ...owner })
  await expect(rejected).rejects.toMatchObject({ code: 'invalid', message, errors: { password: message } })
})

test('an uncommon one is a password', async () => {
  const rule = { field: 'password', password: 'plum tree 44', siteName: 'Open School', username: 'ada' }
  await expect(rejectWeakPassword(rule)).resolves.toBeUndefined()
})
