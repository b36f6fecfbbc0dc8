import { expect, test } from 'vitest'
import { wrongCounts } from '#server/features/catalog/playlists/counts-check.queries.ts'
import { openTestApp, Upload } from '#server/test-app.ts'
import { standIn } from '#server/test-outside.ts'
import { inPlaylist, listed, mark, saved, saveOf } from '#server/test-progress.ts'
import { insertCourse, insertPlaylist } from '#server/test-publications.ts'
import { recordFinding } from './findings.ts'
import { countUnavailable } from './video-checks.queries.ts'

const HOUR = 3_600_000
const VIDEO = { source: 'youtube', key: 'dQw4w9WgXcQ' } as const

/** A public playlist with courses of one video, and a site that answers with this status about every video. */
async function openSchool({ status = 200, courses = 1 } = {}) {
  let answer = status
  const outside = await standIn({
    '/': (response) => response.writeHead(answer).end(answer === 200 ? '{"title":"Closures"}' : ''),
  })
  const environment = { OUTSIDE: 'on', OUTSIDE_STAND_IN: outside.origin }
  const testApp = await openTestApp({ environment, cached: true })
  const { db } = testApp
  const teacher = await testApp.user('Ada', 'Teacher')
  const student = await testApp.user('Sam')
  const playlistId = await insertPlaylist(testApp, { teacher })
  const ids: string[] = []
  for (let n = 0; n < courses; n += 1) ids.push(await insertCourse(testApp, { playlistId }))
  const [courseId = ''] = ids
  /** The due jobs, after moving all jobs and findings into the past. */
  const later = async (hours: number) => {
    const back = (time: string) => new Date(Date.parse(time) - hours * HOUR).toISOString()
    for (const { id, run_at } of await db.selectFrom('jobs').select(['id', 'run_at']).execute())
      await db
        .updateTable('jobs')
        .set({ run_at: back(run_at) })
        .where('id', '=', id)
        .execute()
    for (const { since, checked_at } of await db.selectFrom('video_checks').selectAll().execute())
      await db
        .updateTable('video_checks')
        .set({ since: back(since), checked_at: back(checked_at) })
        .execute()
    await testApp.context.jobs.runDue()
  }
  const report = async (code = '150') => {
    expect((await student.request('POST', `/api/courses/${courseId}/fault`, { code })).statusCode).toBe(202)
    await testApp.context.jobs.runDue()
  }
  const since = async () => {
    const { courses: shown } = (await testApp.request('GET', `/api/playlists/${playlistId}`)).json()
    return shown.map(({ unavailableSince }: { unavailableSince?: string }) => unavailableSince)
  }
  const says = (next: number) => {
    answer = next
  }
  return {
    testApp,
    teacher,
    student,
    playlistId,
    courseId,
    ids,
    asked: outside.asked,
    later,
    report,
    since,
    says,
  }
}

test('two equal findings six hours apart confirm that a video is gone, and one good one ends it', async () => {
  const { testApp, teacher, playlistId, courseId, later, report, since, says } = await openSchool({
    status: 404,
  })
  await report()
  expect(await since()).toEqual([undefined])
  await later(5)
  expect(await since()).toEqual([undefined])
  expect(await countUnavailable(testApp.db)).toBe(0)
  await later(1)
  const [found] = await since()
  expect(Date.now() - Date.parse(found ?? '')).toBeGreaterThanOrEqual(6 * HOUR)
  expect(await countUnavailable(testApp.db)).toBe(1)
  const course = await teacher.request('GET', `/api/courses/${playlistId}/${courseId}`)
  expect(course.json().unavailableSince).toBe(found)
  says(200)
  await later(1)
  await report()
  expect(await since()).toEqual([undefined])
  expect(await countUnavailable(testApp.db)).toBe(0)
})

test('a host that is blocked where the viewer is asks for no check of the video', async () => {
  const { asked, report } = await openSchool({ status: 404 })
  await report('no-messages')
  await report('not-loaded')
  expect(asked).toEqual([])
  await report()
  expect(asked).toHaveLength(1)
})

test('an answer that says nothing, no network and another finding confirm nothing', async () => {
  const { later, report, since, says } = await openSchool({ status: 401 })
  await report()
  says(503)
  await later(6)
  says(404)
  await later(1)
  await report()
  expect(await since()).toEqual([undefined])
  await later(6)
  expect(await since()).not.toEqual([undefined])
})

test('a video that is reported many times is checked once', async () => {
  const { report, asked } = await openSchool()
  await report()
  await report()
  expect(asked).toHaveLength(1)
})

test('each approved course has its turn within a day, and each video once', async () => {
  const { testApp, playlistId, asked } = await openSchool({ courses: 3 })
  const { db, context } = testApp
  await insertCourse(testApp, { playlistId, status: 'pending' })
  const video = { source: 'vimeo', video_id: '', source_key: '76979871/a1b2c3d4e5' } as const
  await db
    .updateTable('courses')
    .set(video)
    .where('id', '=', await insertCourse(testApp, { playlistId }))
    .execute()
  await context.jobs.start()
  for (let step = 0; step < 4; step += 1) {
    await db
      .updateTable('jobs')
      .set({ run_at: new Date(0).toISOString() })
      .execute()
    await context.jobs.runDue()
  }
  await context.jobs.stop()
  const query = 'url=https%3A%2F%2Fvimeo.com%2F76979871%2Fa1b2c3d4e5&width=1280'
  expect(asked.toSorted()).toEqual([
    `/vimeo.com/api/oembed.json?${query}`,
    '/www.youtube.com/oembed?url=https%3A%2F%2Fwww.youtube.com%2Fwatch%3Fv%3DdQw4w9WgXcQ&format=json',
  ])
})

