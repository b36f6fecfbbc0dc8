import { expect, test } from 'vitest'
import { newId } from '#server/data/ids.ts'
import { openTestApp, type TestApp, type TestUser } from '#server/test-app.ts'
import { insertCourse, insertPlaylist } from '#server/test-publications.ts'
import { insertReviewNote, insertRevision } from '#server/test-revisions.ts'

async function openTeacher() {
  const testApp = await openTestApp()
  const teacher = await testApp.user('Ada', 'Teacher')
  return { testApp, teacher }
}

async function needsOf(teacher: TestUser) {
  const answer = await teacher.request('GET', '/api/teaching/needs')
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json().items
}

async function insertFailedFile({ db }: TestApp, teacher: TestUser, courseId: string): Promise<void> {
  const id = newId()
  const created_at = '2026-03-03T00:00:00.000Z'
  await db
    .insertInto('videos')
    .values({ id, owner_id: teacher.id, state: 'failed', bytes: 1, created_at })
    .execute()
  await db
    .updateTable('courses')
    .set({ source: 'upload', source_key: id, video_id: '' })
    .where('id', '=', courseId)
    .execute()
}

test('a teacher for whom nothing waits gets an empty list', async () => {
  const { testApp, teacher } = await openTeacher()
  await insertCourse(testApp, { playlistId: await insertPlaylist(testApp, { teacher }) })
  expect(await needsOf(teacher)).toEqual([])
  expect((await testApp.request('GET', '/api/teaching/needs')).statusCode).toBe(401)
})

test('requested changes, failed files and unavailable videos come in this order, each with its time', async () => {
  const { testApp, teacher } = await openTeacher()
  const admin = await testApp.user('Anna', 'Student', { isAdmin: true })
  const playlistId = await insertPlaylist(testApp, { teacher, title: 'Knots', status: 'cancel' })
  const courseId = await insertCourse(testApp, { playlistId, title: 'Closures', status: 'cancel' })
  for (const [kind, id] of [
    ['playlist', playlistId],
    ['course', courseId],
  ] as const)
    await insertReviewNote(testApp, await insertRevision(testApp, { kind, id, state: 'changes' }))
  const decided_at = '2026-03-01T00:00:00.000Z'
  await testApp.db.updateTable('revisions').set({ decided_at, decided_by: admin.id }).execute()
  const failed = await insertCourse(testApp, { playlistId, title: 'Modules' })
  await insertFailedFile(testApp, teacher, failed)
  const lost = await insertCourse(testApp, { playlistId, title: 'Subgrid' })
  const unavailable_since = '2026-03-02T00:00:00.000Z'
  await testApp.db.updateTable('courses').set({ unavailable_since }).where('id', '=', lost).execute()
  expect(await needsOf(teacher)).toEqual([
    {
      kind: 'changes',
      count: 1,
      since: decided_at,
      subjects: [{ _id: playlistId, kind: 'playlist', title: 'Knots', playlistId, admin: 'Anna', notes: 2 }],
    },
    {
      kind: 'files',
      count: 1,
      since: '2026-03-03T00:00:00.000Z',
      subjects: [{ _id: failed, kind: 'course', title: 'Modules', playlistId }],
    },
    {
      kind: 'unavailable',
      count: 1,
      since: unavailable_since,
      subjects: [{ _id: lost, kind: 'course', title: 'Subgrid', playlistId }],
    },
  ])
  expect(await needsOf(await testApp.user('Tom', 'Teacher'))).toEqual([])
})

test('a row counts all and names the three oldest', async () => {
  const { testApp, teacher } = await openTeacher()
  const playlistId = await insertPlaylist(testApp, { teacher })
  for (const day of [4, 2, 5, 1, 3]) {
    const id = await insertCourse(testApp, { playlistId, title: `Day ${day}` })
    const unavailable_since = `2026-03-0${day}T00:00:00.000Z`
    await testApp.db.updateTable('courses').set({ unavailable_since }).where('id', '=', id).execute()
  }
  const [need] = await needsOf(teacher)
  expect(need).toMatchObject({ kind: 'unavailable', count: 5, since: '2026-03-01T00:00:00.000Z' })
  expect(need.subjects.map(({ title }: { title: string }) => title)).toEqual(['Day 1', 'Day 2', 'Day 3'])
})

test('a draft is ready when its checklist has nothing to say', async () => {
  const { testApp, teacher } = await openTeacher()
  const { db } = testApp
  const insertDraft = async (title: string) => {
    const id = await insertPlaylist(testApp, { teacher, title, status: 'pending' })
    await db
      .updateTable('playlists')
      .set({ status: 'draft', description: 'Everything about knots. '.repeat(6) })
      .where('id', '=', id)
      .execute()
    return id
  }
  const ready = await insertDraft('Knots for sailors')
  await insertCourse(testApp, { playlistId: ready, status: 'pending' })
  await insertDraft('Without any video')
  await insertCourse(testApp, { playlistId: await insertDraft('Short'), status: 'pending' })
  const [need, ...others] = await needsOf(teacher)
  expect(others).toEqual([])
  expect(need).toMatchObject({
    kind: 'ready',
    count: 1,
    subjects: [{ _id: ready, kind: 'playlist', title: 'Knots for sailors', playlistId: ready }],
  })
})
