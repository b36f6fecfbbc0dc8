import { expect, test } from 'vitest'
import { newId } from '#server/data/ids.ts'
import { deleteUser } from '#server/features/account/users/users.ts'
import { wrongCounts } from '#server/features/catalog/playlists/counts-check.queries.ts'
import { openTestApp, type TestApp, type TestUser } from '#server/test-app.ts'
import { insertGroup } from '#server/test-groups.ts'
import { notificationsOf } from '#server/test-notifications.ts'

async function openSchool() {
  const testApp = await openTestApp()
  const admin = await testApp.user('Helen', 'Other', { isAdmin: true })
  const lead = await testApp.user('Marta', 'Teacher')
  const [leo, nora] = [await testApp.user('Leo'), await testApp.user('Nora')]
  const groupId = await insertGroup(testApp, { name: 'Class 7b', leads: [lead] })
  const members = `/api/groups/${groupId}/members`
  return { testApp, admin, lead, leo, nora, groupId, members }
}

const membersOf = async ({ request }: TestUser, groupId: string, query = '') =>
  (await request('GET', `/api/groups/${groupId}${query}`)).json()
const namesOf = async (user: TestUser, groupId: string, query = '') =>
  (await membersOf(user, groupId, query)).members.map(({ username }: { username: string }) => username)
const actionsIn = async ({ db }: TestApp) =>
  (await db.selectFrom('audit').select('action').orderBy('id').execute()).map(({ action }) => action)

test('a lead finds people by name, adds them, and removes them again', async () => {
  const { testApp, lead, leo, nora, groupId, members } = await openSchool()
  const found = await lead.request('GET', `/api/groups/${groupId}/people?q=no`)
  expect(found.json().people).toEqual([
    {
      _id: nora.id,
      username: 'Nora',
      profilePhoto: expect.any(Object),
      role: 'Student',
      isMember: false,
    },
  ])
  const added = await lead.request('POST', members, { ids: [leo.id, nora.id, nora.id] })
  expect(added.json()).toEqual({ success: true, message: '2 people added.', added: 2 })
  expect((await lead.request('POST', members, { ids: [nora.id] })).json().added).toBe(0)
  expect(await namesOf(lead, groupId)).toEqual(['Leo', 'Marta', 'Nora'])
  expect(await membersOf(lead, groupId, '?q=NOR')).toMatchObject({
    total: 1,
    members: [{ username: 'Nora' }],
  })
  const again = await lead.request('GET', `/api/groups/${groupId}/people?q=nora`)
  expect(again.json().people).toMatchObject([{ isMember: true }])
  for (const _ of ['once', 'again'])
    expect((await lead.request('DELETE', `${members}/${nora.id}`)).json().message).toBe('Member removed.')
  expect(await namesOf(lead, groupId)).toEqual(['Leo', 'Marta'])
  expect((await lead.request('PUT', `${members}/${nora.id}`, {})).statusCode).toBe(200)
  expect(await membersOf(lead, groupId)).toMatchObject({ group: { membersCount: 3 }, total: 3 })
  expect(await wrongCounts(testApp.db)).toEqual([])
  expect(await actionsIn(testApp)).toEqual(['group.joined', 'group.joined', 'group.left', 'group.joined'])
})

test('an admin finds people by address as well, and sees it', async () => {
  const { admin, nora, groupId } = await openSchool()
  const email = `${nora.id}@example.org`
  const found = await admin.request('GET', `/api/groups/${groupId}/people?q=${email}`)
  expect(found.json().people).toMatchObject([{ username: 'Nora', email }])
})

test('a lead sees the addresses of those whom they invited, and no others', async () => {
  const { testApp, admin, lead, leo, nora, groupId } = await openSchool()
  const invited = (user: TestUser, by: TestUser) => ({
    user_id: user.id,
    group_id: groupId,
    source: 'invitation' as const,
    added_by: by.id,
    added_at: new Date().toISOString(),
  })
  await testApp.db
    .insertInto('group_members')
    .values([invited(leo, lead), invited(nora, admin)])
    .execute()
  const { members } = await membersOf(lead, groupId)
  expect(members.map(({ email }: { email?: string }) => email)).toEqual([
    `${leo.id}@example.org`,
    undefined,
    undefined,
  ])
})

