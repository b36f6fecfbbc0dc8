import { expect, test } from 'vitest'
import { openTestApp, type TestApp, type TestUser } from '#server/test-app.ts'
import { stopClock } from '#server/test-clock.ts'
import { insertGroup } from '#server/test-groups.ts'
import { inPlaylist, put, saved, saveOf } from '#server/test-progress.ts'
import { insertCourse, insertPlaylist } from '#server/test-publications.ts'
import { openServer } from '#server/test-watcher.ts'

async function openClass() {
  const testApp = await openTestApp()
  const teacher = await testApp.user('Ada', 'Teacher')
  const student = await testApp.user('Sam')
  const other = await testApp.user('Eve')
  const playlistId = await insertPlaylist(testApp, { teacher })
  const courseId = await insertCourse(testApp, { playlistId })
  const groupId = await insertGroup(testApp, { members: [student] })
  const elsewhere = await insertGroup(testApp, { members: [teacher, other] })
  const show = (groups: string[]) => showTo(testApp, { playlistId, groups })
  return { testApp, teacher, student, playlistId, courseId, groupId, elsewhere, show }
}

/** As an admin, who chooses among all groups. */
async function showTo(testApp: TestApp, { playlistId, groups }: { playlistId: string; groups: string[] }) {
  const admin = await testApp.user(`Root ${groups.join()}`, 'Student', { isAdmin: true })
  const body = { visibility: 'groups', groups }
  const answer = await admin.request('PUT', `/api/playlists/${playlistId}/visibility`, body)
  expect(answer.statusCode, answer.body).toBe(200)
}

/** The master playlist of the course's uploaded video. */
async function videoOf({ db, user }: TestApp, teacher: TestUser, courseId: string) {
  const id = 'a'.repeat(24)
  const row = {
    id,
    owner_id: teacher.id,
    state: 'ready',
    bytes: 1,
    created_at: new Date().toISOString(),
  } as const
  await db.insertInto('videos').values(row).execute()
  await db
    .updateTable('courses')
    .set({ source: 'upload', source_key: id, video_id: '' })
    .where('id', '=', courseId)
    .execute()
  return user
}

test('a member who loses access loses the stream, the next save and in time the video; all of it comes back', async () => {
  const { testApp, student, playlistId, courseId, groupId, elsewhere, show } = await openClass()
  await show([groupId])
  await saved(student, courseId, saveOf([[0, 10]]))
  await student.request('POST', '/api/notes', { courseId, at: 5, text: 'The knot.' })
  await student.request('POST', `/api/users/savePlaylist/${playlistId}`)
  const watch = await openServer(testApp)
  const watching = await watch(student, courseId)
  for (let message = 0; message < 2; message += 1) await watching.next()

  await show([elsewhere])
  expect(await watching.next()).toBeUndefined()
  expect((await put(student, courseId, saveOf([[10, 20]]))).statusCode).toBe(404)
  const list = async (path: string) => (await student.request('GET', path)).json()
  expect(await list('/api/users/savedPlaylists')).toMatchObject({ data: [], total: 0 })
  expect(await list('/api/progress?kind=history')).toMatchObject({ cards: [], total: 0 })
  const { notes } = await list('/api/notes')
  expect(notes).toMatchObject([
    {
      text: 'The knot.',
      course: { videoTitle: 'Video not available.', playlist: { title: 'Playlist not available.' } },
    },
  ])

  await show([groupId])
  expect((await put(student, courseId, saveOf([[10, 20]]))).statusCode).toBe(200)
  expect((await inPlaylist(student, playlistId, courseId)).ranges).toEqual([[0, 20]])
  expect(await list('/api/users/savedPlaylists')).toMatchObject({ total: 1 })
  expect((await list('/api/notes')).notes).toMatchObject([{ course: { playlist: { title: 'Learn HTML' } } }])
})

test('the address of a restricted video ends within the hour, one of a public video when it is restricted', async () => {
  const { testApp, teacher, student, playlistId, courseId, groupId, elsewhere, show } = await openClass()
  const later = stopClock()
  await videoOf(testApp, teacher, courseId)
  const address = async () =>
    (await student.request('GET', `/api/courses/${playlistId}/${courseId}`)).json().video.master
  /** The file is missing; without a valid signature nobody looks for it. */
  const play = async (master: string) => (await testApp.request('GET', master)).statusCode
  const open = await address()
  expect(await play(open)).toBe(404)
  await show([groupId])
  expect(await play(open)).toBe(403)
  const restricted = await address()
  await show([elsewhere])
  expect(await play(restricted)).toBe(404)
  later(30 * 60 - 1)
  expect(await play(restricted)).toBe(404)
  later(30 * 60 + 1)
  expect(await play(restricted)).toBe(403)
})
