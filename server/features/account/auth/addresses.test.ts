import { expect, test } from 'vitest'
import { CONFIRM_FIRST, LINK_USED } from '#contract/mail/mail-messages.ts'
import { makeEmailToken } from '#server/features/mail/email-tokens.ts'
import { openTestApp, picture, type TestApp, type TestUser, Upload } from '#server/test-app.ts'
import { mailSettings, openMailServer, sendWaiting, tokenIn } from '#server/test-mail-server.ts'
import { givePassword, PASSWORD } from '#server/test-passwords.ts'
import { insertCourse, insertPlaylist } from '#server/test-publications.ts'
import { openMyEvents } from '#server/test-watcher.ts'
import { sweepExpired } from './sessions.ts'

const NEW_ADDRESS = 'ada.new@example.org'
const DAY = 86_400_000

async function openSite(environment: Record<string, string> = {}) {
  const server = await openMailServer()
  const testApp = await openTestApp({ environment: { ...mailSettings(server), ...environment } })
  const ada = await testApp.user('Ada')
  const last = async () => {
    await sendWaiting(testApp)
    const mail = server.received.at(-1)
    if (!mail) throw new Error('No mail arrived.')
    return { ...mail, token: tokenIn(mail) }
  }
  return { testApp, server, ada, email: await givePassword(testApp, ada), last }
}

async function own(person: TestUser) {
  return (await person.request('GET', '/api/users/me/mail')).json()
}

function use({ request }: { request: TestApp['request'] }, token: string) {
  return request('POST', '/api/auth/verify', { token })
}

function changeAddress(person: TestUser, email: string) {
  const body = new Upload({ email, oldPassword: PASSWORD })
  return person.request('PUT', `/api/users/profile/${person.id}`, body)
}

test('a new user is asked to confirm the address, can log in at once, and confirms it once', async () => {
  const { testApp, last } = await openSite()
  const draft = {
    username: 'Bea',
    email: 'bea@example.org',
    password: PASSWORD,
    confirmPassword: PASSWORD,
    role: 'Student',
  }
  const file = { field: 'profilePhoto', bytes: await picture() }
  expect((await testApp.request('POST', '/api/auth/register', new Upload(draft, file))).statusCode).toBe(201)
  const mail = await last()
  expect(mail).toMatchObject({ to: 'bea@example.org', subject: 'Confirm your email address' })
  const login = await testApp.request('POST', '/api/auth/login', { email: draft.email, password: PASSWORD })
  const authorization = `Bearer ${login.json().token}`
  const state = async () =>
    (await testApp.request('GET', '/api/users/me/mail', undefined, { authorization })).json()
  expect(await state()).toEqual({
    mode: 'smtp',
    asksToConfirm: true,
    address: 'b•••@example.org',
    lastLink: 'sent',
    isOff: false,
    pendingEmail: null,
  })
  expect((await use(testApp, mail.token)).json()).toEqual({
    success: true,
    kind: 'verify',
    message: 'Your email address is confirmed.',
  })
  expect(await state()).toMatchObject({ asksToConfirm: false })
  const again = await use(testApp, mail.token)
  expect([again.statusCode, again.json().message]).toEqual([400, LINK_USED])
})

test('a new address is applied once its link is opened, and the old address can undo that for 7 days', async () => {
  const { testApp, ada, email, last } = await openSite()
  const changed = (await changeAddress(ada, NEW_ADDRESS)).json()
  expect(changed.message).toBe('Profile updated. Open the link we sent to your new address to confirm it.')
  expect(changed.updatedUser.email).toBe(email)
  expect(await own(ada)).toMatchObject({ pendingEmail: NEW_ADDRESS })
  const ask = await last()
  expect(ask).toMatchObject({ to: NEW_ADDRESS, subject: 'Confirm your new email address' })

  expect((await use(ada, ask.token)).json()).toMatchObject({
    kind: 'change',
    message: `Your email address is now ${NEW_ADDRESS}.`,
  })
  expect(await own(ada)).toMatchObject({
    asksToConfirm: false,
    pendingEmail: null,
    address: 'a•••@example.org',
  })
  const warning = await last()
  expect(warning).toMatchObject({ to: email, subject: 'Your address was changed' })
  expect(warning.text).toContain(
    `This was not me: https://lectern.example/verify-email#token=${warning.token}&kind=undo`,
  )

  const undone = await use(testApp, warning.token)
  expect(undone.json()).toMatchObject({ kind: 'undo' })
  expect((await ada.request('GET', '/api/auth/sessions')).statusCode).toBe(401)
  const login = await testApp.request('POST', '/api/auth/login', { email, password: PASSWORD })
  expect(login.json()).toMatchObject({ email })
  expect((await use(testApp, warning.token)).statusCode).toBe(400)
  const actions = await testApp.db
    .selectFrom('audit')
    .select('action')
    .where('subject', '=', ada.id)
    .execute()
  expect(actions.map(({ action }) => action)).toEqual(
    expect.arrayContaining(['email.changed', 'email.restored']),
  )
})

