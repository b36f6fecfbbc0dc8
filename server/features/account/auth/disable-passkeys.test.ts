import { expect, test, vi } from 'vitest'
import { makeEmailToken } from '#server/features/mail/email-tokens.ts'
import { openTestApp, type TestApp, type TestUser } from '#server/test-app.ts'
import { mailSettings, openMailServer, sendWaiting } from '#server/test-mail-server.ts'
import { addPasskey, askChallenge, createDevice, type Device } from '#server/test-passkey.ts'
import { givePassword, PASSWORD } from '#server/test-passwords.ts'
import { confirmedApp } from '#server/test-second-step.ts'
import { makeResetCode } from './reset.ts'

const NEW = 'plum tree 44'
const NEW_PASSWORD = { newPassword: NEW, confirmPassword: NEW }

/** Ada with two passkeys, one of them an intruder's, on a site that sends mail. */
async function openSite() {
  const server = await openMailServer()
  const environment = { ...mailSettings(server), PUBLIC_URL: 'http://localhost:3000' }
  const testApp = await openTestApp({ environment })
  const ada = await testApp.user('Ada')
  const email = await givePassword(testApp, ada)
  const [own, intruder] = [createDevice(), createDevice()]
  for (const [device, name] of [
    [own, 'Laptop'],
    [intruder, 'Phone'],
  ] as const) {
    const { _id } = (await addPasskey(ada, device)).json().passkey
    await ada.request('PUT', `/api/auth/passkeys/${_id}`, { name })
  }
  const mailAfter = async () => {
    await sendWaiting(testApp)
    return server.received.find(({ subject }) => subject === 'Your password was changed')
  }
  return { testApp, ada, email, own, intruder, mailAfter }
}

async function logInWith({ request }: TestApp, device: Device) {
  return request('POST', '/api/auth/passkeys/login', device.get(await askChallenge({ request }, 'login')))
}

async function resetByLink({ db, request }: TestApp, { id: userId }: TestUser, email: string) {
  const token = await makeEmailToken(db, { kind: 'reset', userId, email })
  return (await request('POST', '/api/auth/reset', { token, ...NEW_PASSWORD })).json().message
}

async function resetByCode({ db, request }: TestApp, { id }: TestUser, email: string) {
  const code = await makeResetCode(db, id)
  return (await request('POST', '/api/auth/reset', { email, code, ...NEW_PASSWORD })).json().message
}

const OFF =
  'Your passkeys “Phone” and “Laptop” are turned off. Enable those that are yours on the security screen, or remove them.'
const STAYS =
  'Your authenticator app stays on. If you have lost it, ask an admin or the operator to turn it off.'

test.each([
  ['a link', resetByLink, 'Your password was changed. You were logged out everywhere.'],
  ['a code', resetByCode, 'Your password is changed. Log in with the new one.'],
])('a reset with %s turns off all passkeys and names them', async (_what, reset, begins) => {
  const { testApp, ada, email, own, intruder, mailAfter } = await openSite()
  expect((await logInWith(testApp, intruder)).statusCode).toBe(200)
  expect(await reset(testApp, ada, email)).toBe(`${begins} ${OFF}`)
  for (const device of [own, intruder]) expect((await logInWith(testApp, device)).statusCode).toBe(401)
  const mail = await mailAfter()
  expect(mail?.text).toContain('See how you log in: http://localhost:3000/account/security')
  // Only a link proves that the address is the user's, and mails to any other address name no passkeys.
  expect(mail?.text.replaceAll(/\s+/g, ' ').includes(OFF)).toBe(reset === resetByLink)
})

test('a second reset names the passkeys that are still turned off', async () => {
  const { testApp, ada, email } = await openSite()
  await resetByLink(testApp, ada, email)
  const token = await makeEmailToken(testApp.db, { kind: 'reset', userId: ada.id, email })
  const other = { newPassword: 'pear tree 55', confirmPassword: 'pear tree 55' }
  const again = await testApp.request('POST', '/api/auth/reset', { token, ...other })
  expect(again.json().message).toContain(OFF)
})

