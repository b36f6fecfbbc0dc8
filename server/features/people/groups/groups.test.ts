import { expect, test } from 'vitest'
import { openTestApp, type TestApp, type TestUser } from '#server/test-app.ts'
import { insertGroup } from '#server/test-groups.ts'
import { insertPlaylist } from '#server/test-publications.ts'
import { restrictPlaylist } from '#server/test-restricted.ts'

/** A site with an admin, a teacher who leads Class 7b, and a member of it. */
async function openSchool() {
  const testApp = await openTestApp()
  const admin = await testApp.user('Helen', 'Other', { isAdmin: true })
  const lead = await testApp.user('Marta', 'Teacher')
  const member = await testApp.user('Leo')
  const outsider = await testApp.user('Nora')
  const groupId = await insertGroup(testApp, { name: 'Class 7b', leads: [lead], members: [member] })
  return { testApp, admin, lead, member, outsider, groupId }
}

const groupsOf = async ({ request }: Pick<TestUser, 'request'>, query = '') =>
  (await request('GET', `/api/groups${query}`)).json()
const groupOf = async ({ request }: Pick<TestUser, 'request'>, id: string, query = '') =>
  (await request('GET', `/api/groups/${id}${query}`)).json()
const namesIn = ({ groups }: { groups: { name: string }[] }) => groups.map(({ name }) => name)
const auditOf = async ({ db }: TestApp) =>
  (await db.selectFrom('audit').select(['action', 'detail']).orderBy('id').execute()).map(
    ({ action, detail }) => [action, JSON.parse(detail)],
  )

test('an admin adds, changes and deletes a group, and the audit log says so', async () => {
  const { testApp, admin } = await openSchool()
  const added = await admin.request('POST', '/api/groups', { name: '  Film   club ' })
  expect(added.statusCode).toBe(201)
  expect(added.json()).toEqual({
    success: true,
    message: 'Group added.',
    group: {
      _id: expect.any(String),
      name: 'Film club',
      description: '',
      isMember: false,
      isLead: false,
      playlistsCount: 0,
      membersCount: 0,
      leads: [],
      mailDomain: null,
      providerValue: null,
      onlyHere: 0,
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
    },
  })
  const { _id } = added.json().group
  const changes = {
    name: 'Cinema',
    description: 'We watch.',
    mailDomain: 'School.example',
    providerValue: 'film',
  }
  const changed = await admin.request('PUT', `/api/groups/${_id}`, changes)
  expect(changed.json().group).toMatchObject({ ...changes, mailDomain: 'school.example' })
  expect((await admin.request('PUT', `/api/groups/${_id}`, {})).json().group).toMatchObject({
    name: 'Cinema',
  })
  expect((await admin.request('DELETE', `/api/groups/${_id}`)).json().message).toBe('Group deleted.')
  expect((await admin.request('GET', `/api/groups/${_id}`)).statusCode).toBe(404)
  expect(await auditOf(testApp)).toEqual([
    ['group.created', { name: 'Film club' }],
    [
      'group.changed',
      { from: 'Film club', to: 'Cinema', mailDomain: 'school.example', providerValue: 'film' },
    ],
    ['group.changed', { name: 'Cinema' }],
    ['group.deleted', { name: 'Cinema' }],
  ])
})

test.each([
  [{}, { name: 'Name must be 2 to 60 characters.' }],
  [{ name: 'x' }, { name: 'Name must be 2 to 60 characters.' }],
  [{ name: 'Class|7b' }, { name: 'Name must not contain |.' }],
  [{ name: 'Art', mailDomain: '' }, { mailDomain: 'Enter a domain like school.example.' }],
  [{ name: 'Art', mailDomain: '@school.example' }, { mailDomain: 'Enter a domain like school.example.' }],
  [{ name: 'Art', mailDomain: '*.school' }, { mailDomain: 'Enter a domain like school.example.' }],
  [
    { name: 'Art', description: 'x'.repeat(501) },
    { description: 'Description must be at most 500 characters.' },
  ],
])('the draft %j is rejected at its field', async (draft, errors) => {
  const { admin } = await openSchool()
  const answer = await admin.request('POST', '/api/groups', draft)
  expect(answer.statusCode).toBe(400)
  expect(answer.json().errors).toEqual(errors)
})

test('a name is taken whatever its case and accents, also when a group is renamed', async () => {
  const { admin, groupId } = await openSchool()
  await admin.request('POST', '/api/groups', { name: 'Club Zoë' })
  for (const answer of [
    await admin.request('POST', '/api/groups', { name: 'CLASS 7B' }),
    await admin.request('PUT', `/api/groups/${groupId}`, { name: 'club zoe' }),
  ]) {
    expect(answer.statusCode).toBe(409)
    expect(answer.json().message).toBe('This group already exists.')
  }
})

test('an admin sees all groups by name, others their own, and an admin may ask for their own', async () => {
  const { testApp, admin, member, outsider, groupId } = await openSchool()
  await insertGroup(testApp, { name: 'art' })
  await insertGroup(testApp, { name: 'Zoo', members: [admin] })
  expect(namesIn(await groupsOf(admin))).toEqual(['art', 'Class 7b', 'Zoo'])
  expect(namesIn(await groupsOf(admin, '?own=true'))).toEqual(['Zoo'])
  expect(namesIn(await groupsOf(admin, '?q=CLASS'))).toEqual(['Class 7b'])
  expect(await groupsOf(outsider)).toEqual({ groups: [], total: 0, nextCursor: null })
  expect(await groupsOf(member)).toEqual({
    groups: [
      {
        _id: groupId,
        name: 'Class 7b',
        description: '',
        isMember: true,
        isLead: false,
        playlistsCount: 0,
        createdAt: expect.any(String),
        updatedAt: expect.any(String),
      },
    ],
    total: 1,
    nextCursor: null,
  })
})

