import { expect, test } from 'vitest'
import { addMissingRevisions } from '#server/features/catalog/versions/first-revisions.queries.ts'
import { openTestApp, type TestUser, Upload } from '#server/test-app.ts'
import { insertCourse, insertPlaylist } from '#server/test-publications.ts'

const CHANGED = 'The teacher has changed this since you opened it. Review the new version.'

async function open() {
  const lines: string[] = []
  const testApp = await openTestApp({ log: (line) => lines.push(line) })
  const teacher = await testApp.user('Ada', 'Teacher')
  const iris = await testApp.user('Iris', 'Student', { isAdmin: true })
  const noah = await testApp.user('Noah', 'Student', { isAdmin: true })
  const playlistId = await insertPlaylist(testApp, { teacher, status: 'pending' })
  const courseId = await insertCourse(testApp, { playlistId, title: 'Lesson one', status: 'pending' })
  await addMissingRevisions(testApp.db)
  const revisionOf = async (subjectId: string) => {
    const row = await testApp.db
      .selectFrom('revisions')
      .select('id')
      .where('subject_id', '=', subjectId)
      .where('state', '=', 'submitted')
      .executeTakeFirstOrThrow()
    return row.id
  }
  const decide = async ({ request }: TestUser, id: string, body: object) => {
    const answer = await request('POST', `/api/review/${id}/decide`, { message: 'Well.', ...body })
    return [answer.statusCode, answer.json().message]
  }
  return { testApp, teacher, iris, noah, playlistId, courseId, revisionOf, decide, lines }
}

test.each([
  ['approved', 'approved'],
  ['changes', 'changes requested'],
  ['rejected', 'rejected'],
])('a decision after another admin’s %s names that admin', async (state, words) => {
  const { iris, noah, courseId, revisionOf, decide } = await open()
  const id = await revisionOf(courseId)
  await decide(iris, id, { state })
  expect(await decide(noah, id, { state: 'approved' })).toEqual([
    409,
    `Iris has already decided this: ${words}.`,
  ])
  expect(await decide(iris, id, { state: 'approved' })).toEqual([
    409,
    `You have already decided this: ${words}.`,
  ])
  const note = await noah.request('POST', `/api/review/${id}/notes`, { field: 'title', text: 'Short.' })
  expect(note.json().message).toBe(`Iris has already decided this: ${words}.`)
  const many = await noah.request('POST', '/api/review/decide', { ids: [id], state: 'approved' })
  expect(many.json().failed).toEqual([{ _id: id, message: `Iris has already decided this: ${words}.` }])
})

test('a late decision about a playlist and its videos names the video', async () => {
  const { iris, noah, playlistId, courseId, revisionOf, decide } = await open()
  const [playlist, course] = [await revisionOf(playlistId), await revisionOf(courseId)]
  await decide(iris, course, { state: 'rejected' })
  expect(await decide(noah, playlist, { state: 'approved', courses: [course] })).toEqual([
    409,
    'Iris has already decided “Lesson one”: rejected.',
  ])
})

test('a late decision names no admin whose account is deleted, and the teacher only after a change', async () => {
  const { testApp, teacher, iris, noah, playlistId, courseId, revisionOf, decide } = await open()
  const first = await revisionOf(courseId)
  await teacher.request('PUT', `/api/courses/${playlistId}/${courseId}`, new Upload({ videoTitle: 'Better' }))
  expect(await decide(noah, first, { state: 'approved' })).toEqual([409, CHANGED])
  const second = await revisionOf(courseId)
  await decide(iris, second, { state: 'rejected' })
  await testApp.db.deleteFrom('users').where('id', '=', iris.id).execute()
  expect(await decide(noah, second, { state: 'approved' })).toEqual([
    409,
    'Another admin has already decided this: rejected.',
  ])
})

test('items of a decision that is rolled back are not in the log', async () => {
  const { testApp, teacher, iris, playlistId, courseId, revisionOf, decide, lines } = await open()
  const [playlist, course] = [await revisionOf(playlistId), await revisionOf(courseId)]
  const now = new Date().toISOString()
  const video = '0'.repeat(24)
  await testApp.db
    .insertInto('videos')
    .values({ id: video, owner_id: teacher.id, state: 'working', progress: 10, bytes: 1, created_at: now })
    .execute()
  await testApp.db
    .updateTable('revisions')
    .set({
      content: JSON.stringify({
        title: 'Lesson',
        description: 'One.',
        image: 'x',
        video: { source: 'upload', key: video },
      }),
    })
    .where('id', '=', course)
    .execute()
  const logged = () => lines.filter((line) => line.includes('.decided"'))
  expect(await decide(iris, playlist, { state: 'approved', courses: [course] })).toEqual([
    409,
    'The video is still being prepared.',
  ])
  expect(logged()).toEqual([])
  expect(await testApp.db.selectFrom('audit').select('id').execute()).toEqual([])
  expect(await decide(iris, playlist, { state: 'approved' })).toEqual([200, 'Approved.'])
  expect(logged()).toHaveLength(1)
})
