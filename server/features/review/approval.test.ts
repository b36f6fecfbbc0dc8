import { expect, test } from 'vitest'
import type { ApprovalStatus } from '#contract/catalog/status.ts'
import { APPROVAL_STATUSES } from '#contract/catalog/status-values.ts'
import { openTestApp, picture, type TestApp, type TestUser, Upload } from '#server/test-app.ts'
import { stopClock } from '#server/test-clock.ts'
import { insertCourse, insertPlaylist } from '#server/test-publications.ts'

async function pendingPlaylist() {
  const testApp = await openTestApp()
  const teacher = await testApp.user('Ada', 'Teacher')
  const admin = await testApp.user('Root', 'Student', { isAdmin: true })
  const playlistId = await insertPlaylist(testApp, { teacher, status: 'pending' })
  const courseId = await insertCourse(testApp, { playlistId, status: 'pending' })
  return { testApp, teacher, admin, playlistId, courseId }
}

const approvePlaylist = ({ request }: Pick<TestUser, 'request'>, id: string, status: unknown) =>
  request('POST', `/api/playlists/approve-playlist/${id}`, { isPlaylistApproved: status })
const approveCourse = ({ request }: Pick<TestUser, 'request'>, id: string, status: unknown) =>
  request('POST', `/api/courses/approve-course/${id}`, { isCourseApproved: status })

async function statusOf({ db }: TestApp, table: 'playlists' | 'courses', id: string) {
  const { status } = await db
    .selectFrom(table)
    .select('status')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return status
}

