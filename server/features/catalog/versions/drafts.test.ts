import { expect, test } from 'vitest'
import { serveForSearchEngines } from '#server/pages/sitemap.ts'
import { openTestApp, picture, type TestApp, type TestUser, Upload } from '#server/test-app.ts'
import { insertCourse, insertPlaylist } from '#server/test-publications.ts'
import { purgeTrash } from '#server/test-trash.ts'

const TITLE = 'Closures from the start'
const DESCRIPTION =
  'Everything about closures in JavaScript, from the very first step to the last one, with many examples.'

async function opened() {
  const testApp = await openTestApp()
  await testApp.category()
  const teacher = await testApp.user('Ada', 'Teacher')
  const admin = await testApp.user('Root', 'Student', { isAdmin: true })
  const student = await testApp.user('Sam')
  return { testApp, teacher, admin, student }
}

async function postPlaylist(teacher: TestUser, fields: Record<string, string> = {}) {
  const image = { field: 'mainPlaylistImage', bytes: await picture() }
  const whole = { title: TITLE, description: DESCRIPTION, category: 'development', ...fields }
  return teacher.request('POST', '/api/playlists', new Upload(whole, image))
}

async function postCourse(teacher: TestUser, playlistId: string, fields: Record<string, string> = {}) {
  const image = { field: 'tutorialImage', bytes: await picture() }
  const whole = {
    videoTitle: 'What a closure is',
    description: 'Go on.',
    videoLink: 'dQw4w9WgXcQ',
    ...fields,
  }
  return teacher.request('POST', `/api/courses/${playlistId}`, new Upload(whole, image))
}

async function draftPlaylist(teacher: TestUser): Promise<{ playlistId: string; courseId: string }> {
  const playlistId: string = (await postPlaylist(teacher, { draft: 'true' })).json().data._id
  const courseId: string = (await postCourse(teacher, playlistId, { draft: 'true' })).json().data._id
  return { playlistId, courseId }
}

const submit = (teacher: TestUser, id: string, body: object = {}) =>
  teacher.request('POST', `/api/playlists/${id}/submit`, body)

test('without draft a playlist and a course are submitted at once, with the answer of old clients', async () => {
  const { testApp, teacher } = await opened()
  const playlist = await postPlaylist(teacher)
  const { _id } = playlist.json().data
  const course = await postCourse(teacher, _id, { draft: 'false' })
  for (const answer of [playlist, course]) {
    expect(answer.statusCode).toBe(201)
    expect(answer.json()).toMatchObject({
      message: 'Course added successfully and is pending admin approval',
      data: { revision: { number: 1, state: 'submitted' } },
    })
    expect(answer.json().data).not.toHaveProperty('stage')
  }
  const rows = await testApp.db.selectFrom('revisions').select(['subject', 'state', 'submitted_at']).execute()
  expect(rows.map(({ state }) => state)).toEqual(['submitted', 'submitted'])
})

test('only the owner and admins see a draft; it is in no list, search, count or sitemap', async () => {
  const { testApp, teacher, admin, student } = await opened()
  serveForSearchEngines(testApp.context, { origin: 'https://example.org', publicUrl: undefined })
  const { playlistId, courseId } = await draftPlaylist(teacher)
  const saved = await postPlaylist(teacher, { draft: 'true' })
  expect(saved.json()).toMatchObject({
    message: 'Saved as a draft. Only you and admins can see it.',
    data: { isPlaylistApproved: 'pending', stage: 'draft' },
  })
  for (const user of [teacher, admin]) {
    const playlist = await user.request('GET', `/api/playlists/${playlistId}`)
    expect(playlist.json()).toMatchObject({ stage: 'draft', coursesCount: 1, courses: [{ stage: 'draft' }] })
    const course = await user.request('GET', `/api/courses/${playlistId}/${courseId}`)
    expect(course.json()).toMatchObject({ isCourseApproved: 'pending', stage: 'draft' })
  }
  const strangers = [testApp, student, await testApp.user('Bea', 'Teacher')]
  for (const { request } of strangers) {
    expect((await request('GET', `/api/playlists/${playlistId}`)).statusCode).toBe(404)
    for (const path of [
      '/api/playlists',
      '/api/playlists?status=any',
      '/api/playlists?stage=draft',
      `/api/playlists/teacher/${teacher.id}`,
      '/api/playlists/search-playlist?q=closures',
      '/api/users/teacherSearch?q=ada',
      `/api/users/profile/${teacher.id}`,
      '/sitemap.xml',
    ]) {
      expect((await request('GET', path)).body, path).not.toContain(playlistId)
    }
  }
  expect((await student.request('GET', `/api/courses/${playlistId}/${courseId}`)).statusCode).toBe(404)
})

