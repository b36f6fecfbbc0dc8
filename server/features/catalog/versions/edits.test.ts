import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { rebuildSearchIndex } from '#server/features/search/index/rebuild.queries.ts'
import { openTestApp, picture, type TestUser, Upload } from '#server/test-app.ts'
import { stopClock } from '#server/test-clock.ts'
import { insertCourse, insertPlaylist } from '#server/test-publications.ts'

const OLD = 'dQw4w9WgXcQ'
const NEW = 'aqz-KE-bpKQ'

async function approvedCourse(reviewEdits = 'video', cached = false) {
  const testApp = await openTestApp({ environment: { REVIEW_EDITS: reviewEdits }, cached })
  const teacher = await testApp.user('Ada', 'Teacher')
  const admin = await testApp.user('Root', 'Student', { isAdmin: true })
  const playlistId = await insertPlaylist(testApp, { teacher })
  const courseId = await insertCourse(testApp, { playlistId })
  const put = (fields: Record<string, string>) =>
    teacher.request('PUT', `/api/courses/${playlistId}/${courseId}`, new Upload(fields))
  const row = () =>
    testApp.db
      .selectFrom('courses')
      .select(['title', 'description', 'video_id', 'status'])
      .where('id', '=', courseId)
      .executeTakeFirstOrThrow()
  return { testApp, teacher, admin, playlistId, courseId, put, row }
}

const decide = (admin: TestUser, id: string, body: object) =>
  admin.request('POST', `/api/review/${id}/decide`, body)

test.each(['video', 'all', 'none'])(
  'the waiting time tells screens that REVIEW_EDITS is %s',
  async (edits) => {
    const { teacher } = await approvedCourse(edits)
    expect((await teacher.request('GET', '/api/review/waiting-time')).json()).toMatchObject({ edits })
  },
)

test('a new video waits while the texts apply at once, and goes online when it is approved', async () => {
  const { admin, put, row } = await approvedCourse()
  const answer = await put({ videoLink: NEW, videoTitle: 'New title' })
  expect(answer.json()).toMatchObject({
    message: 'Saved. The new video goes online when an admin has approved it; until then the old one stays.',
    data: { videoTitle: 'New title', videoLink: NEW, waiting: { number: 3, state: 'submitted' } },
  })
  expect(await row()).toMatchObject({ title: 'New title', video_id: OLD, status: 'approved' })
  const { waiting } = answer.json().data
  const detail = (await admin.request('GET', `/api/review/${waiting._id}`)).json()
  expect(detail).toMatchObject({
    changes: ['video'],
    before: { video: { key: OLD } },
    content: { video: { key: NEW } },
    version: { kind: 'edit', submission: 1 },
  })
  expect((await decide(admin, waiting._id, { state: 'approved' })).statusCode).toBe(200)
  expect(await row()).toMatchObject({ title: 'New title', video_id: NEW })
})

