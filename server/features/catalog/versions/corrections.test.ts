import { expect, test } from 'vitest'
import { storedCorrections } from '#server/features/catalog/courses/detail-columns.ts'
import { openTestApp, Upload } from '#server/test-app.ts'
import { insertCourse, insertPlaylist } from '#server/test-publications.ts'

const NEW_VIDEO = 'aqz-KE-bpKQ'
const LINES = '9:10 In strict mode it throws.\n5:15 It is the variable, not a copy.'
const CORRECTIONS = [
  { at: 315, text: 'It is the variable, not a copy.' },
  { at: 550, text: 'In strict mode it throws.' },
]

async function open(reviewEdits: string) {
  const testApp = await openTestApp({ environment: { REVIEW_EDITS: reviewEdits } })
  const teacher = await testApp.user('Ada', 'Teacher')
  const admin = await testApp.user('Root', 'Student', { isAdmin: true })
  const student = await testApp.user('Sam')
  const playlistId = await insertPlaylist(testApp, { teacher })
  const courseId = await insertCourse(testApp, { playlistId })
  const course = `/api/courses/${playlistId}/${courseId}`
  const put = async (fields: Record<string, string>) => teacher.request('PUT', course, new Upload(fields))
  const written = async (fields: Record<string, string>) => (await put(fields)).json()
  const online = async () => (await student.request('GET', course)).json().corrections
  const decide = (id: string, state: string) =>
    admin.request('POST', `/api/review/${id}/decide`, { state, message: 'Well.' })
  const revision = async (id: string) => (await admin.request('GET', `/api/review/${id}`)).json()
  return { testApp, teacher, admin, playlistId, courseId, course, put, written, online, decide, revision }
}

test.each(['video', 'none'])('with %s, corrections of an approved course apply at once', async (edits) => {
  const { teacher, course, written, online } = await open(edits)
  const saved = await written({ corrections: LINES })
  expect(saved.data).toMatchObject({ corrections: CORRECTIONS, isCourseApproved: 'approved' })
  expect(await online()).toEqual(CORRECTIONS)
  expect((await teacher.request('GET', course)).json().waiting).toBeUndefined()
  await written({ corrections: '' })
  expect(await online()).toEqual([])
})

test('with all, corrections wait for an admin, who sees them as a field', async () => {
  const { written, online, decide, revision } = await open('all')
  const saved = await written({ corrections: LINES })
  expect(saved.data).toMatchObject({ corrections: CORRECTIONS, waiting: { state: 'submitted' } })
  expect(await online()).toEqual([])
  const { _id } = saved.data.waiting
  expect(await revision(_id)).toMatchObject({
    changes: ['corrections'],
    before: { corrections: [] },
    content: { corrections: CORRECTIONS },
  })
  await decide(_id, 'approved')
  expect(await online()).toEqual(CORRECTIONS)
})

test('a correction that waited counts as added when it goes online, and one that stays keeps its time', async () => {
  const { testApp, written, decide } = await open('all')
  const added = async () => {
    const row = await testApp.db.selectFrom('courses').selectAll().executeTakeFirstOrThrow()
    return { times: storedCorrections(row.corrections).map(({ addedAt }) => addedAt), row }
  }
  const first = await written({ corrections: '5:15 It is the variable, not a copy.' })
  const writtenAt = new Date().toISOString()
  await decide(first.data.waiting._id, 'approved')
  const { times, row } = await added()
  expect(times.every((time) => time >= writtenAt)).toBe(true)
  expect([row.changed_at, row.changed_what]).toEqual([times[0], 'corrections'])
  const second = await written({ corrections: LINES })
  await decide(second.data.waiting._id, 'approved')
  expect((await added()).times[0]).toBe(times[0])
})

test('with all, a new video ends its corrections when it is approved, and no sooner', async () => {
  const { written, online, decide } = await open('all')
  await decide((await written({ corrections: LINES })).data.waiting._id, 'approved')
  const { data } = await written({ videoLink: NEW_VIDEO })
  expect(data.corrections).toEqual([])
  expect(await online()).toEqual(CORRECTIONS)
  await decide(data.waiting._id, 'approved')
  expect(await online()).toEqual([])
})

test('with none, a new video ends its corrections at once', async () => {
  const { written, online } = await open('none')
  await written({ corrections: LINES })
  await written({ videoLink: NEW_VIDEO })
  expect(await online()).toEqual([])
})

test('the corrections of a draft apply at once, and end with its video', async () => {
  const { testApp, admin, courseId, course, written } = await open('all')
  await testApp.db.updateTable('courses').set({ status: 'pending' }).execute()
  await written({ corrections: LINES })
  const read = async () => (await admin.request('GET', course)).json().corrections
  expect(await read()).toEqual(CORRECTIONS)
  await admin.request('POST', `/api/courses/approve-course/${courseId}`, { isCourseApproved: 'cancel' })
  await written({ videoLink: NEW_VIDEO })
  expect(await read()).toEqual([])
})