test('the tables of admins list and count drafts only with ?stage=draft; a category counts them as well', async () => {
  const { testApp, teacher, admin } = await opened()
  const { playlistId, courseId } = await draftPlaylist(teacher)
  const pending = await insertPlaylist(testApp, { teacher, status: 'pending' })
  const listed = async (path: string) => {
    const { total, ...lists } = (await admin.request('GET', path)).json()
    const [items] = Object.values<{ _id: string }[]>(lists)
    return [total, items?.map(({ _id }) => _id)]
  }
  for (const sort of ['newest', 'title', 'creator', 'status', 'popular']) {
    expect(await listed(`/api/playlists?sort=${sort}`)).toEqual([1, [pending]])
  }
  expect(await listed('/api/playlists?status=pending')).toEqual([1, [pending]])
  expect(await listed('/api/playlists?q=closures')).toEqual([0, []])
  expect(await listed('/api/playlists?category=development')).toEqual([1, [pending]])
  expect(await listed('/api/playlists?stage=draft')).toEqual([1, [playlistId]])
  for (const path of ['/api/courses', '/api/courses?q=closure', `/api/courses?playlist=${playlistId}`])
    expect(await listed(path)).toEqual([0, []])
  expect(await listed('/api/courses?stage=draft')).toEqual([1, [courseId]])
  expect((await admin.request('GET', '/api/categories')).json().categories).toContainEqual(
    expect.objectContaining({ title: 'development', playlistsCount: 2 }),
  )
})

test('a playlist is submitted with its drafts, or alone with only', async () => {
  const { teacher, admin } = await opened()
  const { playlistId, courseId } = await draftPlaylist(teacher)
  const alone = await submit(teacher, playlistId, { only: true })
  expect(alone.json()).toMatchObject({
    success: true,
    data: { revision: { state: 'submitted' }, courses: [{ _id: courseId, stage: 'draft' }] },
  })
  expect(alone.json().data).not.toHaveProperty('stage')
  const rest = await submit(teacher, playlistId)
  expect(rest.json().data.courses).toMatchObject([{ revision: { state: 'submitted' } }])
  const again = await submit(teacher, playlistId)
  expect([again.statusCode, again.json().message]).toEqual([409, 'Everything is submitted already.'])
  const desk = (await admin.request('GET', '/api/review')).json()
  expect(desk).toMatchObject({ total: 2, counts: { waiting: 2, submitted: 2 } })
})

test('the checklist names what is missing, in its order', async () => {
  const { testApp, teacher } = await opened()
  const made = await postPlaylist(teacher, { title: 'Short', description: 'Too short.', draft: 'true' })
  const { _id } = made.json().data
  await testApp.db.updateTable('images').set({ owner_id: null }).execute()
  const answer = await submit(teacher, _id)
  expect(answer.statusCode).toBe(400)
  expect(Object.entries(answer.json().errors)).toEqual([
    ['title', 'The title needs at least 10 characters.'],
    ['description', 'The description needs at least 100 characters.'],
    ['mainPlaylistImage', 'Upload a picture for the playlist.'],
    ['courses', 'Add at least one video.'],
  ])
  expect((await teacher.request('GET', `/api/playlists/${_id}`)).json().stage).toBe('draft')
})

test('a video that the last check found unavailable cannot be submitted', async () => {
  const { testApp, teacher } = await opened()
  const { playlistId, courseId } = await draftPlaylist(teacher)
  const at = new Date().toISOString()
  const video = { source: 'youtube' as const, source_key: 'dQw4w9WgXcQ' }
  await testApp.db
    .insertInto('video_checks')
    .values({ ...video, state: 'suspected', finding: 'gone', since: at, checked_at: at })
    .execute()
  const errors = { [`courses.${courseId}`]: "The video 'What a closure is' does not play." }
  const course = await teacher.request('POST', `/api/courses/${courseId}/submit`)
  for (const answer of [await submit(teacher, playlistId), course]) {
    expect(answer.statusCode).toBe(400)
    expect(answer.json().errors).toEqual(errors)
  }
  expect((await submit(teacher, playlistId, { only: true })).statusCode).toBe(200)
})

