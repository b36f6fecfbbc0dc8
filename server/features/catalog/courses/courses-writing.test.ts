import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Course } from '#contract/catalog/courses.ts'
import { VIDEO_WAITS } from '#contract/review/revisions.ts'
import { newId } from '#server/data/ids.ts'
import { openTestApp, picture, type TestApp, type TestUser, Upload } from '#server/test-app.ts'
import { insertCourse, insertPlaylist } from '#server/test-publications.ts'
import { purgeTrash } from '#server/test-trash.ts'

const VIDEO = 'dQw4w9WgXcQ'
const OTHER_VIDEO = 'aaaaaaaaaaa'
const DRAFT = { videoTitle: 'First steps', videoLink: VIDEO, description: 'From the beginning.' }

async function opened() {
  const testApp = await openTestApp()
  const teacher = await testApp.user('Ada', 'Teacher')
  const other = await testApp.user('Tom', 'Teacher')
  const playlistId = await insertPlaylist(testApp, { teacher })
  return { testApp, teacher, other, playlistId }
}

async function upload(fields: Record<string, string> = {}, colour?: string): Promise<Upload> {
  return new Upload({ ...DRAFT, ...fields }, { field: 'tutorialImage', bytes: await picture(colour) })
}

async function add(
  teacher: TestUser,
  playlistId: string,
  fields: Record<string, string> = {},
): Promise<Course> {
  const answer = await teacher.request('POST', `/api/courses/${playlistId}`, await upload(fields))
  expect(answer.statusCode).toBe(201)
  return answer.json().data
}

function rowOf({ db }: TestApp, id: string) {
  return db.selectFrom('courses').selectAll().where('id', '=', id).executeTakeFirst()
}

async function countsOf(testApp: TestApp, playlistId: string): Promise<[all: number, approved: number]> {
  const { courses_count, approved_courses_count } = await testApp.db
    .selectFrom('playlists')
    .select(['courses_count', 'approved_courses_count'])
    .where('id', '=', playlistId)
    .executeTakeFirstOrThrow()
  return [courses_count, approved_courses_count]
}

async function publicCourses(testApp: TestApp, teacher: TestUser): Promise<number> {
  return (await testApp.request('GET', `/api/playlists/teacher/${teacher.id}`)).json().coursesCount
}

function isStored({ folder }: TestApp, url: string): boolean {
  const file = url.replace('/media/', '')
  return existsSync(join(folder, 'media', file.slice(0, 2), file))
}

test('a teacher adds a course to their playlist; it is pending, whatever the form says', async () => {
  const { testApp, teacher, other, playlistId } = await opened()
  const forged = {
    isCourseApproved: 'approved',
    status: 'approved',
    teacher: other.id,
    likes: '["a"]',
    likesCount: '9',
  }
  const answer = await teacher.request(
    'POST',
    `/api/courses/${playlistId}`,
    await upload({
      ...forged,
      playlistId,
      playlistCategory: 'music',
      videoLink: `https://youtu.be/${VIDEO}?t=3`,
    }),
  )
  expect(answer.statusCode).toBe(201)
  expect(answer.json()).toMatchObject({
    success: true,
    message: 'Course added successfully and is pending admin approval',
    data: {
      ...DRAFT,
      isCourseApproved: 'pending',
      playlist: { _id: playlistId, title: 'Learn HTML' },
      teacher: { _id: teacher.id, role: 'Teacher' },
      likes: [],
      likesCount: 0,
      commentsCount: 0,
    },
  })
  const { data } = answer.json()
  expect(isStored(testApp, data.tutorialImage.url)).toBe(true)
  expect(await countsOf(testApp, playlistId)).toEqual([1, 0])
  expect((await testApp.request('GET', `/api/playlists/${playlistId}/courses`)).json()).toEqual([])
})

test('a playlist that is not approved yet can be filled', async () => {
  const { testApp, teacher } = await opened()
  const pending = await insertPlaylist(testApp, { teacher, status: 'pending' })
  expect((await add(teacher, pending)).playlist._id).toBe(pending)
})