test.each([
  ['0:10 Right.\nWrong', 'Line 2: a correction needs a time and a text.'],
  ['0:10 Right.\n14:10 Late.', 'Line 2: 14:10 is after the end of the video.'],
  [`0:10 ${'a'.repeat(301)}`, 'Line 1: a correction has at most 300 characters.'],
])('%j is rejected at its field, and nothing is written', async (corrections, message) => {
  const { testApp, put, online } = await open('video')
  await testApp.db.updateTable('courses').set({ duration_s: 760 }).execute()
  const answer = await put({ corrections, videoTitle: 'Another title' })
  expect([answer.statusCode, answer.json().errors]).toEqual([400, { corrections: message }])
  expect(await online()).toEqual([])
})

test('a correction after the end is accepted while the length of the video is unknown', async () => {
  const { testApp, put } = await open('none')
  expect((await put({ corrections: '14:10 Late.' })).statusCode).toBe(200)
  await testApp.db.updateTable('courses').set({ duration_s: 760 }).execute()
  expect((await put({ videoLink: NEW_VIDEO, corrections: '14:10 Late.' })).statusCode).toBe(200)
})

test('the build screen writes corrections, and names the row of a wrong one', async () => {
  const { teacher, playlistId, courseId, course, online } = await open('video')
  const send = async (corrections: string) => {
    const { updatedAt } = (await teacher.request('GET', course)).json()
    const changes = [{ _id: courseId, updatedAt, corrections }]
    return teacher.request('PUT', `/api/playlists/${playlistId}/grid`, { changes })
  }
  expect((await send(LINES)).statusCode).toBe(200)
  expect(await online()).toEqual(CORRECTIONS)
  expect((await send('Wrong')).json().errors).toEqual({
    'changes.0.corrections': 'Line 1: a correction needs a time and a text.',
  })
})

test('a copy of a playlist has the corrections of its videos', async () => {
  const { teacher, playlistId, written } = await open('video')
  await written({ corrections: LINES })
  const copy = (await teacher.request('POST', `/api/playlists/${playlistId}/duplicate`)).json().data
  const courses = (await teacher.request('GET', `/api/playlists/${copy._id}/courses`)).json()
  expect(courses).toMatchObject([{ corrections: CORRECTIONS }])
})

test('a version says how often it was approved, and edits that nobody decided about do not count', async () => {
  const { admin, teacher, playlistId, courseId, course, written, decide } = await open('all')
  const version = async () => (await teacher.request('GET', course)).json().version
  expect(await version()).toMatchObject({ number: 1 })
  const setCourse = (isCourseApproved: string) =>
    admin.request('POST', `/api/courses/approve-course/${courseId}`, { isCourseApproved })
  await setCourse('processing')
  await setCourse('approved')
  const second = await version()
  expect(second).toMatchObject({ number: 2, approvedAt: expect.stringMatching(/^\d{4}-/) })
  const { data } = await written({ corrections: LINES })
  expect(await version()).toEqual(second)
  await decide(data.waiting._id, 'approved')
  expect(await version()).toMatchObject({ number: 3 })
  const playlist = `/api/playlists/${playlistId}`
  const ofPlaylist = async () => (await teacher.request('GET', playlist)).json().version
  expect(await ofPlaylist()).toMatchObject({ number: 1 })
  await admin.request('POST', `/api/playlists/approve-playlist/${playlistId}`, {
    isPlaylistApproved: 'cancel',
  })
  expect(await ofPlaylist()).toMatchObject({ number: 1 })
})

test('what was never approved has no version', async () => {
  const { testApp, teacher, playlistId } = await open('all')
  const pending = await insertCourse(testApp, { playlistId, status: 'pending' })
  const course = (await teacher.request('GET', `/api/courses/${playlistId}/${pending}`)).json()
  expect(course).not.toHaveProperty('version')
})

test('with video, an edit of the texts leaves the version as it is', async () => {
  const { admin, teacher, courseId, course, written } = await open('video')
  const setCourse = (isCourseApproved: string) =>
    admin.request('POST', `/api/courses/approve-course/${courseId}`, { isCourseApproved })
  await setCourse('processing')
  await setCourse('approved')
  const before = (await teacher.request('GET', course)).json().version
  await written({ videoTitle: 'Another title' })
  expect((await teacher.request('GET', course)).json()).toMatchObject({
    videoTitle: 'Another title',
    version: before,
  })
})

test('a playlist sums up each video in a sentence and names the languages of its captions', async () => {
  const { testApp, teacher, playlistId, courseId } = await open('video')
  await insertCourse(testApp, { playlistId, title: 'Second steps' })
  const bytes = Buffer.from('WEBVTT\n\n00:01.000 --> 00:02.000\nHello.\n')
  for (const language of ['en', 'de'])
    await teacher.request(
      'PUT',
      `/api/courses/${courseId}/captions/${language}`,
      new Upload({}, { field: 'file', bytes }),
    )
  const { courses } = (await testApp.request('GET', `/api/playlists/${playlistId}`)).json()
  expect(courses).toMatchObject([
    { summary: 'From the beginning.', captions: ['de', 'en'], hasCaptions: true },
    { summary: 'From the beginning.', captions: [] },
  ])
})
