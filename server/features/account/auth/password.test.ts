import { expect, test } from 'vitest'
import { openTestApp, type TestApp, type TestUser, Upload } from '#server/test-app.ts'
import { addPasskey, askChallenge, createDevice } from '#server/test-passkey.ts'
import { givePassword, PASSWORD } from '#server/test-passwords.ts'
import { makeResetCode } from './reset.ts'

const PATH = '/api/auth/password'
const NEW = 'plum tree 44'
const draft = { newPassword: NEW, confirmPassword: NEW }

async function ada(): Promise<{ testApp: TestApp; person: TestUser; email: string }> {
  const testApp = await openTestApp()
  const person = await testApp.user('Ada')
  return { testApp, person, email: await givePassword(testApp, person) }
}

const logIn = ({ request }: TestApp, email: string, password: string) =>
  request('POST', '/api/auth/login', { email, password })

async function eventsOf({ db }: TestApp): Promise<unknown[]> {
  const rows = await db.selectFrom('notifications').select('data').execute()
  return rows.map(({ data }) => JSON.parse(data).event)
}

test('a new password ends every session and starts a new one', async () => {
  const { testApp, person, email } = await ada()
  const other = (await logIn(testApp, email, PASSWORD)).json().token
  const changed = await person.request('PUT', PATH, { ...draft, password: PASSWORD })
  expect(changed.json()).toMatchObject({
    message: 'Your password is changed.',
    updatedUser: { _id: person.id },
  })
  const works = async (token: string) =>
    (await testApp.request('GET', '/api/auth/sessions', undefined, { authorization: `Bearer ${token}` }))
      .statusCode
  expect(await works(other)).toBe(401)
  expect(await works(person.token)).toBe(401)
  expect(await works(changed.json().updatedUser.token)).toBe(200)
  expect((await logIn(testApp, email, PASSWORD)).statusCode).toBe(401)
  expect((await logIn(testApp, email, NEW)).statusCode).toBe(200)
  expect(await eventsOf(testApp)).toEqual(['password'])
})

test.each(['the security screen', 'the profile', 'a reset code'])(
  'a password that was changed by %s has the date of its change',
  async (how) => {
    const { testApp, person, email } = await ada()
    const changedAt = async (token: string) => {
      const bearer = { authorization: `Bearer ${token}` }
      return (await testApp.request('GET', '/api/auth/second', undefined, bearer)).json().passwordChangedAt
    }
    expect(await changedAt(person.token)).toBeNull()
    const before = new Date().toISOString()
    if (how === 'the security screen') await person.request('PUT', PATH, { ...draft, password: PASSWORD })
    else if (how === 'the profile')
      await person.request(
        'PUT',
        `/api/users/profile/${person.id}`,
        new Upload({ ...draft, oldPassword: PASSWORD }),
      )
    else {
      const code = await makeResetCode(testApp.db, person.id)
      await testApp.request('POST', '/api/auth/reset', { ...draft, email, code })
    }
    const { token } = (await logIn(testApp, email, NEW)).json()
    const at = await changedAt(token)
    expect(at >= before).toBe(true)
  },
)

test.each([
  [{ ...draft, password: 'wrong one' }, { password: 'Password is incorrect.' }],
  [draft, { password: 'Enter your password.' }],
  [{ ...draft, password: PASSWORD, confirmPassword: 'x' }, { confirmPassword: 'Passwords do not match.' }],
  [
    { password: PASSWORD, newPassword: 'short', confirmPassword: 'short' },
    { newPassword: 'Password must be at least 8 characters.' },
  ],
  [
    { password: PASSWORD, newPassword: 'password1', confirmPassword: 'password1' },
    { newPassword: 'This password is too common. Choose another one.' },
  ],
  [
    { password: PASSWORD, newPassword: PASSWORD, confirmPassword: PASSWORD },
    { newPassword: 'Choose a password that differs from your old one.' },
  ],
])('a wrong draft is rejected at its field: %o', async (body, errors) => {
  const { testApp, person, email } = await ada()
  const answer = await person.request('PUT', PATH, body)
  expect(answer.statusCode).toBe(400)
  expect(answer.json().errors).toEqual(errors)
  expect((await logIn(testApp, email, PASSWORD)).statusCode).toBe(200)
})

test('an account without a password sets one with a passkey', async () => {
  const { testApp, person, email } = await ada()
  const device = createDevice()
  await addPasskey(person, device)
  await testApp.db.updateTable('users').set({ password_hash: '!' }).execute()
  expect((await person.request('GET', '/api/auth/second')).json().hasPassword).toBe(false)
  expect((await person.request('PUT', PATH, { ...draft, password: '!' })).statusCode).toBe(400)
  const passkey = device.get(await askChallenge(person, 'confirm'))
  expect((await person.request('PUT', PATH, { ...draft, passkey })).statusCode).toBe(200)
  expect((await logIn(testApp, email, NEW)).statusCode).toBe(200)
})

test('a new password in Update Profile notifies the owner, too, and keeps the passkeys', async () => {
  const { testApp, person } = await ada()
  await addPasskey(person, createDevice())
  const fields = { oldPassword: PASSWORD, newPassword: NEW, confirmPassword: NEW }
  const changed = await person.request('PUT', `/api/users/profile/${person.id}`, new Upload(fields))
  expect(changed.statusCode).toBe(200)
  expect(new Set(await eventsOf(testApp))).toEqual(new Set(['passkey', 'password']))
  expect(await testApp.db.selectFrom('passkeys').select('id').execute()).toHaveLength(1)
})