test('each field of a course has its limits, and nothing of a rejected one is stored', async () => {
  const { testApp, teacher, other, playlistId } = await opened()
  const foreign = await insertPlaylist(testApp, { teacher: other })
  const wrongLink = 'Video link must be a YouTube or Vimeo link, or an 11-character video id.'
  for (const [fields, field, message] of [
    [{ videoTitle: 'ab' }, 'videoTitle', 'Title must be 3 to 120 characters.'],
    [{ videoTitle: 'a'.repeat(121) }, 'videoTitle', 'Title must be 3 to 120 characters.'],
    [{ description: '' }, 'description', 'Description is required.'],
    [{ description: 'a'.repeat(5001) }, 'description', 'Description must be at most 5000 characters.'],
    [{ videoLink: '' }, 'videoLink', wrongLink],
    [{ videoLink: 'https://evil.example/watch?v=dQw4w9WgXcQ' }, 'videoLink', wrongLink],
    [{ videoLink: 'javascript:alert(1)' }, 'videoLink', wrongLink],
    [{ videoLink: 'http://169.254.169.254/latest' }, 'videoLink', wrongLink],
    [{ playlistId: foreign }, 'playlistId', 'Playlist does not match.'],
    [{ playlistId: '' }, 'playlistId', 'Playlist does not match.'],
  ] as const) {
    const answer = await teacher.request('POST', `/api/courses/${playlistId}`, await upload(fields))
    expect(answer.statusCode).toBe(400)
    expect(answer.json()).toMatchObject({ message, errors: { [field]: message } })
  }
  const without = await teacher.request('POST', `/api/courses/${playlistId}`, new Upload(DRAFT))
  expect(without.json().errors).toEqual({ tutorialImage: 'Image is required.' })
  expect(await testApp.db.selectFrom('courses').select('id').execute()).toEqual([])
  expect(await testApp.db.selectFrom('images').select('name').where('bytes', '>', 1).execute()).toEqual([])
})

test('only its teacher fills a playlist', async () => {
  const { testApp, other, teacher, playlistId } = await opened()
  const hidden = await insertPlaylist(testApp, { teacher, status: 'cancel' })
  const admin = await testApp.user('Root', 'Student', { isAdmin: true })
  const adminTeacher = await testApp.user('Rut', 'Teacher', { isAdmin: true })
  for (const [person, id, status, message] of [
    [testApp, playlistId, 401, 'You must be logged in.'],
    [await testApp.user('Sam'), playlistId, 403, 'Only a teacher can do this.'],
    [admin, playlistId, 403, 'Only a teacher can do this.'],
    [other, playlistId, 403, 'You can only change your own playlists.'],
    [other, hidden, 404, 'Playlist not found.'],
    [adminTeacher, hidden, 403, 'You can only change your own playlists.'],
    [teacher, newId(), 404, 'Playlist not found.'],
  ] as const) {
    const answer = await person.request('POST', `/api/courses/${id}`, await upload({ playlistId: id }))
    expect(answer.statusCode).toBe(status)
    expect(answer.json().message).toBe(message)
  }
  expect(await testApp.db.selectFrom('courses').select('id').execute()).toEqual([])
})

test('a playlist has at most 300 courses, added or moved', async () => {
  const { testApp, teacher, playlistId } = await opened()
  for (let n = 0; n < 299; n += 1) await insertCourse(testApp, { playlistId })
  await add(teacher, playlistId)
  const answer = await teacher.request('POST', `/api/courses/${playlistId}`, await upload())
  expect(answer.statusCode).toBe(409)
  expect(answer.json().message).toBe('You have reached the limit of 300 courses.')
  const elsewhere = await insertPlaylist(testApp, { teacher })
  const courseId = await insertCourse(testApp, { playlistId: elsewhere })
  const moved = await teacher.request(
    'PUT',
    `/api/courses/${elsewhere}/${courseId}`,
    new Upload({ playlist: playlistId }),
  )
  expect(moved.statusCode).toBe(409)
  expect(await rowOf(testApp, courseId)).toMatchObject({ playlist_id: elsewhere })
})

