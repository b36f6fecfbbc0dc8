import { expect, test } from 'vitest'
import { STILL_PREPARED } from '#contract/video/upload-messages.ts'
import type { VideoRow } from '#server/data/video-rows.ts'
import { openTestApp, type TestApp, type TestUser, Upload } from '#server/test-app.ts'
import { insertCourse, insertPlaylist } from '#server/test-publications.ts'
import { insertVideo, updateVideo } from './videos.queries.ts'

async function openCourse(reviewEdits: string) {
  const testApp = await openTestApp({ environment: { REVIEW_EDITS: reviewEdits } })
  const teacher = await testApp.user('Ada', 'Teacher')
  const admin = await testApp.user('Root', 'Student', { isAdmin: true })
  const playlistId = await insertPlaylist(testApp, { teacher })
  const courseId = await insertCourse(testApp, { playlistId })
  const put = (videoId: string) =>
    teacher.request(
      'PUT',
      `/api/courses/${playlistId}/${courseId}`,
      new Upload({ video: `upload:${videoId}` }),
    )
  const online = async () =>
    (await testApp.db.selectFrom('courses').select('source').where('id', '=', courseId).executeTakeFirst())
      ?.source
  return { testApp, teacher, admin, playlistId, put, online }
}

let videos = 0

async function videoOf(
  testApp: TestApp,
  { id: owner_id }: TestUser,
  state: VideoRow['state'],
): Promise<string> {
  videos += 1
  const id = String(videos).padStart(24, '0')
  await insertVideo(testApp.db, { id, owner_id, bytes: 1, created_at: new Date().toISOString() })
  await updateVideo(testApp.db, id, { state, duration_s: state === 'ready' ? 60 : null })
  return id
}

test('a teacher adds only their own videos to courses, and none that failed', async () => {
  const { testApp, teacher, playlistId, put } = await openCourse('video')
  const others = await videoOf(testApp, await testApp.user('Eve', 'Teacher'), 'ready')
  for (const videoId of [others, 'f'.repeat(24)]) {
    const drafts = { items: [{ source: 'upload', key: videoId, title: 'Not mine' }] }
    for (const answer of [
      await put(videoId),
      await teacher.request('POST', `/api/playlists/${playlistId}/courses`, drafts),
    ]) {
      expect([answer.statusCode, answer.json().message]).toEqual([400, 'Choose one of your own videos.'])
    }
    expect((await teacher.request('GET', `/api/videos/${videoId}`)).statusCode).toBe(404)
  }
  const failed = await put(await videoOf(testApp, teacher, 'failed'))
  expect([failed.statusCode, failed.json().message]).toEqual([400, 'This video cannot be played.'])
})

test('a video that is still being prepared does not go online', async () => {
  const { testApp, teacher, admin, put, online } = await openCourse('video')
  const videoId = await videoOf(testApp, teacher, 'working')
  const { waiting } = (await put(videoId)).json().data
  const approve = () => admin.request('POST', `/api/review/${waiting._id}/decide`, { state: 'approved' })
  const early = await approve()
  expect([early.statusCode, early.json().message]).toEqual([409, STILL_PREPARED])
  const fault = 'The video has no picture.'
  await updateVideo(testApp.db, videoId, { state: 'failed', fault })
  expect((await approve()).json().message).toBe(fault)
  expect(await online()).toBe('youtube')
  await updateVideo(testApp.db, videoId, { state: 'ready', fault: null, duration_s: 60 })
  expect((await approve()).statusCode).toBe(200)
  expect(await online()).toBe('upload')
})

test('the same holds where edits are not reviewed', async () => {
  const { testApp, teacher, put, online } = await openCourse('none')
  const early = await put(await videoOf(testApp, teacher, 'queued'))
  expect([early.statusCode, early.json().message]).toEqual([409, STILL_PREPARED])
  expect(await online()).toBe('youtube')
  expect((await put(await videoOf(testApp, teacher, 'ready'))).statusCode).toBe(200)
  expect(await online()).toBe('upload')
})