test('a withdrawn item is a draft again and can be submitted once more', async () => {
  const { teacher } = await opened()
  const { playlistId, courseId } = await draftPlaylist(teacher)
  await submit(teacher, playlistId)
  const back = await teacher.request('POST', `/api/playlists/${playlistId}/withdraw`)
  expect(back.json().data).toMatchObject({ stage: 'draft', revision: { number: 1, state: 'withdrawn' } })
  const course = await teacher.request('POST', `/api/courses/${courseId}/withdraw`)
  expect(course.json().data).toMatchObject({ stage: 'draft' })
  const twice = await teacher.request('POST', `/api/courses/${courseId}/withdraw`)
  expect([twice.statusCode, twice.json().message]).toEqual([409, 'This is not in review.'])
  const again = (await submit(teacher, playlistId)).json().data
  expect(again).toMatchObject({
    revision: { number: 2, state: 'submitted' },
    courses: [{ revision: { number: 2, state: 'submitted' } }],
  })
})

test('an edit of a draft changes it; an edit in review replaces the version with the same state', async () => {
  const { teacher, admin } = await opened()
  const { playlistId } = await draftPlaylist(teacher)
  const edit = async (description: string) =>
    (await teacher.request('PUT', `/api/playlists/${playlistId}`, new Upload({ description }))).json().data
  expect(await edit(`${DESCRIPTION} One.`)).toMatchObject({ revision: { number: 1, state: 'draft' } })
  const submitted = (await submit(teacher, playlistId)).json().data.revision
  const replaced = await edit(`${DESCRIPTION} Two.`)
  expect(replaced).toMatchObject({
    description: `${DESCRIPTION} Two.`,
    revision: { number: 2, state: 'submitted', submittedAt: submitted.submittedAt },
  })
  const decision = { state: 'approved' }
  const late = await admin.request('POST', `/api/review/${submitted._id}/decide`, decision)
  expect([late.statusCode, late.json().message]).toEqual([
    409,
    'The teacher has changed this since you opened it. Review the new version.',
  ])
})

test('an item that a former program added gets its first revision at the next start', async () => {
  const { testApp, teacher, admin } = await opened()
  const playlistId = await insertPlaylist(testApp, { teacher, status: 'pending' })
  await insertCourse(testApp, { playlistId, status: 'processing' })
  await insertCourse(testApp, { playlistId, status: 'approved' })
  const { addMissingRevisions } = await import('./first-revisions.queries.ts')
  expect(await addMissingRevisions(testApp.db)).toBe(2)
  expect(await addMissingRevisions(testApp.db)).toBe(0)
  expect((await admin.request('GET', '/api/review')).json()).toMatchObject({
    counts: { waiting: 2, submitted: 1, in_review: 1 },
  })
})

test('a deleted item takes its revisions along, and a deleted admin leaves the decisions', async () => {
  const { testApp, teacher, admin } = await opened()
  const { playlistId } = await draftPlaylist(teacher)
  await submit(teacher, playlistId)
  const [item] = (await admin.request('GET', '/api/review?kind=course')).json().items
  await admin.request('POST', `/api/review/${item._id}/decide`, { state: 'rejected', message: 'No.' })
  await testApp.db.deleteFrom('users').where('id', '=', admin.id).execute()
  const history = await teacher.request(
    'GET',
    `/api/playlists/${playlistId}/decisions?course=${item.subject._id}`,
  )
  expect(history.json().items).toMatchObject([
    { decisions: [{ to: 'rejected', admin: null, message: 'No.' }] },
  ])
  await teacher.request('DELETE', `/api/playlists/${playlistId}/${teacher.id}`)
  await purgeTrash(testApp)
  expect(await rowsLeft(testApp)).toEqual([0, 0])
  const audit = await testApp.db
    .selectFrom('audit')
    .select('action')
    .where('subject', '=', item.subject._id)
    .execute()
  expect(audit).toEqual([{ action: 'course.decided' }])
})

async function rowsLeft({ db }: TestApp): Promise<number[]> {
  const count = async (table: 'revisions' | 'decisions') =>
    (await db.selectFrom(table).select('id').execute()).length
  return [await count('revisions'), await count('decisions')]
}
