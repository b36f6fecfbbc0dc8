import { expect, test } from 'vitest'
import { openTestApp, type TestApp, type TestUser } from '#server/test-app.ts'
import { insertGroup } from '#server/test-groups.ts'
import { givePassword, PASSWORD } from '#server/test-passwords.ts'
import { insertCourse, insertPlaylist } from '#server/test-publications.ts'
import { insertPasskey, insertTotp } from '#server/test-second-step.ts'

async function open(environment: Record<string, string> = {}) {
  const testApp = await openTestApp({ environment })
  const admin = await testApp.user('Helen', 'Other', { isAdmin: true })
  await givePassword(testApp, admin)
  const marta = await testApp.user('Marta Lindqvist', 'Teacher')
  return { testApp, admin, marta }
}

const pageOf = async ({ request }: TestUser, { id }: TestUser) =>
  (await request('GET', `/api/admin/users/${id}`)).json()

async function auditOf({ db }: TestApp, { id }: TestUser) {
  const rows = await db
    .selectFrom('audit')
    .select(['action', 'actor_id'])
    .where('subject', '=', id)
    .orderBy('id')
    .execute()
  return rows.map(({ action, actor_id }) => [action, actor_id])
}

async function securityOf({ db }: TestApp, { id }: TestUser) {
  const rows = await db
    .selectFrom('notifications')
    .select('data')
    .where('user_id', '=', id)
    .where('kind', '=', 'security')
    .orderBy('id')
    .execute()
  return rows.map(({ data }) => JSON.parse(data ?? '{}').event)
}

test('the page of a person has numbers of what they learn, and no titles', async () => {
  const { testApp, admin, marta } = await open()
  const ben = await testApp.user('Ben', 'Teacher')
  const playlistId = await insertPlaylist(testApp, { teacher: ben, title: 'Secret gardens' })
  const courseId = await insertCourse(testApp, { playlistId, title: 'Hidden roses' })
  await insertPlaylist(testApp, { teacher: marta, title: 'Closures' })
  await marta.request('PUT', `/api/progress/${courseId}/done`, { done: true })
  await marta.request('POST', '/api/notes', { courseId, at: 5, text: 'A private thought.' })
  await insertGroup(testApp, { name: 'Class 7b', leads: [marta] })
  const page = await pageOf(admin, marta)
  expect(page).toMatchObject({
    person: { username: 'Marta Lindqvist', state: 'active', groups: [{ name: 'Class 7b', isLead: true }] },
    space: { usedBytes: 0, quotaGb: null, siteQuotaGb: 20 },
    content: { approved: 1, waiting: 0, playlists: [{ title: 'Closures', status: 'approved' }] },
    learning: { started: 1, done: 1 },
    sessions: [{ agent: 'test' }],
    resetBy: 'code',
  })
  expect(JSON.stringify(page)).not.toMatch(/Secret|Hidden|private/)
})

test('an admin ends all sessions of a person, who is told about it', async () => {
  const { testApp, admin, marta } = await open()
  const path = `/api/admin/users/${marta.id}/sessions`
  expect((await admin.request('DELETE', path, { password: 'wrong horse battery' })).statusCode).toBe(400)
  expect((await marta.request('GET', '/api/auth/sessions')).statusCode).toBe(200)
  expect((await admin.request('DELETE', path, { password: PASSWORD })).statusCode).toBe(200)
  expect((await marta.request('GET', '/api/auth/sessions')).statusCode).toBe(401)
  expect(await auditOf(testApp, marta)).toEqual([['session.ended', admin.id]])
  expect(await securityOf(testApp, marta)).toEqual(['sessions-ended'])
})

test('turning off the second step ends the authenticator app and disables the passkeys', async () => {
  const { testApp, admin, marta } = await open()
  const turnOff = () =>
    admin.request('DELETE', `/api/admin/users/${marta.id}/second-step`, { password: PASSWORD })
  expect((await turnOff()).json().message).toBe('Marta Lindqvist has no second step.')
  await insertTotp(testApp, marta)
  await insertPasskey(testApp, marta)
  expect((await pageOf(admin, marta)).person).toMatchObject({ hasAuthenticator: true, passkeys: 1 })
  expect((await turnOff()).statusCode).toBe(200)
  expect((await pageOf(admin, marta)).person).toMatchObject({ hasAuthenticator: false, passkeys: 0 })
  expect(await auditOf(testApp, marta)).toEqual([
    ['authenticator.off', admin.id],
    ['passkey.disabled', admin.id],
  ])
  expect(await securityOf(testApp, marta)).toEqual(['second-step-ended'])
})