test('what visitors get is the same, byte by byte, until the approval, and a rejection leaves no trace', async () => {
  const { testApp, teacher, admin, playlistId, put } = await approvedCourse('all', true)
  for (let each = 0; each < 40; each += 1) await insertPlaylist(testApp, { teacher, title: `Learn ${each}` })
  await rebuildSearchIndex(testApp.db)
  const others = await testApp.db.selectFrom('playlists').select('id').execute()
  const paths = [
    ...others.flatMap(({ id }) => [`/api/playlists/${id}`, `/api/playlists/${id}/courses`]),
    ...['newest', 'popular', 'title'].flatMap((sort) =>
      Array.from({ length: 33 }, (_, limit) => `/api/playlists?sort=${sort}&limit=${limit + 1}`),
    ),
    ...['learn', 'html', 'first', 'changed', 'ada'].flatMap((q) => [
      `/api/playlists/search-playlist?q=${q}`,
      `/api/users/teacherSearch?q=${q}`,
    ]),
    `/api/playlists/teacher/${teacher.id}`,
    `/api/users/profile/${teacher.id}`,
    '/api/categories',
  ]
  expect(paths.length).toBeGreaterThan(190)
  // One after the other: so many at once would be rejected under load.
  const answers = async () => {
    const all: string[] = []
    for (const path of paths) {
      const { statusCode, body, headers } = await testApp.request('GET', path)
      expect(statusCode, path).toBe(200)
      all.push(`${path} ${String(headers.etag)} ${createHash('sha1').update(body).digest('hex')}`)
    }
    return all
  }
  const before = await answers()
  const later = stopClock()
  later()
  const playlist = `/api/playlists/${playlistId}`
  const edit = () =>
    Promise.all([
      put({ videoLink: NEW, videoTitle: 'Changed lesson' }),
      teacher.request('PUT', playlist, new Upload({ title: 'Changed series', description: 'Changed.' })),
    ])
  const ids = (edited: Awaited<ReturnType<typeof edit>>): string[] =>
    edited.map((answer) => answer.json().data.waiting._id)
  const [course = '', series = ''] = ids(await edit())
  expect(await answers()).toEqual(before)
  for (const id of [course, series]) await decide(admin, id, { state: 'rejected', message: 'No.' })
  expect(await answers()).toEqual(before)
  const [again = '', seriesAgain = ''] = ids(
    await Promise.all([
      put({ videoLink: NEW, videoTitle: 'Changed once more' }),
      teacher.request('PUT', playlist, new Upload({ title: 'Changed series twice' })),
    ]),
  )
  expect(await answers()).toEqual(before)
  await decide(admin, seriesAgain, { state: 'approved', courses: [again] })
  const after = await answers()
  expect((await testApp.request('GET', playlist)).json()).toMatchObject({
    title: 'Changed series twice',
    courses: [{ videoTitle: 'Changed once more' }],
  })
  expect((await testApp.request('GET', '/api/playlists/search-playlist?q=changed')).body).toContain(
    playlistId,
  )
  expect(after.filter((answer, at) => answer !== before[at]).length).toBeGreaterThan(35)
})

test('with none nothing waits', async () => {
  const { put, row } = await approvedCourse('none')
  const answer = await put({ videoLink: NEW })
  expect(answer.json().message).toBe('Course updated.')
  expect(answer.json().data).not.toHaveProperty('waiting')
  expect(await row()).toMatchObject({ video_id: NEW, status: 'approved' })
})

test('with draft the new version stays a draft until it is submitted', async () => {
  const { teacher, courseId, put, row } = await approvedCourse()
  const saved = await put({ videoLink: NEW, draft: 'true' })
  expect(saved.json()).toMatchObject({
    message: 'Saved as a draft. Only you and admins can see it.',
    data: { waiting: { state: 'draft' } },
  })
  const submitted = await teacher.request('POST', `/api/courses/${courseId}/submit`)
  expect(submitted.json().data).toMatchObject({ waiting: { number: 2, state: 'submitted' } })
  expect(await row()).toMatchObject({ video_id: OLD, status: 'approved' })
})

test('a further edit replaces the waiting version, and the online video written again ends it', async () => {
  const { put, row } = await approvedCourse()
  await put({ videoLink: NEW })
  expect((await put({ videoLink: 'aaaaaaaaaaa' })).json().data.waiting).toMatchObject({ number: 3 })
  expect((await put({ videoTitle: 'Both' })).json().data).toMatchObject({
    videoLink: 'aaaaaaaaaaa',
    waiting: { number: 5, state: 'submitted' },
  })
  expect((await put({ videoLink: OLD })).json().data).toMatchObject({
    videoLink: OLD,
    waiting: { state: 'withdrawn' },
  })
  expect((await put({ videoTitle: 'Later' })).json().data).toMatchObject({ videoLink: OLD })
  expect(await row()).toMatchObject({ title: 'Later', video_id: OLD, status: 'approved' })
})

test('an old approval call on an approved course takes it offline with its waiting version', async () => {
  const { testApp, admin, courseId, put, row } = await approvedCourse()
  await put({ videoLink: NEW })
  const set = (status: string) =>
    admin.request('POST', `/api/courses/approve-course/${courseId}`, { isCourseApproved: status })
  await set('processing')
  expect(await row()).toMatchObject({ video_id: NEW, status: 'processing' })
  const revisions = () =>
    testApp.db.selectFrom('revisions').select(['number', 'state']).orderBy('number').execute()
  expect(await revisions()).toEqual([
    { number: 1, state: 'approved' },
    { number: 2, state: 'in_review' },
  ])
  await set('approved')
  await set('cancel')
  expect(await row()).toMatchObject({ status: 'cancel' })
  expect(await revisions()).toMatchObject([
    { state: 'approved' },
    { state: 'approved' },
    { state: 'rejected' },
  ])
})

