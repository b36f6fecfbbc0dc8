import { expect, test } from 'vitest'
import { newId } from '#server/data/ids.ts'
import { createEvents } from '#server/http/live-events.ts'
import { openTestApp, type TestApp, type TestUser } from '#server/test-app.ts'
import { insertCourse, insertPlaylist } from '#server/test-publications.ts'
import { setLike } from './likes.ts'

async function openCourse() {
  const testApp = await openTestApp()
  const teacher = await testApp.user('Ada', 'Teacher')
  const playlistId = await insertPlaylist(testApp, { teacher })
  const courseId = await insertCourse(testApp, { playlistId })
  return { testApp, teacher, playlistId, courseId, student: await testApp.user('Sam') }
}

const like = ({ request }: Pick<TestUser, 'request'>, courseId: string, body?: object) =>
  request('POST', `/api/courses/${courseId}/like`, body)

async function countOf({ db }: TestApp, courseId: string): Promise<{ stored: number; rows: number }> {
  const { likes_count } = await db
    .selectFrom('courses')
    .select('likes_count')
    .where('id', '=', courseId)
    .executeTakeFirstOrThrow()
  const rows = await db.selectFrom('likes').select('id').where('course_id', '=', courseId).execute()
  return { stored: likes_count, rows: rows.length }
}

test('an empty body toggles', async () => {
  const { testApp, student, courseId } = await openCourse()
  const liked = await like(student, courseId)
  expect(liked.statusCode).toBe(200)
  expect(liked.json()).toEqual({
    success: true,
    message: 'Course liked.',
    likes: [student.id],
    likesCount: 1,
  })
  const unliked = await like(student, courseId, {})
  expect(unliked.json()).toEqual({ success: true, message: 'Like removed.', likes: [], likesCount: 0 })
  expect(await countOf(testApp, courseId)).toEqual({ stored: 0, rows: 0 })
})

test('`liked` sets the state, however often it is sent', async () => {
  const { testApp, student, courseId } = await openCourse()
  for (const [liked, count] of [
    [false, 0],
    [true, 1],
    [true, 1],
    [false, 0],
    [false, 0],
  ] as const) {
    const answer = await like(student, courseId, { liked })
    expect(answer.json()).toMatchObject({ likesCount: count, likes: liked ? [student.id] : [] })
    expect(await countOf(testApp, courseId)).toEqual({ stored: count, rows: count })
  }
})

test.each(['true', 1, null])('`liked: %j` is neither true nor false', async (liked) => {
  const { testApp, student, courseId } = await openCourse()
  const answer = await like(student, courseId, { liked })
  expect(answer.statusCode).toBe(400)
  expect(answer.json()).toMatchObject({
    message: 'Liked must be true or false.',
    errors: { liked: 'Liked must be true or false.' },
  })
  expect(await countOf(testApp, courseId)).toEqual({ stored: 0, rows: 0 })
})

test('concurrent likes of several users are all counted', async () => {
  const { testApp, courseId } = await openCourse()
  const users = await Promise.all(Array.from({ length: 16 }, (_, index) => testApp.user(`TestUser ${index}`)))
  await Promise.all(users.flatMap((person) => [1, 2, 3].map(() => like(person, courseId, { liked: true }))))
  expect(await countOf(testApp, courseId)).toEqual({ stored: 16, rows: 16 })
  await Promise.all(users.map((person) => like(person, courseId)))
  expect(await countOf(testApp, courseId)).toEqual({ stored: 0, rows: 0 })
})

test('the newest hundred are named, newest first, and the caller always is', async () => {
  const { testApp, student, courseId } = await openCourse()
  await like(student, courseId)
  const others = await Promise.all(
    Array.from({ length: 101 }, (_, index) => testApp.user(`TestUser ${index}`)),
  )
  const later = Date.now() + 60_000
  const rows = others.map(({ id }, index) => ({
    id: newId(later + index),
    course_id: courseId,
    user_id: id,
  }))
  await testApp.db.insertInto('likes').values(rows).execute()
  await testApp.db.updateTable('courses').set({ likes_count: 102 }).where('id', '=', courseId).execute()
  const newest = others.map(({ id }) => id).toReversed()
  const own = (await like(student, courseId, { liked: true })).json()
  expect(own.likes).toEqual([...newest.slice(0, 99), student.id])
  expect(own.likesCount).toBe(102)
  const gone = (await like(student, courseId, { liked: false })).json()
  expect(gone.likes).toEqual(newest.slice(0, 100))
  expect(gone.likesCount).toBe(101)
})