test('an undone change of address ends the live streams of the user before any event', async () => {
  const { testApp, ada, email } = await openSite()
  const stream = await openMyEvents(await testApp.app.listen({ host: '127.0.0.1', port: 0 }), ada)
  await stream.next()
  await stream.next()
  const token = await makeEmailToken(testApp.db, { kind: 'undo', userId: ada.id, email })
  expect((await use(testApp, token)).statusCode).toBe(200)
  expect(await stream.next()).toBeUndefined()
})

test('a change of address ends the other sessions when it is confirmed', async () => {
  const { testApp, ada, email, last } = await openSite()
  const other = (await testApp.request('POST', '/api/auth/login', { email, password: PASSWORD })).json().token
  await changeAddress(ada, NEW_ADDRESS)
  const { token } = await last()
  const sessions = (bearer: string) =>
    testApp.request('GET', '/api/auth/sessions', undefined, { authorization: `Bearer ${bearer}` })
  expect((await sessions(other)).statusCode).toBe(200)
  await use(ada, token)
  expect((await sessions(other)).statusCode).toBe(401)
  expect((await sessions(ada.token)).statusCode).toBe(200)
})

test('the first undo link restores the address after several changes, and the later undo links stop working', async () => {
  const { testApp, ada, email, last } = await openSite()
  await changeAddress(ada, 'thief@example.org')
  await use(ada, (await last()).token)
  const first = (await last()).token
  await changeAddress(ada, 'thief2@example.org')
  await use(ada, (await last()).token)
  const second = (await last()).token
  expect((await use(testApp, first)).statusCode).toBe(200)
  expect((await use(testApp, second)).json().message).toBe(LINK_USED)
  const user = await testApp.db.selectFrom('users').select('email').executeTakeFirstOrThrow()
  expect(user.email).toBe(email)
})

test('only the latest pending address can be confirmed, and only if nobody else has it by then', async () => {
  const { testApp, ada, last } = await openSite()
  await changeAddress(ada, 'first@example.org')
  const first = (await last()).token
  await changeAddress(ada, NEW_ADDRESS)
  const second = (await last()).token
  expect((await use(ada, first)).json().message).toBe(LINK_USED)
  const bea = await testApp.user('Bea')
  const taken = { email: NEW_ADDRESS, email_key: NEW_ADDRESS }
  await testApp.db.updateTable('users').set(taken).where('id', '=', bea.id).execute()
  const refused = await use(ada, second)
  expect([refused.statusCode, refused.json().message]).toEqual([409, 'This email is already registered.'])
})

test('a pending address that is not confirmed within 3 days is forgotten', async () => {
  const { testApp, ada } = await openSite()
  await changeAddress(ada, NEW_ADDRESS)
  const pending_email_at = new Date(Date.now() - 3 * DAY - 1000).toISOString()
  await testApp.db.updateTable('users').set({ pending_email_at }).execute()
  expect(await own(ada)).toMatchObject({ pendingEmail: null })
})

test.each(['/account/security', 'Update Profile'])(
  'a new password in %s makes the link to a pending address useless',
  async (screen) => {
    const { testApp, ada, email, last } = await openSite()
    await changeAddress(ada, NEW_ADDRESS)
    const { token } = await last()
    const draft = { newPassword: 'plum tree 44', confirmPassword: 'plum tree 44' }
    const changed =
      screen === 'Update Profile'
        ? await ada.request(
            'PUT',
            `/api/users/profile/${ada.id}`,
            new Upload({ ...draft, oldPassword: PASSWORD }),
          )
        : await ada.request('PUT', '/api/auth/password', { ...draft, password: PASSWORD })
    expect(changed.statusCode).toBe(200)
    const refused = await use(testApp, token)
    expect([refused.statusCode, refused.json().message]).toEqual([400, LINK_USED])
    const user = await testApp.db.selectFrom('users').select('email').executeTakeFirstOrThrow()
    expect(user.email).toBe(email)
  },
)

