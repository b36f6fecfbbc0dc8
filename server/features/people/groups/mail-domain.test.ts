import { expect, test } from 'vitest'
import { GROUPS_OF_PERSON_MAX } from '#contract/people/group-messages.ts'
import { wrongCounts } from '#server/features/catalog/playlists/counts-check.queries.ts'
import { makeEmailToken } from '#server/features/mail/email-tokens.ts'
import { openTestApp, type TestApp, type TestUser, Upload } from '#server/test-app.ts'
import { insertGroup } from '#server/test-groups.ts'
import { kindsOf } from '#server/test-notifications.ts'
import { givePassword, PASSWORD } from '#server/test-passwords.ts'

async function openSchool() {
  const testApp = await openTestApp({ environment: { MAIL_OUTBOX: 'true' } })
  const admin = await testApp.user('Helen', 'Other', { isAdmin: true })
  const groupId = await insertGroup(testApp, { name: 'Class 7b' })
  const setDomain = (mailDomain: string | null) =>
    admin.request('PUT', `/api/groups/${groupId}`, { mailDomain })
  const members = async () => {
    const { members: found } = (await admin.request('GET', `/api/groups/${groupId}`)).json()
    return found.map(({ username, source }: { username: string; source: string }) => `${username}: ${source}`)
  }
  return { testApp, admin, groupId, setDomain, members }
}

/** Gives a user an address that they have confirmed. */
async function setAddress({ db }: TestApp, { id }: TestUser, email: string): Promise<void> {
  const email_verified_at = new Date().toISOString()
  await db
    .updateTable('users')
    .set({ email, email_key: email, email_verified_at })
    .where('id', '=', id)
    .execute()
}

/** As before its link was opened. */
async function unconfirm({ db }: TestApp, { id }: TestUser): Promise<void> {
  await db.updateTable('users').set({ email_verified_at: null }).where('id', '=', id).execute()
}

/** Opens the link that confirms an address. */
async function confirm({ db, request }: TestApp, { id }: TestUser, email: string): Promise<void> {
  const token = await makeEmailToken(db, { kind: 'verify', userId: id, email })
  expect((await request('POST', '/api/auth/verify', { token })).statusCode).toBe(200)
}

test('a job adds those with a confirmed address of the domain, and tells them', async () => {
  const { testApp, setDomain, members } = await openSchool()
  const [leo, nora, ann, ida] = await testApp.users(['Leo', 'Nora', 'Ann', 'Ida'].map((name) => ({ name })))
  if (!(leo && nora && ann && ida)) throw new Error('There are four.')
  await setAddress(testApp, leo, 'leo@school.example')
  await setAddress(testApp, nora, 'nora@school.example')
  await unconfirm(testApp, nora)
  await setAddress(testApp, ann, 'ann@sub.school.example')
  await setAddress(testApp, ida, 'ida@notschool.example')
  await setDomain('school.example')
  expect(await members()).toEqual([])
  await testApp.context.jobs.runDue()
  expect(await members()).toEqual(['Leo: domain'])
  expect(await kindsOf(leo)).toEqual(['group'])
  expect(await wrongCounts(testApp.db)).toEqual([])
})

test('confirming an address adds, and another address ends it', async () => {
  const { testApp, setDomain, members } = await openSchool()
  const leo = await testApp.user('Leo')
  await givePassword(testApp, leo)
  await setDomain('school.example')
  await testApp.context.jobs.runDue()
  await setAddress(testApp, leo, 'leo@school.example')
  await unconfirm(testApp, leo)
  await confirm(testApp, leo, 'leo@school.example')
  expect(await members()).toEqual(['Leo: domain'])
  expect(await kindsOf(leo)).toEqual(['group'])
  const token = await makeEmailToken(testApp.db, {
    kind: 'change',
    userId: leo.id,
    email: 'leo@home.example',
  })
  await testApp.db
    .updateTable('users')
    .set({ pending_email: 'leo@home.example' })
    .where('id', '=', leo.id)
    .execute()
  expect((await testApp.request('POST', '/api/auth/verify', { token })).statusCode).toBe(200)
  expect(await members()).toEqual([])
  expect(await wrongCounts(testApp.db)).toEqual([])
})

test('where the site sends no mail, a new address ends the membership, too', async () => {
  const testApp = await openTestApp()
  const leo = await testApp.user('Leo')
  await givePassword(testApp, leo)
  await setAddress(testApp, leo, 'leo@school.example')
  const groupId = await insertGroup(testApp, { members: [leo] })
  await testApp.db.updateTable('group_members').set({ source: 'domain' }).execute()
  await testApp.db.updateTable('groups').set({ mail_domain: 'school.example' }).execute()
  const draft = new Upload({ email: 'leo@home.example', oldPassword: PASSWORD })
  expect((await leo.request('PUT', `/api/users/profile/${leo.id}`, draft)).statusCode).toBe(200)
  expect((await leo.request('GET', `/api/groups/${groupId}`)).statusCode).toBe(404)
})

test('members by hand stay whatever the domain is; those of the former domain leave with it', async () => {
  const { testApp, admin, groupId, setDomain, members } = await openSchool()
  const [leo, nora] = [await testApp.user('Leo'), await testApp.user('Nora')]
  await setAddress(testApp, leo, 'leo@school.example')
  await setAddress(testApp, nora, 'nora@school.example')
  await admin.request('POST', `/api/groups/${groupId}/members`, { ids: [nora.id] })
  await setDomain('school.example')
  await testApp.context.jobs.runDue()
  expect(await members()).toEqual(['Leo: domain', 'Nora: hand'])
  await setDomain('college.example')
  expect(await members()).toEqual(['Nora: hand'])
  await setDomain(null)
  await testApp.context.jobs.runDue()
  expect(await members()).toEqual(['Nora: hand'])
  expect(await wrongCounts(testApp.db)).toEqual([])
})

test('a job of a former domain adds nobody', async () => {
  const { testApp, setDomain, members } = await openSchool()
  const leo = await testApp.user('Leo')
  await setAddress(testApp, leo, 'leo@school.example')
  await setDomain('school.example')
  await setDomain('college.example')
  await testApp.context.jobs.runDue()
  expect(await members()).toEqual([])
})

test('a person in 100 groups is left out, and the others are added', async () => {
  const { testApp, setDomain, members } = await openSchool()
  const [leo, nora] = [await testApp.user('Leo'), await testApp.user('Nora')]
  await setAddress(testApp, leo, 'leo@school.example')
  await setAddress(testApp, nora, 'nora@school.example')
  for (let n = 0; n < GROUPS_OF_PERSON_MAX; n += 1) await insertGroup(testApp, { members: [leo] })
  await setDomain('school.example')
  await testApp.context.jobs.runDue()
  expect(await members()).toEqual(['Nora: domain'])
  await confirm(testApp, leo, 'leo@school.example')
  expect(await members()).toEqual(['Nora: domain'])
})
