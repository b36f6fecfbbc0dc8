import { expect, test } from 'vitest'
import { openTestApp, picture, type TestApp, type TestUser, Upload } from '#server/test-app.ts'
import { insertGroup } from '#server/test-groups.ts'
import { saved, saveOf } from '#server/test-progress.ts'
import { insertCourse, insertPlaylist } from '#server/test-publications.ts'

async function openSchool() {
  const testApp = await openTestApp()
  const teacher = await testApp.user('Ada', 'Teacher')
  const student = await testApp.user('Sam')
  const outsider = await testApp.user('Eve')
  const admin = await testApp.user('Root', 'Student', { isAdmin: true })
  const playlistId = await insertPlaylist(testApp, { teacher })
  const courseId = await insertCourse(testApp, { playlistId })
  const groupId = await insertGroup(testApp, { name: 'Class 7b', members: [teacher, student] })
  return { testApp, teacher, student, outsider, admin, playlistId, courseId, groupId }
}

const setVisibility = ({ request }: TestUser, id: string, body: object) =>
  request('PUT', `/api/playlists/${id}/visibility`, body)

async function create({ request }: TestUser, fields: Record<string, string>) {
  const file = { field: 'mainPlaylistImage', bytes: await picture() }
  const texts = { title: 'Glazes', description: 'All of them.', category: 'development' }
  return request('POST', '/api/playlists', new Upload({ ...texts, ...fields }, file))
}

async function auditOf({ db }: TestApp, action: 'playlist.visibility' | 'playlist.link') {
  const rows = await db
    .selectFrom('audit')
    .select(['actor_id', 'subject', 'detail'])
    .where('action', '=', action)
    .execute()
  return rows.map(({ detail, ...row }) => ({ ...row, detail: JSON.parse(detail) }))
}

test('a new playlist is public unless its teacher chooses, and groups may be given with commas', async () => {
  const { testApp, teacher, groupId } = await openSchool()
  await testApp.category('development')
  const other = await insertGroup(testApp, { members: [teacher] })
  expect((await create(teacher, {})).json().data).toMatchObject({ visibility: 'public', groups: [] })
  const made = await create(teacher, { visibility: 'groups', groups: `${groupId}, ${other}` })
  expect(made.statusCode, made.body).toBe(201)
  expect(made.json().data.groups).toContainEqual({ _id: groupId, name: 'Class 7b' })
  expect(made.json().data.groups).toHaveLength(2)
  const unlisted = (await create(teacher, { visibility: 'unlisted' })).json().data
  expect(unlisted.link).toContain(`/playlist-details/${unlisted._id}?key=`)
})

test.each([
  [{ visibility: 'groups' }, 'groups', 'Choose at least one group.'],
  [{ visibility: 'groups', groups: [] }, 'groups', 'Choose at least one group.'],
  [{ visibility: 'groups', groups: ['0'.repeat(24)] }, 'groups', 'Choose groups that you belong to.'],
  [{ visibility: 'friends' }, 'visibility', 'Choose everyone, people with the link, members or groups.'],
  [
    { visibility: 'groups', groups: Array.from({ length: 51 }, (_, n) => String(n).padStart(24, '0')) },
    'groups',
    'A playlist can have at most 50 groups.',
  ],
])('%j is rejected with a sentence at its field', async (body, field, sentence) => {
  const { teacher, playlistId } = await openSchool()
  const answer = await setVisibility(teacher, playlistId, body)
  expect([answer.statusCode, answer.json().errors[field]]).toEqual([400, sentence])
})

test('a teacher chooses among their own groups and keeps those that they have left; an admin chooses among all', async () => {
  const { testApp, teacher, student, admin, playlistId, groupId } = await openSchool()
  const foreign = await insertGroup(testApp, { members: [student] })
  const both = { visibility: 'groups', groups: [groupId, foreign] }
  expect((await setVisibility(teacher, playlistId, both)).statusCode).toBe(400)
  expect((await setVisibility(admin, playlistId, both)).statusCode).toBe(200)
  await testApp.db.deleteFrom('group_members').where('user_id', '=', teacher.id).execute()
  expect((await setVisibility(teacher, playlistId, both)).statusCode).toBe(200)
  expect((await student.request('GET', `/api/playlists/${playlistId}`)).statusCode).toBe(200)
})