test('the pages of groups follow each other', async () => {
  const { testApp, admin } = await openSchool()
  for (const name of ['Art', 'Biology', 'Chess', 'Drama']) await insertGroup(testApp, { name })
  const first = await groupsOf(admin, '?limit=3')
  expect([namesIn(first), first.total]).toEqual([['Art', 'Biology', 'Chess'], 5])
  const second = await groupsOf(admin, `?limit=3&cursor=${first.nextCursor}`)
  expect([namesIn(second), second.nextCursor]).toEqual([['Class 7b', 'Drama'], null])
})

test('members do not see each other; leads see names, and admins also addresses', async () => {
  const { admin, lead, member, outsider, groupId } = await openSchool()
  const asMember = await groupOf(member, groupId)
  expect(asMember).toMatchObject({ total: 0, nextCursor: null, playlists: [] })
  expect(asMember.members).toBeUndefined()
  expect(JSON.stringify(asMember)).not.toContain('Marta')
  const asLead = await groupOf(lead, groupId)
  expect(asLead.group).toMatchObject({ isLead: true, membersCount: 2, leads: [{ username: 'Marta' }] })
  expect(Object.keys(asLead.group)).not.toContain('mailDomain')
  expect(asLead.members).toMatchObject([
    { _id: member.id, username: 'Leo', role: 'Student', isLead: false, source: 'hand' },
    { _id: lead.id, username: 'Marta', role: 'Teacher', isLead: true },
  ])
  expect(JSON.stringify(asLead)).not.toContain('@example.org')
  expect((await groupOf(admin, groupId)).members).toMatchObject([
    { email: `${member.id}@example.org` },
    { email: `${lead.id}@example.org` },
  ])
  expect((await outsider.request('GET', `/api/groups/${groupId}`)).json().message).toBe('Group not found.')
})

test('members see the approved playlists of their group; an admin also the others, and those only for it', async () => {
  const { testApp, admin, lead, member, groupId } = await openSchool()
  const otherGroup = await insertGroup(testApp)
  const [both, mine, waiting] = [
    await insertPlaylist(testApp, { teacher: lead, title: 'Both' }),
    await insertPlaylist(testApp, { teacher: lead, title: 'Mine' }),
    await insertPlaylist(testApp, { teacher: lead, title: 'Waiting', status: 'pending' }),
  ]
  const groupIds = [groupId]
  await restrictPlaylist(testApp, both, { visibility: 'groups', groupIds: [groupId, otherGroup] })
  await restrictPlaylist(testApp, mine, { visibility: 'groups', groupIds })
  await restrictPlaylist(testApp, waiting, { visibility: 'groups', groupIds })
  const titles = ({ playlists }: { playlists: { title: string }[] }) => playlists.map(({ title }) => title)
  const asMember = await groupOf(member, groupId)
  expect([titles(asMember), asMember.group.playlistsCount]).toEqual([['Mine', 'Both'], 2])
  const asAdmin = await groupOf(admin, groupId)
  expect(titles(asAdmin)).toEqual(['Waiting', 'Mine', 'Both'])
  expect(asAdmin.group).toMatchObject({ playlistsCount: 3, onlyHere: 1 })
  const first = await groupOf(admin, groupId, '?limit=2')
  expect(titles(first)).toEqual(['Waiting', 'Mine'])
  expect(titles(await groupOf(admin, groupId, `?playlistsCursor=${first.playlistsNextCursor}`))).toEqual([
    'Both',
  ])
})

test('deleting a group leaves accounts and playlists', async () => {
  const { testApp, admin, lead, member, groupId } = await openSchool()
  const playlistId = await insertPlaylist(testApp, { teacher: lead })
  await restrictPlaylist(testApp, playlistId, { visibility: 'groups', groupIds: [groupId] })
  await admin.request('DELETE', `/api/groups/${groupId}`)
  expect(await groupsOf(member)).toMatchObject({ groups: [] })
  for (const table of ['group_members', 'playlist_groups'] as const)
    expect(await testApp.db.selectFrom(table).selectAll().execute()).toEqual([])
  expect(await testApp.db.selectFrom('playlists').select('id').execute()).toEqual([{ id: playlistId }])
})

test('a site has at most 2,000 groups', async () => {
  const { testApp, admin } = await openSchool()
  const at = new Date().toISOString()
  const rows = Array.from({ length: 1999 }, (_, index) => ({
    id: String(index).padStart(24, '0'),
    name: `Group ${index}`,
    name_key: `group ${index}`,
    description: '',
    created_at: at,
    updated_at: at,
  }))
  for (let from = 0; from < rows.length; from += 500)
    await testApp.db
      .insertInto('groups')
      .values(rows.slice(from, from + 500))
      .execute()
  const answer = await admin.request('POST', '/api/groups', { name: 'One more' })
  expect([answer.statusCode, answer.json().message]).toEqual([400, 'A site can have at most 2,000 groups.'])
})
