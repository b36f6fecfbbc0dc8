import { expect, test } from 'vitest'
import { makeResetCode } from '#server/features/account/auth/reset.ts'
import { openTestApp, type TestApp, type TestUser } from '#server/test-app.ts'
import { givePassword, PASSWORD } from '#server/test-passwords.ts'
import { insertPlaylist } from '#server/test-publications.ts'
import { report } from '#server/test-reports.ts'
import { openMyEvents } from '#server/test-watcher.ts'

async function open() {
  const testApp = await openTestApp()
  const admin = await testApp.user('Root', 'Student', { isAdmin: true })
  await givePassword(testApp, admin)
  const ann = await testApp.user('Ann')
  return { testApp, admin, ann }
}

const REASON = 'Advertising in every comment.'

const put = (admin: TestUser, person: TestUser, [what, body]: [string, object]) =>
  admin.request('PUT', `/api/admin/users/${person.id}/${what}`, { password: PASSWORD, ...body })
const suspend = (admin: TestUser, person: TestUser, body: object = {}) =>
  put(admin, person, ['suspended', { suspended: true, reason: REASON, ...body }])
const lift = (admin: TestUser, person: TestUser) => put(admin, person, ['suspended', { suspended: false }])
const setRole = (admin: TestUser, person: TestUser, role: string) => put(admin, person, ['role', { role }])
const setAdmin = (admin: TestUser, person: TestUser, to: boolean) =>
  put(admin, person, ['admin', { admin: to }])

async function userRow({ db }: TestApp, { id }: TestUser) {
  return db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
}

async function auditOf({ db }: TestApp, { id }: TestUser) {
  return db
    .selectFrom('audit')
    .select(['action', 'actor_id', 'detail'])
    .where('subject', '=', id)
    .where('action', 'not in', ['login', 'login.failed'])
    .orderBy('id')
    .execute()
}

const log = (testApp: TestApp, email: string, password = PASSWORD) =>
  testApp.request('POST', '/api/auth/login', { email, password })

test('a suspended user is logged out at once and sees the reason after the right password', async () => {
  const { testApp, admin, ann } = await open()
  const email = await givePassword(testApp, ann)
  const stream = await openMyEvents(await testApp.app.listen({ host: '127.0.0.1', port: 0 }), ann)
  await stream.next()
  await stream.next()
  const answer = await suspend(admin, ann)
  expect(answer.statusCode).toBe(200)
  expect(answer.json()).toMatchObject({
    message: 'Ann is suspended.',
    user: { _id: ann.id, suspended: { reason: REASON } },
  })
  expect((await ann.request('GET', '/api/auth/sessions')).statusCode).toBe(401)
  expect(await stream.next()).toBeUndefined()
  const right = await log(testApp, email)
  expect([right.statusCode, right.json().message]).toEqual([403, `This account is suspended: ${REASON}`])
  expect(await auditOf(testApp, ann)).toEqual([
    { action: 'user.suspended', actor_id: admin.id, detail: JSON.stringify({ reason: REASON }) },
  ])
})

test('a wrong password for a suspended account gets the usual answer', async () => {
  const { testApp, admin, ann } = await open()
  const email = await givePassword(testApp, ann)
  const wrong = async () => {
    const { statusCode, body } = await log(testApp, email, 'wrong horse battery')
    return [statusCode, JSON.parse(body).message]
  }
  const before = await wrong()
  await suspend(admin, ann)
  expect(await wrong()).toEqual(before)
  expect(before).toEqual([401, 'Invalid email or password.'])
})

test('a suspension deletes reset codes, and a later code does not make a login possible', async () => {
  const { testApp, admin, ann } = await open()
  const email = await givePassword(testApp, ann)
  const old = await makeResetCode(testApp.db, ann.id)
  await suspend(admin, ann)
  const reset = (code: string) =>
    testApp.request('POST', '/api/auth/reset', {
      email,
      code,
      newPassword: 'plum tree 44',
      confirmPassword: 'plum tree 44',
    })
  expect((await reset(old)).statusCode).toBe(400)
  expect((await reset(await makeResetCode(testApp.db, ann.id))).statusCode).toBe(200)
  expect((await log(testApp, email, 'plum tree 44')).statusCode).toBe(403)
})

test('a login that runs during the suspension gets no session', async () => {
  const { testApp, admin, ann } = await open()
  const email = await givePassword(testApp, ann)
  await Promise.all([log(testApp, email), suspend(admin, ann), log(testApp, email)])
  const sessions = await testApp.db
    .selectFrom('sessions')
    .select('id')
    .where('user_id', '=', ann.id)
    .execute()
  expect(sessions).toEqual([])
})

test('content of a suspended user stays, and only admins see that they are suspended', async () => {
  const { testApp, admin } = await open()
  const teacher = await testApp.user('Ada', 'Teacher')
  const playlistId = await insertPlaylist(testApp, { teacher })
  await suspend(admin, teacher)
  expect((await testApp.request('GET', `/api/playlists/${playlistId}`)).statusCode).toBe(200)
  const path = `/api/users/profile/${teacher.id}`
  expect((await testApp.request('GET', path)).json()).not.toHaveProperty('suspended')
  expect((await admin.request('GET', path)).json().suspended.reason).toBe(REASON)
  const { users } = (await admin.request('GET', '/api/users/profile')).json()
  expect(users.filter((user: object) => 'suspended' in user)).toHaveLength(1)
})