/** Has the video of all courses found to be gone, long ago and now. */
async function loseVideo(db: Parameters<typeof recordFinding>[0]): Promise<void> {
  await recordFinding(db, VIDEO, { finding: 'gone', now: Date.now() - 7 * HOUR })
  await recordFinding(db, VIDEO, { finding: 'gone' })
}

test('“x of y” leaves an unavailable video out until it works', async () => {
  const { testApp, student, playlistId, courseId, ids } = await openSchool({ courses: 2 })
  const { db } = testApp
  const [, other = ''] = ids
  await db.updateTable('courses').set({ video_id: 'bbbbbbbbbbb' }).where('id', '=', other).execute()
  await saved(student, courseId, saveOf([[0, 5]]))
  await mark(student, courseId, true)
  expect(await inPlaylist(student, playlistId)).toMatchObject({ doneCount: 1, continueWith: other })

  await loseVideo(db)
  expect(await inPlaylist(student, playlistId)).toMatchObject({ doneCount: 0, continueWith: other })
  const [card] = (await listed(student, 'continue')).cards
  expect(card).toMatchObject({ playlist: { coursesCount: 1, doneCount: 0 }, course: { _id: other } })
  const progress = await inPlaylist(student, playlistId)
  expect(progress.courses).toMatchObject([{ _id: courseId, done: true }])
  const done = await mark(student, other, true)
  expect(done.json()).toEqual({ done: true, playlistDone: true })
  expect((await listed(student, 'continue')).total).toBe(0)

  await recordFinding(db, VIDEO, { finding: 'plays' })
  expect(await inPlaylist(student, playlistId)).toMatchObject({ doneCount: 2 })

  expect(await wrongCounts(db)).toEqual([])
})

test('a replaced video is available, and likes, comments, notes and done marks stay', async () => {
  const { testApp, teacher, student, playlistId, courseId, since } = await openSchool()
  const { db } = testApp
  await student.request('POST', `/api/courses/${courseId}/like`, { liked: true })
  await student.request('POST', '/api/comments', { courseId, text: 'Nice.' })
  await student.request('POST', '/api/notes', { courseId, at: 3, text: 'Remember.' })
  await mark(student, courseId, true)
  await loseVideo(db)

  const change = new Upload({ videoLink: 'https://youtu.be/bbbbbbbbbbb' })
  const answer = await teacher.request('PUT', `/api/courses/${playlistId}/${courseId}`, change)
  const admin = await testApp.user('Root', 'Student', { isAdmin: true })
  await admin.request('POST', `/api/review/${answer.json().data.waiting._id}/decide`, { state: 'approved' })
  expect(await since()).toEqual([undefined])
  const course = (await student.request('GET', `/api/courses/${playlistId}/${courseId}`)).json()
  expect(course).toMatchObject({ videoLink: 'bbbbbbbbbbb', likesCount: 1, commentsCount: 1 })
  expect((await student.request('GET', '/api/notes')).json().notes).toMatchObject([{ text: 'Remember.' }])
  expect((await inPlaylist(student, playlistId)).courses).toMatchObject([{ done: true, videoReplaced: true }])
  expect((await listed(student, 'done')).total).toBe(1)

  expect(await wrongCounts(db)).toEqual([])
})

test('a course whose video does not play cannot be submitted, and the desk counts it once it is confirmed', async () => {
  const { testApp, teacher, playlistId, says } = await openSchool({ status: 404 })
  const admin = await testApp.user('Root', 'Student', { isAdmin: true })
  const unavailable = async () =>
    (await admin.request('GET', '/api/review')).json().summary?.unavailableVideos
  const items = [{ source: 'youtube', key: 'bbbbbbbbbbb', title: 'Hoisting' }]
  const added = await teacher.request('POST', `/api/playlists/${playlistId}/courses`, { items })
  const [draft] = added.json().data
  const change = new Upload({ videoLink: 'https://youtu.be/ccccccccccc' })
  await teacher.request('PUT', `/api/courses/${playlistId}/${draft._id}`, change)
  await testApp.context.jobs.runDue()
  const submit = () => teacher.request('POST', `/api/courses/${draft._id}/submit`, {})
  const rejected = await submit()
  expect([rejected.statusCode, Object.values(rejected.json().errors)]).toEqual([
    400,
    ["The video 'Hoisting' does not play."],
  ])
  expect(await unavailable()).toBe(0)
  await loseVideo(testApp.db)
  expect(await unavailable()).toBe(1)
  says(200)
  await testApp.db
    .updateTable('video_checks')
    .set({ checked_at: new Date(0).toISOString() })
    .execute()
  await teacher.request('PUT', `/api/courses/${playlistId}/${draft._id}`, change)
  await testApp.context.jobs.runDue()
  expect((await submit()).statusCode).toBe(200)
})