test('a user who likes is listed first, and a hundred others after they unlike', async () => {
  const { testApp, student, courseId } = await openCourse()
  const others = await Promise.all(
    Array.from({ length: 101 }, (_, index) => testApp.user(`TestUser ${index}`)),
  )
  const before = Date.now() - 60_000
  const rows = others.map(({ id }, n) => ({ id: newId(before + n), course_id: courseId, user_id: id }))
  await testApp.db.insertInto('likes').values(rows).execute()
  await testApp.db.updateTable('courses').set({ likes_count: 101 }).where('id', '=', courseId).execute()
  const newest = others.map(({ id }) => id).toReversed()
  const response = (await like(student, courseId, { liked: true })).json()
  expect([response.likes, response.likesCount]).toEqual([[student.id, ...newest.slice(0, 99)], 102])
  const gone = (await like(student, courseId, { liked: false })).json()
  expect([gone.likes, gone.likesCount]).toEqual([newest.slice(0, 100), 101])
})

test('a visitor gets the specification’s sentence', async () => {
  const { testApp, courseId } = await openCourse()
  const answer = await like(testApp, courseId)
  expect(answer.statusCode).toBe(401)
  expect(answer.json()).toMatchObject({
    message: 'You need to be logged in to like this course.',
    code: 'login_required',
  })
  expect(await countOf(testApp, courseId)).toEqual({ stored: 0, rows: 0 })
})

test('a hidden course answers like a missing one; its teacher may like it', async () => {
  const { testApp, student, teacher, playlistId } = await openCourse()
  const pending = await insertCourse(testApp, { playlistId, status: 'pending' })
  const inPending = await insertCourse(testApp, {
    playlistId: await insertPlaylist(testApp, { teacher, status: 'pending' }),
  })
  for (const courseId of [pending, inPending, '0'.repeat(24), 'nothing']) {
    const answer = await like(student, courseId, { liked: 'not even read' })
    expect(answer.statusCode).toBe(404)
    expect(answer.json()).toMatchObject({ message: 'Course not found.', code: 'not_found' })
  }
  expect(await countOf(testApp, pending)).toEqual({ stored: 0, rows: 0 })
  expect((await like(teacher, pending)).statusCode).toBe(200)
})

test.each([
  ['approved', 'approved'],
  ['approved', 'pending'],
  ['pending', 'approved'],
  ['processing', 'cancel'],
] as const)('in a playlist that is %s, a course that is %s is liked by who sees it then', async (...how) => {
  const { testApp, student, teacher } = await openCourse()
  const root = await testApp.user('Root', 'Student', { isAdmin: true })
  const [playlist, status] = how
  const playlistId = await insertPlaylist(testApp, { teacher, status: playlist })
  const courseId = await insertCourse(testApp, { playlistId, status })
  const isPublic = playlist === 'approved' && status === 'approved'
  const viewers = { [student.id]: isPublic, [teacher.id]: true, [root.id]: true }
  for (const [id, sees] of Object.entries(viewers)) {
    const viewer = {
      id,
      username: '',
      role: 'Student',
      isAdmin: id === root.id,
      sessionId: '',
      emailVerified: true,
    } as const
    for (const liked of [true, false, undefined]) {
      const setting = setLike({ db: testApp.db, events: createEvents() }, viewer, { courseId, liked })
      const outcome = await setting.then(
        ({ isLiked }) => isLiked,
        (error: unknown) => String(error),
      )
      expect(outcome).toBe(sees ? (liked ?? true) : 'AppError: Course not found.')
    }
  }
})

test('viewers are told when a like is added or removed, and otherwise not', async () => {
  const { testApp, student, courseId } = await openCourse()
  const viewer = { ...student, role: 'Student', isAdmin: false, sessionId: '', emailVerified: true } as const
  const events = createEvents()
  const received: unknown[] = []
  events.watch(courseId, ({ event }) => received.push(event))
  for (const liked of [false, true, true, false, false, undefined])
    await setLike({ db: testApp.db, events }, viewer, { courseId, liked })
  const ofCourse = (likesCount: number) => ({ type: 'likes.changed', courseId, likesCount })
  expect(received).toEqual([ofCourse(1), ofCourse(0), ofCourse(1)])
})

test('121 likes in a minute are one too many', async () => {
  const testApp = await openTestApp({ rateScale: 1 })
  const teacher = await testApp.user('Ada', 'Teacher')
  const courseId = await insertCourse(testApp, { playlistId: await insertPlaylist(testApp, { teacher }) })
  for (let count = 0; count < 120; count += 1) {
    expect((await like(teacher, courseId)).statusCode).toBe(200)
  }
  const answer = await like(teacher, courseId)
  expect(answer.statusCode).toBe(429)
  expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
})
