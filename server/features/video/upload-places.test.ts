import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { CHECKLIST_FAILED, filesFailed } from '#contract/review/review-messages.ts'
import { PLAYLIST_DELETED, UNREADABLE, type UploadPlace } from '#contract/video/uploads.ts'
import { newId } from '#server/data/ids.ts'
import { wrongCounts } from '#server/features/catalog/playlists/counts-check.queries.ts'
import { insertCourse, insertPlaylist } from '#server/test-publications.ts'
import {
  brokenFilm,
  clip,
  sendPart,
  stateOf,
  tryNow,
  tus,
  type UploadingSite,
  uploadingSite,
} from '#server/test-videos.ts'

/** Announces a file for this place. */
function begin({ origin, teacher }: UploadingSite, bytes: number, place: UploadPlace) {
  const pairs = Object.entries({ filename: '07-promises.mp4', ...place }).map(
    ([key, text]) => `${key} ${Buffer.from(text).toString('base64')}`,
  )
  const headers = { 'upload-length': String(bytes), 'upload-metadata': pairs.join(',') }
  return tus(origin, teacher, { method: 'POST', headers })
}

async function uploadInto(site: UploadingSite, bytes: Buffer, place: UploadPlace) {
  const path = (await begin(site, bytes.length, place)).headers.get('location') ?? ''
  const { headers } = await sendPart(site, path, { offset: 0, bytes })
  return { videoId: headers.get('x-video-id') ?? '', courseId: headers.get('x-course-id') ?? undefined, path }
}

async function insertSection({ testApp }: UploadingSite, playlist_id: string): Promise<string> {
  const id = newId()
  await testApp.db.insertInto('sections').values({ id, playlist_id, title: 'Basics', position: 1 }).execute()
  return id
}

const playlistOf = async ({ teacher }: UploadingSite, id: string) =>
  (await teacher.request('GET', `/api/playlists/${id}`)).json()

test('the file that arrives becomes a draft of its playlist, and is prepared', async () => {
  const site = await uploadingSite()
  const playlistId = await insertPlaylist(site.testApp, { teacher: site.teacher })
  const sectionId = await insertSection(site, playlistId)
  await insertCourse(site.testApp, { playlistId })
  const place = { playlistId, sectionId, title: 'Promises from scratch' }
  const { videoId, courseId, path } = await uploadInto(site, clip({ seconds: 1 }), place)
  const before = (await playlistOf(site, playlistId)).courses
  expect(before).toHaveLength(2)
  expect(before[1]).toMatchObject({
    _id: courseId,
    videoTitle: 'Promises from scratch',
    stage: 'draft',
    sectionId,
    videoState: { _id: videoId, state: 'queued', progress: 0 },
  })
  const again = await tus(site.origin, site.teacher, { path, method: 'HEAD' })
  expect(again.headers.get('x-course-id')).toBe(courseId)
  await site.testApp.context.jobs.runDue()
  const [, ready] = (await playlistOf(site, playlistId)).courses
  expect(ready).toMatchObject({ videoState: { state: 'ready', progress: 100 }, durationSeconds: 1 })
  // The poster replaced the picture of the playlist.
  expect(ready.tutorialImage.url).not.toBe(before[1].tutorialImage.url)
})

test('without a place nothing is made, and without a title the name of the file gives one', async () => {
  const site = await uploadingSite()
  const playlistId = await insertPlaylist(site.testApp, { teacher: site.teacher })
  expect((await uploadInto(site, clip({ seconds: 1 }), {})).courseId).toBeUndefined()
  expect((await playlistOf(site, playlistId)).courses).toEqual([])
  await uploadInto(site, clip({ seconds: 1 }), { playlistId, title: '' })
  expect((await playlistOf(site, playlistId)).courses).toMatchObject([{ videoTitle: 'Promises' }])
})

test('a file goes into nothing of another teacher', async () => {
  const site = await uploadingSite()
  const { testApp, teacher } = site
  const other = await testApp.user('Eve', 'Teacher')
  const playlistId = await insertPlaylist(testApp, { teacher: other })
  const courseId = await insertCourse(testApp, { playlistId })
  const own = await insertPlaylist(testApp, { teacher })
  const sectionId = await insertSection(site, playlistId)
  const places: UploadPlace[] = [
    { playlistId },
    { courseId },
    { playlistId: own, courseId },
    { playlistId: own, sectionId },
    { playlistId: 'nothing' },
  ]
  for (const place of places) {
    expect([place, (await begin(site, 1000, place)).status]).toEqual([place, 404])
  }
  expect(await testApp.db.selectFrom('uploads').select('id').execute()).toEqual([])
})