test('a change holds at once without review and is audited, a repeated one is not', async () => {
  const { testApp, teacher, student, outsider, playlistId, courseId, groupId } = await openSchool()
  const only = { visibility: 'groups', groups: [groupId] }
  for (let time = 0; time < 2; time += 1) {
    const { data } = (await setVisibility(teacher, playlistId, only)).json()
    expect(data).toMatchObject({ isPlaylistApproved: 'approved', visibility: 'groups' })
  }
  expect(await auditOf(testApp, 'playlist.visibility')).toEqual([
    { actor_id: teacher.id, subject: playlistId, detail: { from: 'public', to: 'groups', groups: groupId } },
  ])
  expect((await testApp.request('GET', '/api/playlists')).json()).toMatchObject({ playlists: [], total: 0 })
  expect((await student.request('GET', '/api/playlists')).json()).toMatchObject({ total: 1 })
  for (const address of [`/api/playlists/${playlistId}`, `/api/courses/${playlistId}/${courseId}`]) {
    expect((await student.request('GET', address)).statusCode).toBe(200)
    expect((await outsider.request('GET', address)).statusCode).toBe(404)
  }
  const seen = (await student.request('GET', `/api/playlists/${playlistId}`)).json()
  expect([seen.visibility, seen.groups, seen.link]).toEqual(['groups', undefined, undefined])
})

test('when its last group is deleted, nobody but the teacher and admins sees a playlist', async () => {
  const { testApp, teacher, student, admin, playlistId, groupId } = await openSchool()
  await setVisibility(teacher, playlistId, { visibility: 'groups', groups: [groupId] })
  await testApp.db.deleteFrom('groups').where('id', '=', groupId).execute()
  const address = `/api/playlists/${playlistId}`
  expect((await student.request('GET', address)).statusCode).toBe(404)
  for (const { request } of [teacher, admin])
    expect((await request('GET', address)).json()).toMatchObject({ visibility: 'groups', groups: [] })
})

test('a course that moves to another playlist takes its audience', async () => {
  const { testApp, teacher, outsider, playlistId, courseId, groupId } = await openSchool()
  const target = await insertPlaylist(testApp, { teacher, title: 'For the class' })
  await setVisibility(teacher, target, { visibility: 'groups', groups: [groupId] })
  await teacher.request('PUT', `/api/courses/${playlistId}/${courseId}`, new Upload({ playlist: target }))
  expect((await outsider.request('GET', `/api/courses/${target}/${courseId}`)).statusCode).toBe(404)
})

test('a copy is for the same groups', async () => {
  const { teacher, playlistId, groupId } = await openSchool()
  await setVisibility(teacher, playlistId, { visibility: 'groups', groups: [groupId] })
  const { data } = (await teacher.request('POST', `/api/playlists/${playlistId}/duplicate`)).json()
  expect(data).toMatchObject({ visibility: 'groups', groups: [{ _id: groupId, name: 'Class 7b' }] })
})

test('the form learns how many people it reaches and how many learners would lose access', async () => {
  const { testApp, teacher, student, outsider, admin, playlistId, courseId, groupId } = await openSchool()
  for (const learner of [student, outsider, teacher, admin]) await saved(learner, courseId, saveOf([[0, 5]]))
  const count = async ({ request }: TestUser, query: string) =>
    (await request('GET', `/api/audience?${query}`)).json()
  const of = `playlistId=${playlistId}`
  expect(await count(teacher, 'visibility=members')).toEqual({ people: 4, losing: 0 })
  expect(await count(teacher, `visibility=groups&groups=${groupId}&${of}`)).toEqual({ people: 2, losing: 1 })
  expect(await count(teacher, `visibility=groups&${of}`)).toEqual({ people: 0, losing: 2 })
  expect(await count(admin, `visibility=unlisted&${of}`)).toEqual({ people: 0, losing: 2 })
  expect(await count(teacher, `visibility=public&${of}`)).toEqual({ people: 4, losing: 0 })
  const other = await testApp.user('Bob', 'Teacher')
  expect((await other.request('GET', `/api/audience?visibility=members&${of}`)).statusCode).toBe(404)
  await setVisibility(teacher, playlistId, { visibility: 'groups', groups: [groupId] })
  expect(await count(teacher, `visibility=unlisted&${of}`)).toEqual({ people: 0, losing: 1 })
})

test('until a rolling update is done nothing is restricted, and afterwards all of it works', async () => {
  const { testApp, teacher, playlistId } = await openSchool()
  await testApp.category('development')
  const set = (at: number) =>
    testApp.db
      .updateTable('site')
      .set({ restrict_after: new Date(at).toISOString() })
      .execute()
  await set(Date.now() + 60_000)
  const sentence = 'An update is running. Try again in 10 minutes.'
  for (const answer of [
    await setVisibility(teacher, playlistId, { visibility: 'members' }),
    await create(teacher, { visibility: 'unlisted' }),
  ])
    expect([answer.statusCode, answer.json().message]).toEqual([409, sentence])
  expect((await create(teacher, { visibility: 'public' })).statusCode).toBe(201)
  expect((await setVisibility(teacher, playlistId, { visibility: 'public' })).statusCode).toBe(200)
  await set(Date.now() - 1)
  expect((await setVisibility(teacher, playlistId, { visibility: 'members' })).statusCode).toBe(200)
})