test('after a reset the owner enables a passkey with the new password, and the other stays off', async () => {
  const { testApp, ada, email, own, intruder } = await openSite()
  await resetByLink(testApp, ada, email)
  const { token } = (await testApp.request('POST', '/api/auth/login', { email, password: NEW })).json()
  const headers = { authorization: `Bearer ${token}` }
  const { passkeys } = (await testApp.request('GET', '/api/auth/passkeys', undefined, headers)).json()
  expect(passkeys).toMatchObject([
    { name: 'Phone', isDisabled: true },
    { name: 'Laptop', isDisabled: true },
  ])
  const path = `/api/auth/passkeys/${passkeys[1]._id}`
  const enabled = await testApp.request('PUT', path, { enabled: true, password: NEW }, headers)
  expect(enabled.statusCode).toBe(200)
  expect((await logInWith(testApp, own)).statusCode).toBe(200)
  expect((await logInWith(testApp, intruder)).statusCode).toBe(401)
})

test('an authenticator app stays on after a reset, which names it', async () => {
  const { testApp, ada, email, mailAfter } = await openSite()
  await testApp.db.deleteFrom('passkeys').execute()
  await confirmedApp(testApp, ada)
  expect(await resetByLink(testApp, ada, email)).toContain(STAYS)
  expect((await mailAfter())?.text.replaceAll(/\s+/g, ' ')).toContain(STAYS)
  const login = await testApp.request('POST', '/api/auth/login', { email, password: NEW })
  expect(login.json().code).toBe('second_factor')
})

test('a reset of an account with a password alone says nothing more', async () => {
  const { testApp, ada, email } = await openSite()
  await testApp.db.deleteFrom('passkeys').execute()
  expect(await resetByCode(testApp, ada, email)).toBe('Your password is changed. Log in with the new one.')
})

test('the undo of a changed address turns off the passkeys, too', async () => {
  const { testApp, ada, email, intruder } = await openSite()
  const token = await makeEmailToken(testApp.db, { kind: 'undo', userId: ada.id, email })
  const { message } = (await testApp.request('POST', '/api/auth/verify', { token })).json()
  expect(message).toContain(OFF)
  expect((await logInWith(testApp, intruder)).statusCode).toBe(401)
})

test('a login whose passkey is turned off meanwhile is rejected', async () => {
  const { testApp, ada, email, intruder } = await openSite()
  const { passkeys } = testApp.context
  const check = passkeys.check.bind(passkeys)
  vi.spyOn(passkeys, 'check').mockImplementationOnce(async (...asked) => {
    const found = await check(...asked)
    await resetByLink(testApp, ada, email)
    return found
  })
  expect((await logInWith(testApp, intruder)).statusCode).toBe(401)
})

test('an admin turns off the app of a user who lost it, with the admin’s own password', async () => {
  const { testApp, ada, email } = await openSite()
  const admin = await testApp.user('Root', 'Other', { isAdmin: true })
  await givePassword(testApp, admin)
  await confirmedApp(testApp, ada)
  const end = (body: object, user = ada) => admin.request('DELETE', `/api/admin/users/${user.id}/totp`, body)
  expect((await end({})).json().errors).toEqual({ password: 'Enter your password.' })
  const ended = await end({ password: PASSWORD })
  expect(ended.json()).toEqual({ success: true, message: 'The authenticator app of Ada is turned off.' })
  const login = await testApp.request('POST', '/api/auth/login', { email, password: PASSWORD })
  expect(login.statusCode).toBe(200)
  const again = await end({ password: PASSWORD })
  expect([again.statusCode, again.json().message]).toEqual([409, 'Ada has no authenticator app.'])
  const own = await end({ password: PASSWORD }, admin)
  expect([own.statusCode, own.json().message]).toEqual([409, 'You cannot do this to your own account.'])
  const [{ data } = { data: '' }] = await testApp.db
    .selectFrom('notifications')
    .select('data')
    .where('user_id', '=', ada.id)
    .orderBy('id', 'desc')
    .execute()
  expect(JSON.parse(data)).toEqual({ event: 'authenticator-ended' })
})