test('a file replaces the video of a hidden course at once, and waits beside an approved one', async () => {
  const site = await uploadingSite({ REVIEW_EDITS: 'none' })
  const { testApp, teacher } = site
  const playlistId = await insertPlaylist(testApp, { teacher })
  const draft = await insertCourse(testApp, { playlistId, status: 'pending' })
  const approved = await insertCourse(testApp, { playlistId })
  for (const courseId of [draft, approved]) await uploadInto(site, clip({ seconds: 1 }), { courseId })
  const { courses } = await playlistOf(site, playlistId)
  expect(courses).toHaveLength(2)
  const byId = (id: string) => courses.find(({ _id }: { _id: string }) => _id === id)
  expect(byId(draft)).toMatchObject({ videoState: { state: 'queued' } })
  expect(byId(approved)).toMatchObject({ videoState: { state: 'queued' }, waiting: { state: 'submitted' } })
  const sources = await testApp.db.selectFrom('courses').select(['id', 'source']).orderBy('id').execute()
  expect(sources.find(({ id }) => id === approved)).toMatchObject({ source: 'youtube' })
  expect(sources.find(({ id }) => id === draft)).toMatchObject({ source: 'upload' })
})

test('likes, comments, notes and done marks stay when a file replaces the video', async () => {
  const site = await uploadingSite()
  const { testApp, teacher } = site
  const playlistId = await insertPlaylist(testApp, { teacher })
  const courseId = await insertCourse(testApp, { playlistId })
  const student = await testApp.user('Sam')
  const admin = await testApp.user('Iris', 'Student', { isAdmin: true })
  await student.request('POST', `/api/courses/${courseId}/like`)
  await student.request('POST', '/api/comments', { courseId, text: 'Thank you.' })
  await student.request('POST', '/api/notes', { courseId, at: 1, text: 'Remember.' })
  await student.request('PUT', `/api/progress/${courseId}/done`, { done: true })
  const left = async () => ({
    likes: await testApp.db.selectFrom('likes').selectAll().execute(),
    comments: (await student.request('GET', `/api/courses/${courseId}/threads`)).json().threads,
    notes: (await student.request('GET', `/api/notes?courseId=${courseId}`)).json().notes,
    done: (await student.request('GET', `/api/progress/${playlistId}`)).json().courses[0].done,
  })
  const before = await left()
  expect(before).toMatchObject({
    likes: [{ course_id: courseId }],
    comments: [{ text: 'Thank you.' }],
    notes: [{ text: 'Remember.' }],
    done: true,
  })

  await uploadInto(site, clip({ seconds: 1 }), { courseId })
  await tryNow(site)
  const [{ waiting }] = (await playlistOf(site, playlistId)).courses
  const decided = await admin.request('POST', `/api/review/${waiting._id}/decide`, { state: 'approved' })
  expect(decided.statusCode, decided.body).toBe(200)
  const course = testApp.db.selectFrom('courses').select(['source', 'status']).where('id', '=', courseId)
  expect(await course.executeTakeFirst()).toEqual({ source: 'upload', status: 'approved' })
  // Only the picture of a note is that of the new video.
  const { notes, ...others } = await left()
  expect({ ...others, notes: notes.map(({ still, ...note }: { still?: unknown }) => note) }).toEqual(before)
})

test('a file whose playlist went to the trash meanwhile is a draft that comes back with it', async () => {
  const site = await uploadingSite()
  const { testApp, teacher } = site
  const playlistId = await insertPlaylist(testApp, { teacher })
  const file = clip({ seconds: 1 })
  const path = (await begin(site, file.length, { playlistId, title: 'Late' })).headers.get('location') ?? ''
  const { trashId } = (await teacher.request('DELETE', `/api/playlists/${playlistId}/${teacher.id}`)).json()
  expect((await begin(site, 1000, { playlistId })).status).toBe(404)
  const { headers } = await sendPart(site, path, { offset: 0, bytes: file })
  expect(await stateOf(site, headers.get('x-video-id') ?? '')).toMatchObject({ state: 'queued' })
  await testApp.context.jobs.runDue()
  expect(await wrongCounts(testApp.db)).toEqual([])
  const { items } = (await teacher.request('GET', '/api/teaching/trash')).json()
  expect(items).toMatchObject([{ kind: 'playlist', videos: 1 }])
  await teacher.request('POST', `/api/teaching/trash/${trashId}/restore`, {})
  expect((await playlistOf(site, playlistId)).courses).toMatchObject([
    { videoTitle: 'Late', stage: 'draft', videoState: { state: 'ready' }, durationSeconds: 1 },
  ])
})

