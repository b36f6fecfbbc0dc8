import { expect, test } from 'vitest'
import { newId } from '#server/data/ids.ts'
import type { TestApp, TestUser } from '#server/test-app.ts'
import { connectIdentity, openSignInSite, signIn } from '#server/test-provider-sign-in.ts'
import { insertPlaylist } from '#server/test-publications.ts'
import { saveSettings } from '#server/test-settings.ts'

const RULES = { providerTeacher: 'staff', providerAdmin: 'heads' }

async function siteWithUser(role: 'Student' | 'Teacher' = 'Student', isAdmin = false) {
  const site = await openSignInSite()
  await saveSettings(site.testApp, RULES)
  const user = await site.testApp.user('Maria', role, { isAdmin })
  await connectIdentity(site, user)
  const logIn = async (...groups: string[]) => {
    site.provider.person.groups = groups
    const answer = await signIn(site)
    expect(answer.statusCode, answer.body).toBe(200)
    const { role: now, isAdmin: isNowAdmin } = answer.json()
    return { role: now, isAdmin: isNowAdmin }
  }
  return { ...site, user, logIn }
}

async function addGroup({ db }: TestApp, name: string, provider_value: string | null): Promise<string> {
  const id = newId()
  const at = new Date().toISOString()
  await db
    .insertInto('groups')
    .values({
      id,
      name,
      name_key: name,
      description: '',
      mail_domain: null,
      provider_value,
      created_at: at,
      updated_at: at,
    })
    .execute()
  return id
}

async function membershipsOf({ db }: TestApp, user: TestUser) {
  const rows = await db
    .selectFrom('group_members')
    .innerJoin('groups', 'groups.id', 'group_members.group_id')
    .select(['groups.name', 'group_members.source'])
    .where('user_id', '=', user.id)
    .orderBy('groups.name')
    .execute()
  return rows.map(({ name, source }) => `${name} by ${source}`)
}

test('a claim makes a teacher and an admin, and the roles end with it', async () => {
  const { testApp, logIn } = await siteWithUser()
  await testApp.user('Root', 'Student', { isAdmin: true })
  expect(await logIn('staff', 'heads')).toEqual({ role: 'Teacher', isAdmin: true })
  expect(await logIn('staff')).toEqual({ role: 'Teacher', isAdmin: false })
  expect(await logIn()).toEqual({ role: 'Student', isAdmin: false })
})

test('a role that an admin gave stays without the claim', async () => {
  const { testApp, logIn } = await siteWithUser('Teacher', true)
  await testApp.user('Root', 'Student', { isAdmin: true })
  expect(await logIn('staff', 'heads')).toEqual({ role: 'Teacher', isAdmin: true })
  expect(await logIn()).toEqual({ role: 'Teacher', isAdmin: true })
})

test('an owner of playlists stays a teacher until they have none', async () => {
  const { testApp, user, logIn } = await siteWithUser()
  await logIn('staff')
  const playlistId = await insertPlaylist(testApp, { teacher: user })
  expect(await logIn()).toMatchObject({ role: 'Teacher' })
  await testApp.db.deleteFrom('playlists').where('id', '=', playlistId).execute()
  expect(await logIn()).toMatchObject({ role: 'Student' })
})

test('the last admin stays one', async () => {
  const { testApp, logIn } = await siteWithUser()
  expect(await logIn('heads')).toMatchObject({ isAdmin: true })
  expect(await logIn()).toMatchObject({ isAdmin: true })
  await testApp.user('Root', 'Student', { isAdmin: true })
  expect(await logIn()).toMatchObject({ isAdmin: false })
})

test('the end of an admin by claim ends their other sessions', async () => {
  const { testApp, user, logIn } = await siteWithUser()
  await testApp.user('Root', 'Student', { isAdmin: true })
  await logIn('heads')
  expect((await user.request('GET', '/api/admin/settings')).statusCode).toBe(200)
  await logIn()
  expect((await user.request('GET', '/api/admin/settings')).statusCode).toBe(401)
})

test('empty settings map no claim, not even an empty one', async () => {
  const { testApp, logIn } = await siteWithUser()
  await testApp.db.deleteFrom('settings').execute()
  testApp.context.invalidation.invalidate('everything')
  expect(await logIn('', 'staff', 'heads')).toEqual({ role: 'Student', isAdmin: false })
})

test('every login sets exactly the groups of the claim, and leaves the others', async () => {
  const { testApp, user, logIn } = await siteWithUser()
  await addGroup(testApp, 'Class 7b', '7b')
  await addGroup(testApp, 'Choir', 'choir')
  const chess = await addGroup(testApp, 'Chess', 'chess')
  await testApp.db
    .insertInto('group_members')
    .values({ user_id: user.id, group_id: chess, source: 'hand', added_by: null, added_at: '2026-01-01' })
    .execute()
  await testApp.db.updateTable('groups').set({ members_count: 1 }).where('id', '=', chess).execute()
  await logIn('7b', 'choir', 'unknown')
  expect(await membershipsOf(testApp, user)).toEqual([
    'Chess by hand',
    'Choir by provider',
    'Class 7b by provider',
  ])
  await logIn('choir', 'chess')
  expect(await membershipsOf(testApp, user)).toEqual(['Chess by hand', 'Choir by provider'])
  await logIn()
  expect(await membershipsOf(testApp, user)).toEqual(['Chess by hand'])
  const counts = await testApp.db.selectFrom('groups').select('members_count').orderBy('name').execute()
  expect(counts.map(({ members_count }) => members_count)).toEqual([1, 0, 0])
})

test('a claim of one text counts as one value', async () => {
  const { provider, logIn } = await siteWithUser()
  Object.assign(provider.person, { groups: 'staff' })
  expect(await logIn('staff')).toMatchObject({ role: 'Teacher' })
})

test('two sign-ins at once give the same roles and groups', async () => {
  const site = await siteWithUser()
  await addGroup(site.testApp, 'Class 7b', '7b')
  site.provider.person.groups = ['7b', 'staff']
  const answers = await Promise.all([signIn(site), signIn(site), signIn(site)])
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200])
  expect(await membershipsOf(site.testApp, site.user)).toEqual(['Class 7b by provider'])
})