test('only an admin chooses leads and removes them', async () => {
  const { testApp, admin, lead, leo, groupId, members } = await openSchool()
  const asked = await lead.request('PUT', `${members}/${leo.id}`, { lead: true })
  expect([asked.statusCode, asked.json().message]).toEqual([
    403,
    'Only an admin can choose the leads of a group.',
  ])
  expect((await admin.request('PUT', `${members}/${leo.id}`, { lead: true })).statusCode).toBe(200)
  expect(await namesOf(leo, groupId)).toEqual(['Leo', 'Marta'])
  const removed = await lead.request('DELETE', `${members}/${leo.id}`)
  expect([removed.statusCode, removed.json().message]).toEqual([403, 'Only an admin can remove a lead.'])
  expect((await admin.request('PUT', `${members}/${leo.id}`, { lead: false })).statusCode).toBe(200)
  expect((await lead.request('DELETE', `${members}/${leo.id}`)).statusCode).toBe(200)
  expect((await admin.request('DELETE', `${members}/${lead.id}`)).statusCode).toBe(200)
  expect((await lead.request('GET', `/api/groups/${groupId}`)).statusCode).toBe(404)
  expect(await actionsIn(testApp)).toEqual([
    'refused',
    'group.joined',
    'group.lead.made',
    'refused',
    'group.lead.unmade',
    'group.left',
    'group.left',
  ])
})

test('somebody who is added is notified once a day, and sees nothing of it after a removal', async () => {
  const { lead, nora, groupId, members } = await openSchool()
  await lead.request('POST', members, { ids: [nora.id] })
  const entry = {
    kind: 'group',
    title: 'Class 7b',
    link: `/groups/${groupId}`,
    actors: [{ username: 'Marta' }],
  }
  expect((await notificationsOf(nora)).notifications).toMatchObject([entry])
  await lead.request('DELETE', `${members}/${nora.id}`)
  expect((await notificationsOf(nora)).notifications).toMatchObject([{ gone: true, title: null, link: null }])
  await lead.request('PUT', `${members}/${nora.id}`, {})
  expect((await notificationsOf(nora)).notifications).toMatchObject([entry])
})

test('an unknown person is not added, and nobody else with them', async () => {
  const { lead, leo, groupId, members } = await openSchool()
  const answer = await lead.request('POST', members, { ids: [leo.id, newId()] })
  expect([answer.statusCode, answer.json().message]).toEqual([404, 'User not found.'])
  for (const ids of [[], Array.from({ length: 101 }, () => newId())])
    expect((await lead.request('POST', members, { ids })).json().errors).toEqual({
      ids: 'Choose 1 to 100 people.',
    })
  expect(await namesOf(lead, groupId)).toEqual(['Marta'])
})

test('a person is in at most 100 groups', async () => {
  const { testApp, lead, leo, groupId, members } = await openSchool()
  for (let n = 0; n < 100; n += 1) await insertGroup(testApp, { members: [leo] })
  const answer = await lead.request('POST', members, { ids: [leo.id] })
  expect([answer.statusCode, answer.json().message]).toEqual([400, 'A person can be in at most 100 groups.'])
  expect(await namesOf(lead, groupId)).toEqual(['Marta'])
})

test('a group has at most 10,000 members', async () => {
  const { testApp, lead, leo, groupId, members } = await openSchool()
  await testApp.db.updateTable('groups').set({ members_count: 10_000 }).where('id', '=', groupId).execute()
  const answer = await lead.request('POST', members, { ids: [leo.id] })
  expect([answer.statusCode, answer.json().message]).toEqual([
    400,
    'A group can have at most 10,000 members.',
  ])
  expect(await wrongCounts(testApp.db)).toEqual([{ table: 'groups', column: 'members_count', rows: 1 }])
})

test('the same people added and removed by several at once are counted right', async () => {
  const { testApp, admin, lead, leo, nora, groupId, members } = await openSchool()
  const ids = [leo.id, nora.id]
  await Promise.all([
    lead.request('POST', members, { ids }),
    admin.request('POST', members, { ids: ids.toReversed() }),
    lead.request('DELETE', `${members}/${leo.id}`),
    admin.request('PUT', `${members}/${nora.id}`, { lead: true }),
    admin.request('DELETE', `${members}/${lead.id}`),
  ])
  expect(await wrongCounts(testApp.db)).toEqual([])
  expect(await namesOf(admin, groupId)).toContain('Nora')
})

test('a deleted account is counted in none of its groups', async () => {
  const { testApp, admin, leo, groupId, members } = await openSchool()
  await insertGroup(testApp, { members: [leo] })
  await admin.request('POST', members, { ids: [leo.id] })
  expect(await deleteUser(testApp, leo.id)).toBe(true)
  expect(await membersOf(admin, groupId)).toMatchObject({ group: { membersCount: 1 } })
  expect(await wrongCounts(testApp.db)).toEqual([])
})

test('after a removal or a deletion live streams check who may still listen', async () => {
  const { testApp, admin, lead, leo, groupId, members } = await openSchool()
  await lead.request('POST', members, { ids: [leo.id] })
  const checked: (string | undefined)[] = []
  testApp.context.events.onAccessChanged((userId) => checked.push(userId))
  await lead.request('DELETE', `${members}/${leo.id}`)
  await lead.request('DELETE', `${members}/${leo.id}`)
  await admin.request('DELETE', `/api/groups/${groupId}`)
  expect(checked).toEqual([leo.id, undefined])
})