test('a new address and a new password in one draft keep the address pending', async () => {
  const { ada } = await openSite()
  const fields = { newPassword: 'plum tree 44', confirmPassword: 'plum tree 44', oldPassword: PASSWORD }
  const body = new Upload({ ...fields, email: NEW_ADDRESS })
  const changed = (await ada.request('PUT', `/api/users/profile/${ada.id}`, body)).json()
  const authorization = `Bearer ${changed.updatedUser.token}`
  const state = await ada.request('GET', '/api/users/me/mail', undefined, { authorization })
  expect(state.json()).toMatchObject({ pendingEmail: NEW_ADDRESS })
})

test.each(['off', 'remind'])(
  'the owner is notified of a changed address with VERIFY_EMAIL=%s',
  async (VERIFY_EMAIL) => {
    const { testApp, ada, last } = await openSite({ VERIFY_EMAIL })
    await changeAddress(ada, NEW_ADDRESS)
    if (VERIFY_EMAIL === 'remind') await use(ada, (await last()).token)
    const rows = await testApp.db.selectFrom('notifications').select(['kind', 'data']).execute()
    expect(rows.map(({ kind, data }) => [kind, JSON.parse(data).event])).toEqual([['security', 'address']])
    expect(await last()).toMatchObject({ subject: 'Your address was changed' })
  },
)

test('without VERIFY_EMAIL a change applies at once, and the old address gets a mail', async () => {
  const { ada, email, last } = await openSite({ VERIFY_EMAIL: 'off' })
  const { message, updatedUser } = (await changeAddress(ada, NEW_ADDRESS)).json()
  expect([message, updatedUser.email]).toEqual(['Profile updated successfully!', NEW_ADDRESS])
  expect(await own(ada)).toMatchObject({ asksToConfirm: false, pendingEmail: null })
  expect(await last()).toMatchObject({ to: email, subject: 'Your address was changed' })
})

test('VERIFY_EMAIL=required rejects comments and publishing before the confirmation, but not drafts', async () => {
  const { testApp, last } = await openSite({ VERIFY_EMAIL: 'required' })
  const ada = await testApp.user('Ada', 'Teacher')
  const playlistId = await insertPlaylist(testApp, { teacher: ada })
  const courseId = await insertCourse(testApp, { playlistId })
  await testApp.category()
  const upload = async (fields: Record<string, string>) =>
    new Upload(
      { title: 'Closures', description: 'About closures', category: 'development', ...fields },
      { field: 'mainPlaylistImage', bytes: await picture() },
    )
  const writes = async () => [
    await ada.request('POST', '/api/comments', { text: 'Hello', courseId }),
    await ada.request('POST', '/api/playlists', await upload({})),
    await ada.request('POST', '/api/playlists', await upload({ draft: 'true' })),
  ]
  const before = await writes()
  expect(before.map(({ statusCode }) => statusCode)).toEqual([403, 403, 201])
  expect(before[0]?.json().message).toBe(CONFIRM_FIRST)
  await ada.request('POST', '/api/auth/verify/again', {})
  await use(testApp, (await last()).token)
  expect((await writes()).map(({ statusCode }) => statusCode)).toEqual([201, 201, 201])
})

test('the bar shows that an address is rejected, and trying again turns mails on', async () => {
  const { testApp, server, ada } = await openSite()
  server.refuse(() => ({ code: 550, message: 'No such user' }))
  for (let tries = 0; tries < 2; tries += 1) {
    await ada.request('POST', '/api/auth/verify/again', {})
    await sendWaiting(testApp)
  }
  expect(await own(ada)).toMatchObject({ isOff: true, lastLink: 'rejected' })
  server.refuse(() => undefined)
  await ada.request('POST', '/api/auth/verify/again', {})
  expect(await own(ada)).toMatchObject({ isOff: false, lastLink: 'waiting' })
  await sendWaiting(testApp)
  expect(await own(ada)).toMatchObject({ isOff: false, lastLink: 'sent' })
})

test('the sweep deletes expired links and old mails', async () => {
  const { testApp, ada, last } = await openSite()
  await ada.request('POST', '/api/auth/verify/again', {})
  await last()
  const count = async () => [
    (await testApp.db.selectFrom('email_tokens').selectAll().execute()).length,
    (await testApp.db.selectFrom('mails').selectAll().execute()).length,
  ]
  await sweepExpired(testApp.db, Date.now() + 2 * DAY)
  expect(await count()).toEqual([1, 1])
  await sweepExpired(testApp.db, Date.now() + 91 * DAY)
  expect(await count()).toEqual([0, 0])
})