test('a teacher changes any subset; an approved course stays approved and a former picture goes', async () => {
  const { testApp, teacher, playlistId } = await opened()
  const course = await add(teacher, playlistId)
  const url = `/api/courses/${playlistId}/${course._id}`
  await testApp.db.updateTable('courses').set({ status: 'approved' }).execute()
  const answer = await teacher.request('PUT', url, new Upload({ videoTitle: 'Next steps', videoLink: VIDEO }))
  expect(answer.json()).toMatchObject({
    success: true,
    message: 'Course updated.',
    data: { ...DRAFT, videoTitle: 'Next steps', isCourseApproved: 'approved' },
  })
  const image = { field: 'tutorialImage', bytes: await picture('blue') }
  const redrawn = (await teacher.request('PUT', url, new Upload({ description: 'New.' }, image))).json().data
  expect(redrawn).toMatchObject({ description: 'New.', isCourseApproved: 'approved' })
  expect(isStored(testApp, redrawn.tutorialImage.url)).toBe(true)
  expect(isStored(testApp, course.tutorialImage.url)).toBe(false)
})

test('another video in an approved course waits for an admin, and the answer says so', async () => {
  const { testApp, teacher, playlistId } = await opened()
  const courseId = await insertCourse(testApp, { playlistId })
  expect(await publicCourses(testApp, teacher)).toBe(1)
  const answer = await teacher.request(
    'PUT',
    `/api/courses/${playlistId}/${courseId}`,
    new Upload({ videoLink: OTHER_VIDEO }),
  )
  const data = { isCourseApproved: 'approved', videoLink: OTHER_VIDEO, waiting: { number: 2 } }
  expect(answer.json()).toMatchObject({ message: VIDEO_WAITS, data })
  expect(await countsOf(testApp, playlistId)).toEqual([1, 1])
  expect(await publicCourses(testApp, teacher)).toBe(1)
  expect(await rowOf(testApp, courseId)).toMatchObject({ video_id: VIDEO, status: 'approved' })
})

test('a video of Vimeo has no videoLink; only its id and hash are stored', async () => {
  const { testApp, teacher, playlistId } = await opened()
  const link = 'https://player.vimeo.com/video/76979871?h=abcdef0123&autoplay=1'
  const { _id } = await add(teacher, playlistId, { videoLink: link })
  const row = await rowOf(testApp, _id)
  expect(row).toMatchObject({ source: 'vimeo', source_key: '76979871/abcdef0123', video_id: '' })
  const course = (await teacher.request('GET', `/api/courses/${playlistId}/${_id}`)).json()
  expect(course).toMatchObject({
    video: { source: 'vimeo', key: '76979871', hash: 'abcdef0123' },
    durationSeconds: null,
    chapters: [],
  })
  await testApp.db.updateTable('courses').set({ status: 'approved' }).execute()
  const admin = await testApp.user('Root', 'Student', { isAdmin: true })
  for (const path of [`/api/playlists/${playlistId}/courses`, '/api/courses', '/api/users/likes']) {
    expect((await admin.request('GET', path)).body).not.toContain('videoLink')
  }
})

test('the duration and the chapters belong to a video and go with it', async () => {
  const { testApp, teacher, playlistId } = await opened()
  const admin = await testApp.user('Root', 'Student', { isAdmin: true })
  const courseId = await insertCourse(testApp, { playlistId })
  const url = `/api/courses/${playlistId}/${courseId}`
  const chapters = JSON.stringify([{ at: 0, title: 'Begin' }])
  await testApp.db.updateTable('courses').set({ duration_s: 700, chapters }).execute()
  const playable = { durationSeconds: 700, chapters: [{ at: 0, title: 'Begin' }] }
  for (const videoLink of [VIDEO, `https://youtu.be/${VIDEO}`]) {
    expect((await teacher.request('PUT', url, new Upload({ videoLink }))).json().data).toMatchObject(playable)
  }
  expect((await teacher.request('GET', url)).json()).toMatchObject({
    ...playable,
    videoLink: VIDEO,
    video: { source: 'youtube', key: VIDEO },
  })
  for (const videoLink of ['https://vimeo.com/76979871', 'https://vimeo.com/76979871/abcdef', OTHER_VIDEO]) {
    await testApp.db.updateTable('courses').set({ duration_s: 700, chapters }).execute()
    const { data } = (await teacher.request('PUT', url, new Upload({ videoLink }))).json()
    expect(data).toMatchObject({ durationSeconds: null, chapters: [] })
    expect((await teacher.request('GET', url)).json()).toMatchObject(playable)
    await admin.request('POST', `/api/review/${data.waiting._id}/decide`, { state: 'approved' })
    expect((await teacher.request('GET', url)).json()).toMatchObject({ durationSeconds: null, chapters: [] })
  }
  expect(await rowOf(testApp, courseId)).toMatchObject({
    source: 'youtube',
    source_key: null,
    video_id: OTHER_VIDEO,
  })
})