test('the old approval calls neither publish nor reject a draft beside an approved course', async () => {
  const { testApp, teacher, admin, playlistId, courseId, put, row } = await approvedCourse()
  await put({ videoLink: NEW, draft: 'true' })
  const newest = () =>
    testApp.db.selectFrom('revisions').select('state').orderBy('number', 'desc').executeTakeFirstOrThrow()
  for (const status of ['processing', 'approved', 'cancel', 'approved', 'pending'] as const) {
    const body = { isCourseApproved: status }
    await admin.request('POST', `/api/courses/approve-course/${courseId}`, body)
    expect(await row()).toMatchObject({ video_id: OLD, status })
    expect(await newest()).toEqual({ state: 'draft' })
  }
  const seen = await teacher.request('GET', `/api/courses/${playlistId}/${courseId}`)
  expect(seen.json()).toMatchObject({ isCourseApproved: 'pending', waiting: { state: 'draft' } })
  await teacher.request('POST', `/api/courses/${courseId}/submit`)
  expect(await row()).toMatchObject({ video_id: NEW, status: 'pending' })
  expect(await newest()).toEqual({ state: 'submitted' })
})

test('a teacher who edits goes on with the draft beside a course that an old call took offline', async () => {
  const { testApp, teacher, admin, courseId, put, row } = await approvedCourse('all')
  await put({ videoLink: NEW, chapters: '0:00 Begin', draft: 'true' })
  const body = { isCourseApproved: 'processing' }
  await admin.request('POST', `/api/courses/approve-course/${courseId}`, body)
  expect((await put({ videoTitle: 'Later' })).json().data).toMatchObject({
    stage: 'draft',
    chapters: [{ title: 'Begin' }],
  })
  expect(await row()).toMatchObject({ video_id: NEW, title: 'Later', status: 'draft' })
  await teacher.request('POST', `/api/courses/${courseId}/submit`)
  const revisions = testApp.db.selectFrom('revisions').select(['content', 'state']).orderBy('number', 'desc')
  const { content, state } = await revisions.executeTakeFirstOrThrow()
  expect(state).toBe('submitted')
  expect(JSON.parse(content)).toMatchObject({ title: 'Later', video: { key: NEW } })
})

test('the picture of a waiting version is kept, and goes with it', async () => {
  const { testApp, teacher, admin, playlistId } = await approvedCourse('all')
  const image = { field: 'mainPlaylistImage', bytes: await picture('blue') }
  const answer = await teacher.request('PUT', `/api/playlists/${playlistId}`, new Upload({}, image))
  const { mainPlaylistImage, waiting } = answer.json().data
  const stored = async () => (await testApp.request('GET', mainPlaylistImage.url)).statusCode
  await testApp.images.sweep(Date.now() + 86_400_000, 'all')
  expect(await stored()).toBe(200)
  await decide(admin, waiting._id, { state: 'approved' })
  expect((await testApp.request('GET', `/api/playlists/${playlistId}`)).json()).toMatchObject({
    mainPlaylistImage,
  })
  await testApp.images.sweep(Date.now() + 86_400_000, 'all')
  expect(await stored()).toBe(200)
})

test('a category that a waiting version names cannot be deleted', async () => {
  const { testApp, teacher, admin, playlistId } = await approvedCourse('all')
  await testApp.category('music')
  const { id } = await testApp.db
    .selectFrom('categories')
    .select('id')
    .where('title', '=', 'music')
    .executeTakeFirstOrThrow()
  const edited = await teacher.request(
    'PUT',
    `/api/playlists/${playlistId}`,
    new Upload({ category: 'music' }),
  )
  const rejected = await admin.request('DELETE', `/api/categories/${id}`)
  expect([rejected.statusCode, rejected.json().message]).toEqual([
    409,
    'This category is used by 1 playlist.',
  ])
  await decide(admin, edited.json().data.waiting._id, { state: 'approved' })
  await teacher.request('PUT', `/api/playlists/${playlistId}`, new Upload({ category: 'development' }))
  const again = (await teacher.request('GET', `/api/playlists/${playlistId}`)).json().waiting
  await decide(admin, again._id, { state: 'approved' })
  expect((await admin.request('DELETE', `/api/categories/${id}`)).statusCode).toBe(200)
})