test('a file whose playlist was deleted meanwhile says so and is not prepared', async () => {
  const site = await uploadingSite()
  const playlistId = await insertPlaylist(site.testApp, { teacher: site.teacher })
  const file = clip({ seconds: 1 })
  const path = (await begin(site, file.length, { playlistId })).headers.get('location') ?? ''
  const gone = await site.teacher.request('DELETE', `/api/playlists/${playlistId}/${site.teacher.id}`)
  expect(gone.statusCode).toBe(200)
  await site.teacher.request('DELETE', '/api/teaching/trash')
  const { headers, status } = await sendPart(site, path, { offset: 0, bytes: file })
  expect(status).toBe(204)
  expect(await stateOf(site, headers.get('x-video-id') ?? '')).toMatchObject({
    state: 'failed',
    fault: PLAYLIST_DELETED,
  })
  expect(
    await site.testApp.db.selectFrom('jobs').select('id').where('kind', '=', 'uploads.prepare').execute(),
  ).toEqual([])
})

test('what is no video is refused with its first part, and nothing stays of it', async () => {
  const site = await uploadingSite()
  const pdf = Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(9000)])
  const path = (await begin(site, pdf.length, {})).headers.get('location') ?? ''
  // Too little to say.
  expect((await sendPart(site, path, { offset: 0, bytes: pdf.subarray(0, 100) })).status).toBe(204)
  const answer = await sendPart(site, path, { offset: 100, bytes: pdf.subarray(100, 5000) })
  expect([answer.status, await answer.text()]).toEqual([400, UNREADABLE])
  expect(await site.testApp.db.selectFrom('uploads').select('id').execute()).toEqual([])
})

test('a file that failed blocks the submission by name, and its teacher is notified', async () => {
  const site = await uploadingSite()
  const { testApp, teacher } = site
  const playlistId = await insertPlaylist(testApp, { teacher })
  const { courseId } = await uploadInto(site, brokenFilm(5000), { playlistId, title: 'Closures' })
  const preparing = await uploadInto(site, clip({ seconds: 1 }), { playlistId, title: 'Modules' })
  await testApp.db
    .deleteFrom('jobs')
    .where('dedupe_key', '=', `uploads.prepare ${preparing.videoId}`)
    .execute()
  await tryNow(site)
  const submit = () => teacher.request('POST', `/api/playlists/${playlistId}/submit`, {})
  const refused = await submit()
  expect([refused.statusCode, refused.json()]).toMatchObject([
    400,
    { message: CHECKLIST_FAILED, errors: { [`courses.${courseId}`]: filesFailed(['Closures']) } },
  ])
  expect(Object.keys(refused.json().errors)).toHaveLength(1)
  const { notifications } = (await teacher.request('GET', '/api/notifications')).json()
  expect(notifications).toMatchObject([
    { kind: 'upload_failed', title: 'Closures', data: { fault: UNREADABLE } },
  ])
  const mails = await testApp.db.selectFrom('mails').select('kind').execute()
  expect(mails).toEqual([])
  await teacher.request('DELETE', `/api/courses/${playlistId}/${courseId}`)
  expect((await submit()).statusCode).toBe(200)
})

test('a file that fails after its submission takes it back, and blocks no approval', async () => {
  const site = await uploadingSite()
  const { testApp, teacher } = site
  const playlistId = await insertPlaylist(testApp, { teacher })
  const { courseId } = await uploadInto(site, brokenFilm(5000), { playlistId, title: 'Closures' })
  expect((await teacher.request('POST', `/api/courses/${courseId}/submit`, {})).statusCode).toBe(200)
  await tryNow(site)
  const [course] = (await playlistOf(site, playlistId)).courses
  expect(course).toMatchObject({
    stage: 'draft',
    revision: { state: 'withdrawn' },
    videoState: { state: 'failed', fault: UNREADABLE },
  })
})