test('another video in a course that is not approved leaves its status', async () => {
  const { testApp, teacher, playlistId } = await opened()
  const courseId = await insertCourse(testApp, { playlistId, status: 'cancel' })
  const answer = await teacher.request(
    'PUT',
    `/api/courses/${playlistId}/${courseId}`,
    new Upload({ videoLink: OTHER_VIDEO }),
  )
  expect(answer.json()).toMatchObject({ message: 'Course updated.', data: { isCourseApproved: 'cancel' } })
})

test('a course moves to another playlist of its teacher, and both counts follow', async () => {
  const { testApp, teacher, playlistId } = await opened()
  const target = await insertPlaylist(testApp, { teacher, title: 'Learn CSS', status: 'pending' })
  const courseId = await insertCourse(testApp, { playlistId })
  const answer = await teacher.request(
    'PUT',
    `/api/courses/${playlistId}/${courseId}`,
    new Upload({ playlist: target }),
  )
  expect(answer.json().data.playlist).toEqual({ _id: target, title: 'Learn CSS' })
  expect(await countsOf(testApp, playlistId)).toEqual([0, 0])
  expect(await countsOf(testApp, target)).toEqual([1, 1])
  expect(await publicCourses(testApp, teacher)).toBe(0)
  expect((await teacher.request('GET', `/api/courses/${playlistId}/${courseId}`)).statusCode).toBe(404)
})

test('a course never moves into a playlist that is not its teacher’s', async () => {
  const { testApp, teacher, other, playlistId } = await opened()
  const courseId = await insertCourse(testApp, { playlistId })
  const targets = [
    await insertPlaylist(testApp, { teacher: other }),
    await insertPlaylist(testApp, { teacher: other, status: 'pending' }),
    newId(),
    'nonsense',
  ]
  for (const playlist of targets) {
    const change = new Upload({ playlist, videoTitle: 'Moved' })
    const answer = await teacher.request('PUT', `/api/courses/${playlistId}/${courseId}`, change)
    expect(answer.statusCode).toBe(403)
    expect(answer.json().message).toBe('You can only move a course to your own playlist.')
  }
  const empty = await teacher.request(
    'PUT',
    `/api/courses/${playlistId}/${courseId}`,
    new Upload({ playlist: '' }),
  )
  expect(empty.statusCode).toBe(400)
  expect(empty.json().message).toBe('No playlist selected! Please choose one.')
  expect(await rowOf(testApp, courseId)).toMatchObject({ playlist_id: playlistId, title: 'First steps' })
})