test('a suspension can be lifted', async () => {
  const { testApp, admin, ann } = await open()
  const email = await givePassword(testApp, ann)
  await suspend(admin, ann)
  const answer = await lift(admin, ann)
  expect(answer.json()).toMatchObject({ message: 'Ann can log in again.' })
  expect(answer.json().user).not.toHaveProperty('suspended')
  expect((await log(testApp, email)).statusCode).toBe(200)
  expect((await auditOf(testApp, ann)).map(({ action }) => action)).toEqual([
    'user.suspended',
    'user.unsuspended',
  ])
})

test('a suspension needs a reason, and every change needs the password of the admin', async () => {
  const { testApp, admin, ann } = await open()
  const empty = await suspend(admin, ann, { reason: ' ' })
  expect([empty.statusCode, empty.json().errors]).toEqual([
    400,
    { reason: 'Say why the account is suspended.' },
  ])
  for (const [password, message] of [
    ['wrong horse battery', 'Password is incorrect.'],
    [undefined, 'Enter your password.'],
  ]) {
    const changes: [string, object][] = [
      ['suspended', { suspended: true, reason: REASON, password }],
      ['role', { role: 'Teacher', password }],
      ['admin', { admin: true, password }],
    ]
    for (const change of changes) {
      const answer = await put(admin, ann, change)
      expect([answer.statusCode, answer.json().errors]).toEqual([400, { password: message }])
    }
  }
  expect(await auditOf(testApp, ann)).toEqual([])
})

test('suspending decides the open reports about the profile', async () => {
  const { testApp, admin, ann } = await open()
  const reader = await testApp.user('Eve')
  await report(reader, 'user', ann.id)
  await suspend(admin, ann)
  expect((await admin.request('GET', '/api/admin/reports')).json().groups).toEqual([])
  const outcome = await testApp.db
    .selectFrom('notifications')
    .select(['kind', 'data'])
    .where('user_id', '=', reader.id)
    .execute()
  expect(outcome).toEqual([{ kind: 'report_decided', data: '{"state":"removed"}' }])
})

test('an admin changes a role, except that of a teacher with playlists', async () => {
  const { testApp, admin, ann } = await open()
  const answer = await setRole(admin, ann, 'Teacher')
  expect(answer.json()).toMatchObject({
    message: 'The role of Ann is Teacher now.',
    user: { role: 'Teacher' },
  })
  const found = (await testApp.request('GET', '/api/users/teacherSearch?q=Ann')).json().data
  expect(found).toMatchObject([{ teacher: { _id: ann.id } }])
  await insertPlaylist(testApp, { teacher: ann })
  const kept = await setRole(admin, ann, 'Student')
  expect([kept.statusCode, kept.json().message]).toEqual([
    409,
    'This teacher has playlists. They must be deleted before the role can change.',
  ])
  expect(await auditOf(testApp, ann)).toEqual([
    {
      action: 'role.changed',
      actor_id: admin.id,
      detail: JSON.stringify({ from: 'Student', to: 'Teacher' }),
    },
  ])
})

test('a change of the role Other removes the profession', async () => {
  const { testApp, admin } = await open()
  const olu = await testApp.user('Olu', 'Other', { profession: 'Librarian' })
  await setRole(admin, olu, 'Student')
  expect(await userRow(testApp, olu)).toMatchObject({ role: 'Student', profession: null })
})

test('an admin grants and revokes admin rights, and revoking ends the sessions', async () => {
  const { testApp, admin, ann } = await open()
  expect((await setAdmin(admin, ann, true)).json().message).toBe('Ann is an admin now.')
  expect((await ann.request('GET', '/api/admin/reports')).statusCode).toBe(200)
  expect((await setAdmin(admin, ann, false)).json().message).toBe('Ann is no longer an admin.')
  expect((await ann.request('GET', '/api/admin/reports')).statusCode).toBe(401)
  expect(await auditOf(testApp, ann)).toEqual([
    { action: 'admin.made', actor_id: admin.id, detail: '{}' },
    { action: 'admin.unmade', actor_id: admin.id, detail: '{}' },
  ])
  expect((await userRow(testApp, ann)).is_admin).toBe(0)
})

test('admins cannot suspend themselves or change their own role or admin rights', async () => {
  const { testApp, admin } = await open()
  for (const answer of [
    await suspend(admin, admin),
    await lift(admin, admin),
    await setRole(admin, admin, 'Teacher'),
    await setAdmin(admin, admin, false),
    await setAdmin(admin, admin, true),
  ]) {
    expect([answer.statusCode, answer.json().message]).toEqual([
      409,
      'You cannot do this to your own account.',
    ])
  }
  expect(await userRow(testApp, admin)).toMatchObject({ is_admin: 1, role: 'Student', suspended_at: null })
})

test.each(['suspends', 'unmakes'])(
  'the last admin stays when each of two admins %s the other at once',
  async (what) => {
    const { testApp, admin, ann } = await open()
    await givePassword(testApp, ann)
    await setAdmin(admin, ann, true)
    const end = (by: TestUser, person: TestUser) =>
      what === 'suspends' ? suspend(by, person) : setAdmin(by, person, false)
    const answers = await Promise.all([end(admin, ann), end(ann, admin)])
    expect(answers.map(({ statusCode }) => statusCode)).toContain(200)
    const left = await testApp.db
      .selectFrom('users')
      .select('id')
      .where('is_admin', '=', 1)
      .where('suspended_at', 'is', null)
      .execute()
    expect(left).toHaveLength(1)
  },
)