test('without mail a reset gives a code that works once', async () => {
  const { testApp, admin, marta } = await open()
  const email = await givePassword(testApp, marta)
  const { code, message } = (
    await admin.request('POST', `/api/admin/users/${marta.id}/reset`, { password: PASSWORD })
  ).json()
  expect(message).toBe('Give this code to Marta Lindqvist.')
  const reset = { email, code, newPassword: 'plum tree 44', confirmPassword: 'plum tree 44' }
  expect((await testApp.request('POST', '/api/auth/reset', reset)).statusCode).toBe(200)
  expect((await testApp.request('POST', '/api/auth/reset', reset)).statusCode).toBe(400)
  expect((await auditOf(testApp, marta))[0]).toEqual(['reset.code', admin.id])
})

test('with mail a reset sends a link and shows no code', async () => {
  const { testApp, admin, marta } = await open({ MAIL_OUTBOX: 'true' })
  const answer = await admin.request('POST', `/api/admin/users/${marta.id}/reset`, { password: PASSWORD })
  expect(answer.json()).toEqual({
    success: true,
    message: 'A link to a new password is on its way to Marta Lindqvist.',
  })
  const mails = await testApp.db.selectFrom('mails').select(['kind', 'to_user']).execute()
  expect(mails).toEqual([{ kind: 'reset', to_user: marta.id }])
  expect(await auditOf(testApp, marta)).toEqual([['reset.link', admin.id]])
})

test('a quota of their own replaces that of the site until it is taken back', async () => {
  const { testApp, admin, marta } = await open()
  const set = (gb: unknown) => admin.request('PUT', `/api/admin/users/${marta.id}/quota`, { gb })
  const quota = async () =>
    (await marta.request('GET', '/api/users/me/uploads')).json().quotaBytes / 1024 ** 3
  for (const wrong of [-1, 1.5, 100_001, 'many'])
    expect((await set(wrong)).json().errors).toEqual({ gb: 'Enter a number of GB from 0 to 100,000.' })
  expect(await quota()).toBe(20)
  expect((await set(0)).statusCode).toBe(200)
  expect(await quota()).toBe(0)
  await set(50)
  expect((await pageOf(admin, marta)).space).toMatchObject({ quotaGb: 50 })
  await set(null)
  expect(await quota()).toBe(20)
  expect(await auditOf(testApp, marta)).toEqual(Array.from({ length: 3 }, () => ['user.quota', admin.id]))
})

test('nobody acts on themself', async () => {
  const { admin } = await open()
  const path = `/api/admin/users/${admin.id}`
  const answers = await Promise.all([
    admin.request('DELETE', `${path}/sessions`, { password: PASSWORD }),
    admin.request('DELETE', `${path}/second-step`, { password: PASSWORD }),
    admin.request('POST', `${path}/reset`, { password: PASSWORD }),
    admin.request('PUT', `${path}/quota`, { gb: 1 }),
    admin.request('DELETE', path, { username: 'Helen', password: PASSWORD }),
    admin.request('POST', `${path}/restore`, { password: PASSWORD }),
  ])
  for (const answer of answers)
    expect([answer.statusCode, answer.json().message]).toEqual([
      409,
      'You cannot do this to your own account.',
    ])
})

test('the audit log tells what a person did and what was done to their account', async () => {
  const { testApp, admin, marta } = await open()
  const email = await givePassword(testApp, marta)
  await testApp.request('POST', '/api/auth/login', { email, password: PASSWORD })
  await admin.request('PUT', `/api/admin/users/${marta.id}/quota`, { gb: 1 })
  await admin.request('POST', '/api/groups', { name: 'Class 7b' })
  const { entries } = (await admin.request('GET', `/api/audit?about=${marta.id}`)).json()
  expect(entries.map(({ action }: { action: string }) => action)).toEqual(['user.quota', 'login'])
})