test('only its teacher can change a course, and only under its own playlist', async () => {
  const { testApp, teacher, other, playlistId } = await opened()
  const second = await insertPlaylist(testApp, { teacher })
  const open = await insertCourse(testApp, { playlistId })
  const hidden = await insertCourse(testApp, { playlistId, status: 'pending' })
  const adminTeacher = await testApp.user('Rut', 'Teacher', { isAdmin: true })
  for (const [person, id, status, message] of [
    [testApp, open, 401, 'You must be logged in.'],
    [await testApp.user('Sam'), open, 403, 'Only a teacher can do this.'],
    [other, open, 403, 'You can only change your own courses.'],
    [other, hidden, 404, 'Course not found.'],
    [adminTeacher, hidden, 403, 'You can only change your own courses.'],
    [teacher, newId(), 404, 'Course not found.'],
  ] as const) {
    const answer = await person.request(
      'PUT',
      `/api/courses/${playlistId}/${id}`,
      new Upload({ videoTitle: 'Stolen' }),
    )
    expect(answer.statusCode).toBe(status)
    expect(answer.json().message).toBe(message)
  }
  const wrongPlace = await teacher.request(
    'PUT',
    `/api/courses/${second}/${open}`,
    new Upload({ videoTitle: 'Lost' }),
  )
  expect(wrongPlace.statusCode).toBe(404)
  const own = await insertPlaylist(testApp, { teacher: other })
  const bySide = await other.request(
    'PUT',
    `/api/courses/${own}/${open}`,
    new Upload({ videoTitle: 'Stolen' }),
  )
  expect(bySide.statusCode).toBe(404)
  await teacher.request(
    'PUT',
    `/api/courses/${playlistId}/${hidden}`,
    new Upload({ isCourseApproved: 'approved', likes: '1' }),
  )
  expect(await rowOf(testApp, open)).toMatchObject({ title: 'First steps' })
  expect(await rowOf(testApp, hidden)).toMatchObject({
    title: 'First steps',
    status: 'pending',
    likes_count: 0,
  })
})

test('a course that is deleted for good takes its likes, its comments and its picture with it', async () => {
  const { testApp, teacher, playlistId } = await opened()
  const sam = await testApp.user('Sam')
  const course = await add(teacher, playlistId)
  await testApp.db.updateTable('courses').set({ status: 'approved' }).execute()
  await sam.request('POST', `/api/courses/${course._id}/like`)
  await sam.request('POST', '/api/comments', { text: 'Good!', courseId: course._id })
  const answer = await teacher.request('DELETE', `/api/courses/${playlistId}/${course._id}`)
  expect(answer.json()).toMatchObject({ success: true, message: 'Course deleted successfully!' })
  await purgeTrash(testApp)
  for (const table of ['courses', 'likes', 'comments'] as const) {
    expect(await testApp.db.selectFrom(table).selectAll().execute(), table).toEqual([])
  }
  expect(await countsOf(testApp, playlistId)).toEqual([0, 0])
  expect(isStored(testApp, course.tutorialImage.url)).toBe(false)
  expect((await teacher.request('DELETE', `/api/courses/${playlistId}/${course._id}`)).statusCode).toBe(404)
  const entry = await testApp.db
    .selectFrom('audit')
    .selectAll()
    .where('action', '=', 'course.deleted')
    .execute()
  expect(entry).toMatchObject([{ actor_id: teacher.id, subject: course._id }])
})

test('only its teacher and an admin delete a course', async () => {
  const { testApp, teacher, other, playlistId } = await opened()
  const admin = await testApp.user('Root', 'Student', { isAdmin: true })
  const open = await insertCourse(testApp, { playlistId })
  const hidden = await insertCourse(testApp, { playlistId, status: 'pending' })
  const elsewhere = await insertPlaylist(testApp, { teacher })
  for (const [person, path, status, message] of [
    [testApp, `${playlistId}/${open}`, 401, 'You must be logged in.'],
    [await testApp.user('Sam'), `${playlistId}/${open}`, 403, 'Only a teacher can do this.'],
    [other, `${playlistId}/${open}`, 403, 'You can only change your own courses.'],
    [other, `${playlistId}/${hidden}`, 404, 'Course not found.'],
    [teacher, `${elsewhere}/${open}`, 404, 'Course not found.'],
    [admin, `${elsewhere}/${open}`, 404, 'Course not found.'],
  ] as const) {
    const answer = await person.request('DELETE', `/api/courses/${path}`)
    expect(answer.statusCode).toBe(status)
    expect(answer.json().message).toBe(message)
  }
  expect(await rowOf(testApp, open)).toBeDefined()
  expect((await admin.request('DELETE', `/api/courses/${playlistId}/${hidden}`)).statusCode).toBe(200)
  expect(await rowOf(testApp, hidden)).toMatchObject({ status: 'draft', trashed_status: 'pending' })
})