async function publicCountsOf(
  { db }: TestApp,
  { id }: TestUser,
): Promise<[playlists: number, courses: number]> {
  const counts = await db
    .selectFrom('users')
    .select(['approved_playlists_count', 'approved_courses_count'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return [counts.approved_playlists_count, counts.approved_courses_count]
}

const EVERY_CHANGE = APPROVAL_STATUSES.flatMap((from) =>
  APPROVAL_STATUSES.map((to): [ApprovalStatus, ApprovalStatus] => [from, to]),
)

test.each(EVERY_CHANGE)('an admin takes a playlist and a course from %s to %s', async (from, to) => {
  const { testApp, admin, playlistId, courseId } = await pendingPlaylist()
  await testApp.db.updateTable('playlists').set({ status: from }).execute()
  await testApp.db.updateTable('courses').set({ status: from }).execute()
  const playlist = await approvePlaylist(admin, playlistId, to)
  expect(playlist.statusCode).toBe(200)
  expect(playlist.json()).toMatchObject({
    success: true,
    message: 'Playlist status updated successfully!',
    updatedPlaylist: { _id: playlistId, isPlaylistApproved: to, courses: [{ _id: courseId }] },
  })
  const course = await approveCourse(admin, courseId, to)
  expect(course.statusCode).toBe(200)
  expect(course.json()).toMatchObject({
    success: true,
    message: 'Course status updated successfully!',
    updatedCourse: { _id: courseId, isCourseApproved: to, playlist: { _id: playlistId } },
  })
  const detail = JSON.stringify({ from, to })
  const audit = await testApp.db
    .selectFrom('audit')
    .select(['action', 'actor_id', 'subject', 'detail'])
    .orderBy('action')
    .execute()
  expect(audit).toEqual([
    { action: 'course.status', actor_id: admin.id, subject: courseId, detail },
    { action: 'playlist.status', actor_id: admin.id, subject: playlistId, detail },
  ])
})

test('public counts follow: a course counts when it and its playlist are approved', async () => {
  const { testApp, teacher, admin, playlistId, courseId } = await pendingPlaylist()
  await approveCourse(admin, courseId, 'approved')
  expect(await publicCountsOf(testApp, teacher)).toEqual([0, 0])
  const approved = await approvePlaylist(admin, playlistId, 'approved')
  expect(approved.json().updatedPlaylist).toMatchObject({ approvedCoursesCount: 1, coursesCount: 1 })
  expect(await publicCountsOf(testApp, teacher)).toEqual([1, 1])
  await approveCourse(admin, courseId, 'processing')
  expect(await publicCountsOf(testApp, teacher)).toEqual([1, 0])
  await approveCourse(admin, courseId, 'approved')
  await approvePlaylist(admin, playlistId, 'cancel')
  expect(await publicCountsOf(testApp, teacher)).toEqual([0, 0])
})

test('an approval and its withdrawal are visible to others at once', async () => {
  const { testApp, admin, playlistId, courseId } = await pendingPlaylist()
  const student = await testApp.user('Sam')
  const like = async () => (await student.request('POST', `/api/courses/${courseId}/like`)).statusCode
  expect(await like()).toBe(404)
  await approvePlaylist(admin, playlistId, 'approved')
  expect(await like()).toBe(404)
  await approveCourse(admin, courseId, 'approved')
  expect(await like()).toBe(200)
  await approvePlaylist(admin, playlistId, 'cancel')
  expect(await like()).toBe(404)
})

test.each([undefined, null, '', 'Approved', 'rejected', true, ['approved'], { status: 'approved' }])(
  'the status %j is invalid',
  async (status) => {
    const { testApp, admin, playlistId, courseId } = await pendingPlaylist()
    const message = 'Status must be pending, processing, approved or cancel.'
    const playlist = await approvePlaylist(admin, playlistId, status)
    expect(playlist.statusCode).toBe(400)
    expect(playlist.json()).toMatchObject({ message, errors: { isPlaylistApproved: message } })
    const course = await approveCourse(admin, courseId, status)
    expect(course.statusCode).toBe(400)
    expect(course.json()).toMatchObject({ message, errors: { isCourseApproved: message } })
    expect(await statusOf(testApp, 'playlists', playlistId)).toBe('pending')
    expect(await statusOf(testApp, 'courses', courseId)).toBe('pending')
  },
)

test('only an admin approves, not even the owner, and the rejection says nothing about the rest', async () => {
  const { testApp, teacher, playlistId, courseId } = await pendingPlaylist()
  const missing = '0'.repeat(24)
  for (const approve of [approvePlaylist, approveCourse]) {
    for (const id of [playlistId, courseId, missing]) {
      const visitor = await approve(testApp, id, 'nonsense')
      expect(visitor.statusCode).toBe(401)
      expect(visitor.json().message).toBe('You must be logged in.')
      for (const person of [teacher, await testApp.user('Sam')]) {
        const answer = await approve(person, id, 'approved')
        expect(answer.statusCode).toBe(403)
        expect(answer.json().message).toBe('Only an admin can do this.')
      }
    }
  }
  expect(await statusOf(testApp, 'playlists', playlistId)).toBe('pending')
  expect(await statusOf(testApp, 'courses', courseId)).toBe('pending')
})

test('a former admin cannot approve from the next request on', async () => {
  const { testApp, admin, playlistId } = await pendingPlaylist()
  await testApp.db.updateTable('users').set({ is_admin: 0 }).where('id', '=', admin.id).execute()
  expect((await approvePlaylist(admin, playlistId, 'approved')).statusCode).toBe(403)
  expect(await statusOf(testApp, 'playlists', playlistId)).toBe('pending')
})

test('an admin who teaches may approve their own, and it is written down', async () => {
  const testApp = await openTestApp()
  const both = await testApp.user('Mia', 'Teacher', { isAdmin: true })
  const playlistId = await insertPlaylist(testApp, { teacher: both, status: 'pending' })
  expect((await approvePlaylist(both, playlistId, 'approved')).statusCode).toBe(200)
  const audit = await testApp.db.selectFrom('audit').select(['actor_id', 'subject']).execute()
  expect(audit).toEqual([{ actor_id: both.id, subject: playlistId }])
})

test.each(['0'.repeat(24), 'nothing'])('no playlist and no course %s are 404s', async (id) => {
  const { admin } = await pendingPlaylist()
  const playlist = await approvePlaylist(admin, id, 'nonsense')
  expect([playlist.statusCode, playlist.json().message]).toEqual([404, 'Playlist not found.'])
  const course = await approveCourse(admin, id, 'nonsense')
  expect([course.statusCode, course.json().message]).toEqual([404, 'Course not found.'])
})

const CHANGED = 'This was changed after you opened it. Look at it again.'

test('an admin decides about the course they saw: one changed since stays as it is', async () => {
  const { testApp, teacher, admin, playlistId, courseId } = await pendingPlaylist()
  const address = `/api/courses/${playlistId}/${courseId}`
  const approve = async (updatedAt: string) =>
    admin.request('POST', `/api/courses/approve-course/${courseId}`, {
      isCourseApproved: 'approved',
      updatedAt,
    })
  const seen = async (): Promise<string> => (await admin.request('GET', address)).json().updatedAt
  const opened = await seen()
  const later = stopClock()
  later()
  expect((await teacher.request('PUT', address, new Upload({ videoLink: 'aqz-KE-bpKQ' }))).statusCode).toBe(
    200,
  )
  const rejected = await approve(opened)
  expect([rejected.statusCode, rejected.json().message]).toEqual([409, CHANGED])
  expect(await statusOf(testApp, 'courses', courseId)).toBe('pending')
  const again = await seen()
  await admin.request('POST', `/api/courses/${courseId}/like`)
  await teacher.request('POST', '/api/comments', { courseId, text: 'Please have a look.' })
  later()
  expect((await approve(again)).statusCode).toBe(200)
  expect((await approve(again)).statusCode).toBe(409)
})

test.each([
  ['its words', async () => new Upload({ description: 'Quite another one.' })],
  ['its picture', async () => new Upload({}, { field: 'mainPlaylistImage', bytes: await picture('blue') })],
])('an admin decides about the playlist they saw, not one with %s changed', async (_what, change) => {
  const { testApp, teacher, admin, playlistId } = await pendingPlaylist()
  const address = `/api/playlists/${playlistId}`
  const { updatedAt } = (await admin.request('GET', address)).json()
  const approve = () =>
    admin.request('POST', `/api/playlists/approve-playlist/${playlistId}`, {
      isPlaylistApproved: 'approved',
      updatedAt,
    })
  stopClock()()
  expect((await teacher.request('PUT', address, await change())).statusCode).toBe(200)
  const rejected = await approve()
  expect([rejected.statusCode, rejected.json().message]).toEqual([409, CHANGED])
  expect(await statusOf(testApp, 'playlists', playlistId)).toBe('pending')
})

test('an `updatedAt` that is not a time is rejected', async () => {
  const { admin, playlistId } = await pendingPlaylist()
  const body = { isPlaylistApproved: 'approved', updatedAt: 'yesterday' }
  const answer = await admin.request('POST', `/api/playlists/approve-playlist/${playlistId}`, body)
  expect(answer.statusCode).toBe(400)
  expect(answer.json().errors).toHaveProperty('updatedAt')
})

test.each([
  ['only-admin', [200, 403]],
  ['always', [200, 200]],
  ['never', [403, 403]],
])(
  'SELF_REVIEW=%s: deciding on their own work as the only admin and as one of two gives %j',
  async (setting, expected) => {
    const testApp = await openTestApp({ environment: { SELF_REVIEW: setting } })
    const both = await testApp.user('Mia', 'Teacher', { isAdmin: true })
    const playlistId = await insertPlaylist(testApp, { teacher: both, status: 'pending' })
    const courseId = await insertCourse(testApp, { playlistId, status: 'pending' })
    const decide = async () => [
      await approvePlaylist(both, playlistId, 'approved'),
      await approveCourse(both, courseId, 'approved'),
    ]
    const alone = await decide()
    const other = await testApp.user('Root', 'Student', { isAdmin: true })
    const beside = await decide()
    expect([...alone, ...beside].map(({ statusCode }) => statusCode)).toEqual(
      expected.flatMap((status) => [status, status]),
    )
    for (const answer of [...alone, ...beside].filter(({ statusCode }) => statusCode === 403))
      expect(answer.json().message).toBe('You cannot review your own work.')
    expect((await approvePlaylist(other, playlistId, 'cancel')).statusCode).toBe(200)
  },
)
