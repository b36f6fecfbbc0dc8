import { expect, test } from 'vitest'
import { openTestApp, Upload } from '#server/test-app.ts'
import { insertCourse, insertPlaylist } from '#server/test-publications.ts'

const OLD = 'dQw4w9WgXcQ'
const NEW = 'aqz-KE-bpKQ'

async function open() {
  const testApp = await openTestApp({ environment: { REVIEW_EDITS: 'all' } })
  const teacher = await testApp.user('Ada', 'Teacher')
  const admin = await testApp.user('Root', 'Student', { isAdmin: true })
  const playlistId = await insertPlaylist(testApp, { teacher, title: 'Approved title' })
  const courseId = await insertCourse(testApp, { playlistId })
  const paths = { playlist: `/api/playlists/${playlistId}`, course: `/api/courses/${playlistId}/${courseId}` }
  const detail = async (kind: keyof typeof paths) => (await admin.request('GET', paths[kind])).json()
  const set = {
    playlist: (status: string, seen?: string) =>
      admin.request('POST', `/api/playlists/approve-playlist/${playlistId}`, {
        isPlaylistApproved: status,
        updatedAt: seen,
      }),
    course: (status: string, seen?: string) =>
      admin.request('POST', `/api/courses/approve-course/${courseId}`, {
        isCourseApproved: status,
        updatedAt: seen,
      }),
  }
  const written = async () => ({
    playlists: await testApp.db.selectFrom('playlists').selectAll().execute(),
    courses: await testApp.db.selectFrom('courses').selectAll().execute(),
    revisions: await testApp.db.selectFrom('revisions').selectAll().orderBy('id').execute(),
    decisions: await testApp.db.selectFrom('decisions').selectAll().execute(),
  })
  return { testApp, teacher, admin, playlistId, courseId, paths, detail, set, written }
}

test('the status approved leaves the version that waits beside an approved item for the desk', async () => {
  const { teacher, admin, paths, detail, set, written } = await open()
  await teacher.request('PUT', paths.playlist, new Upload({ title: 'Unseen title' }))
  await teacher.request('PUT', paths.course, new Upload({ videoLink: NEW }))
  const [playlist, course] = [await detail('playlist'), await detail('course')]
  expect([playlist.title, course.videoLink]).toEqual(['Approved title', OLD])
  const before = await written()
  for (const seen of [false, true]) {
    const answers = [
      await set.playlist('approved', seen ? playlist.updatedAt : undefined),
      await set.course('approved', seen ? course.updatedAt : undefined),
    ]
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200])
    expect(answers.map((answer) => answer.json().message)).toEqual([
      'Playlist status updated successfully!',
      'Course status updated successfully!',
    ])
    expect(answers[0]?.json().updatedPlaylist).toEqual(playlist)
    expect(answers[1]?.json().updatedCourse).toEqual(course)
  }
  expect(await written()).toEqual(before)
  const decided = await admin.request('POST', `/api/review/${course.waiting._id}/decide`, {
    state: 'approved',
  })
  expect(decided.statusCode).toBe(200)
  expect((await detail('course')).videoLink).toBe(NEW)
})

test('no status changes anything when it is set once more', async () => {
  const { set, written } = await open()
  for (const status of ['pending', 'processing', 'cancel', 'approved']) {
    await set.playlist(status)
    await set.course(status)
    const before = await written()
    expect((await set.playlist(status)).statusCode).toBe(200)
    expect((await set.course(status)).statusCode).toBe(200)
    expect(await written()).toEqual(before)
  }
})

test('the status pending does not submit the draft of a teacher', async () => {
  const { teacher, paths, detail, set, written, courseId, testApp } = await open()
  await set.course('pending')
  expect((await teacher.request('POST', `/api/courses/${courseId}/withdraw`)).statusCode).toBe(200)
  expect(await detail('course')).toMatchObject({ isCourseApproved: 'pending', stage: 'draft' })
  const before = await written()
  expect((await set.course('pending')).statusCode).toBe(200)
  expect(await written()).toEqual(before)
  expect((await testApp.request('GET', paths.playlist)).json()).toMatchObject({ courses: [] })
})
