import { once } from 'node:events'
import { connect } from 'node:net'
import { expect, onTestFinished, test, vi } from 'vitest'
import { makeResetCode } from '#server/features/account/auth/reset.ts'
import { deleteUser } from '#server/features/account/users/users.ts'
import { openTestApp, type TestApp, type TestUser, Upload } from '#server/test-app.ts'
import { givePassword, PASSWORD } from '#server/test-passwords.ts'
import { insertCourse, insertPlaylist } from '#server/test-publications.ts'
import { openServer, type Watching } from '#server/test-watcher.ts'

async function openCourse(environment: Record<string, string> = {}) {
  const testApp = await openTestApp({ environment })
  const teacher = await testApp.user('Ada', 'Teacher')
  const playlistId = await insertPlaylist(testApp, { teacher })
  const courseId = await insertCourse(testApp, { playlistId })
  const student = await testApp.user('Sam')
  return { testApp, teacher, playlistId, courseId, student, watch: await openServer(testApp) }
}

/** Skips the first messages of every stream: the retry delay and the reload. */
async function settled(watching: Watching): Promise<string> {
  expect(await watching.next()).toEqual({ retry: '2000' })
  const reset = await watching.next()
  expect(reset?.event).toMatchObject({ type: 'reset' })
  return reset?.id ?? ''
}

async function comment({ request }: TestUser, courseId: string, text: string): Promise<string> {
  return (await request('POST', '/api/comments', { text, courseId })).json().comment._id
}

/** Stops the timers until the test advances them. */
function stopTimers(): (milliseconds: number) => Promise<unknown> {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout'] })
  onTestFinished(() => {
    vi.useRealTimers()
  })
  return (milliseconds) => vi.advanceTimersByTimeAsync(milliseconds)
}

async function connections({ app }: TestApp): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>()
  app.server.getConnections((error, count) => (error ? reject(error) : resolve(count)))
  return promise
}

test('every watcher receives comments and likes as they change', async () => {
  const { teacher, student, courseId, watch } = await openCourse()
  const watching = [await watch(student, courseId), await watch(teacher, courseId)]
  const [first] = watching
  expect(first?.response.status).toBe(200)
  expect(first?.response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
  expect(first?.response.headers.get('cache-control')).toBe('no-store')
  expect(first?.response.headers.get('x-content-type-options')).toBe('nosniff')
  for (const each of watching) await settled(each)

  const commentId = await comment(student, courseId, 'Line one.\nLine two.')
  await student.request('PUT', `/api/comments/${commentId}`, { text: 'Changed.' })
  await student.request('POST', `/api/courses/${courseId}/like`)
  await student.request('DELETE', `/api/comments/${commentId}`)
  for (const { next } of watching) {
    const created = await next()
    expect(created?.event).toMatchObject({
      type: 'comment.created',
      courseId,
      commentsCount: 1,
      comment: { _id: commentId, text: 'Line one.\nLine two.', user: { _id: student.id } },
    })
    expect((await next())?.event).toMatchObject({ type: 'comment.updated', comment: { text: 'Changed.' } })
    expect((await next())?.event).toEqual({ type: 'likes.changed', courseId, likesCount: 1 })
    expect((await next())?.event).toEqual({ type: 'comment.removed', courseId, commentId, commentsCount: 0 })
  }
})

test('a like that changes nothing and a rejected comment publish no event', async () => {
  const { student, courseId, watch } = await openCourse()
  const { next, ...watching } = await watch(student, courseId)
  await settled({ next, ...watching })
  await student.request('POST', `/api/courses/${courseId}/like`, { liked: false })
  await student.request('POST', '/api/comments', { text: '', courseId })
  await student.request('POST', `/api/courses/${courseId}/like`, { liked: true })
  await student.request('POST', `/api/courses/${courseId}/like`, { liked: true })
  await comment(student, courseId, 'At last.')
  expect((await next())?.event).toMatchObject({ type: 'likes.changed', likesCount: 1 })
  expect((await next())?.event).toMatchObject({ type: 'comment.created', commentsCount: 1 })
})

test('a watcher receives no events of another course', async () => {
  const { testApp, student, playlistId, courseId, watch } = await openCourse()
  const other = await insertCourse(testApp, { playlistId })
  const watching = await watch(student, courseId)
  await settled(watching)
  await comment(student, other, 'Elsewhere.')
  await comment(student, courseId, 'Here.')
  expect((await watching.next())?.event).toMatchObject({ courseId, comment: { text: 'Here.' } })
})

test('a client that sends its last event id misses no event and gets none twice', async () => {
  const { student, courseId, watch } = await openCourse()
  const first = await watch(student, courseId)
  await settled(first)
  await comment(student, courseId, 'Heard.')
  const received = await first.next()
  first.leave()
  await comment(student, courseId, 'Missed one.')
  await comment(student, courseId, 'Missed two.')
  const again = await watch(student, courseId, received?.id)
  expect(await again.next()).toEqual({ retry: '2000' })
  expect((await again.next())?.event).toMatchObject({ comment: { text: 'Missed one.' } })
  expect((await again.next())?.event).toMatchObject({ comment: { text: 'Missed two.' } })
  await comment(student, courseId, 'Live.')
  expect((await again.next())?.event).toMatchObject({ comment: { text: 'Live.' } })
})

test('a client without an event yet resumes from where its stream began', async () => {
  const { student, courseId, watch } = await openCourse()
  const first = await watch(student, courseId)
  const began = await settled(first)
  first.leave()
  await comment(student, courseId, 'Missed.')
  const again = await watch(student, courseId, began)
  await again.next()
  expect((await again.next())?.event).toMatchObject({ comment: { text: 'Missed.' } })
})

test.each(['nonsense', 'ffffffff-1', '-', '1e3'])(
  'a client with the unknown event %s must reload',
  async (id) => {
    const { student, courseId, watch } = await openCourse()
    await comment(student, courseId, 'Before.')
    const watching = await watch(student, courseId, id)
    await settled(watching)
  },
)

test('a visitor, an unknown token, a hidden course and a missing one are rejected as everywhere', async () => {
  const { testApp, student, teacher, playlistId, courseId, watch } = await openCourse()
  const hidden = await insertCourse(testApp, { playlistId, status: 'pending' })
  const appError = async (who: Pick<TestUser, 'token'> | undefined, id: string) => {
    const { response } = await watch(who, id)
    const { message, code } = JSON.parse(await response.text())
    return [response.status, code, message]
  }
  expect(await appError(undefined, courseId)).toEqual([401, 'login_required', 'You must be logged in.'])
  expect(await appError({ token: 'vc1_nobody' }, courseId)).toEqual([
    401,
    'invalid_token',
    'Your session has expired. Please log in again.',
  ])
  for (const id of [hidden, '0'.repeat(24), 'nothing']) {
    expect(await appError(student, id)).toEqual([404, 'not_found', 'Course not found.'])
  }
  const own = await watch(teacher, hidden)
  expect(own.response.status).toBe(200)
})

test('a course must be named, and the stream is only ever read', async () => {
  const { testApp, student } = await openCourse()
  const unnamed = await student.request('GET', '/api/live')
  expect(unnamed.statusCode).toBe(400)
  expect(unnamed.json().errors).toEqual({ courseId: 'Course is required.' })
  const posted = await student.request('POST', '/api/live')
  expect([posted.statusCode, posted.headers.allow]).toEqual([405, 'GET'])
  const head = await testApp.app.inject({ method: 'HEAD', url: '/api/live' })
  expect(head.statusCode).toBe(405)
})

test('ten streams of one person are enough; those that ended make room', async () => {
  const { teacher, student, courseId, watch } = await openCourse()
  const open: Watching[] = []
  for (let count = 0; count < 10; count += 1) open.push(await watch(student, courseId))
  const { response } = await watch(student, courseId)
  expect(response.status).toBe(429)
  expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0)
  expect((await watch(teacher, courseId)).response.status).toBe(200)
  for (const { leave } of open) leave()
  for (let count = 0; count < 10; count += 1) {
    await vi.waitFor(async () => expect((await watch(student, courseId)).response.status).toBe(200))
  }
})

test('a quiet stream beats every fifteen seconds and outlives the limit for slow bodies', async () => {
  const { student, courseId, watch } = await openCourse()
  const pass = stopTimers()
  const watching = await watch(student, courseId)
  await settled(watching)
  for (let beats = 0; beats < 4; beats += 1) {
    await pass(15_000)
    expect(await watching.next()).toEqual({ beat: true })
  }
  await comment(student, courseId, 'Still here?')
  expect((await watching.next())?.event).toMatchObject({ comment: { text: 'Still here?' } })
})

test('a stream ends when its session does, and does not keep a session from expiring', async () => {
  const { testApp, student, courseId, watch } = await openCourse()
  const pass = stopTimers()
  const watching = await watch(student, courseId)
  await settled(watching)
  const longAgo = new Date(Date.now() - 3_600_000).toISOString()
  await testApp.db.updateTable('sessions').set({ last_used_at: longAgo }).execute()
  await pass(15_000)
  expect(await watching.next()).toEqual({ beat: true })
  const session = await testApp.db
    .selectFrom('sessions')
    .select('last_used_at')
    .where('user_id', '=', student.id)
    .executeTakeFirst()
  expect(session?.last_used_at).toBe(longAgo)
  await testApp.db.deleteFrom('sessions').where('user_id', '=', student.id).execute()
  await pass(15_000)
  expect(await watching.next()).toBeUndefined()
})

test('a stream ends when its course is hidden, but not its teacher’s', async () => {
  const { testApp, teacher, student, courseId, watch } = await openCourse()
  const pass = stopTimers()
  const [theirs, own] = [await watch(student, courseId), await watch(teacher, courseId)]
  for (const watching of [theirs, own]) await settled(watching)
  await testApp.db.updateTable('courses').set({ status: 'cancel' }).where('id', '=', courseId).execute()
  await pass(15_000)
  expect(await theirs.next()).toBeUndefined()
  expect(await own.next()).toEqual({ beat: true })
})

/** A stream of a student's, settled, while no heartbeat can come. */
async function watchedWithoutHeartbeats(person: (testApp: TestApp) => Promise<TestUser>) {
  const opened = await openCourse()
  stopTimers()
  const who = await person(opened.testApp)
  const watching = await opened.watch(who, opened.courseId)
  await settled(watching)
  return { ...opened, who, watching }
}

async function withPassword(testApp: TestApp): Promise<TestUser> {
  const person = await testApp.user('Kim')
  await givePassword(testApp, person)
  return person
}

async function logIn({ request }: TestApp, { id }: TestUser): Promise<string> {
  const answer = await request('POST', '/api/auth/login', { email: `${id}@example.org`, password: PASSWORD })
  expect(answer.statusCode).toBe(200)
  return `Bearer ${answer.json().token}`
}

const NEW = { newPassword: 'plum tree and 44 geese', confirmPassword: 'plum tree and 44 geese' }

interface Ending {
  testApp: TestApp
  who: TestUser
  courseId: string
  playlistId: string
}

const approve = async ({ testApp }: Ending, path: string, body: object) => {
  const admin = await testApp.user('Root', 'Student', { isAdmin: true })
  return admin.request('POST', path, body)
}

const ENDINGS: Record<string, (ending: Ending) => ReturnType<TestUser['request']>> = {
  'they log out': ({ who }) => who.request('POST', '/api/auth/logout'),
  'another session ends theirs': async ({ testApp, who }) => {
    const authorization = await logIn(testApp, who)
    const { sessions } = (
      await testApp.request('GET', '/api/auth/sessions', undefined, { authorization })
    ).json()
    const theirs = sessions.find(({ current }: { current: boolean }) => !current)
    const path = `/api/auth/sessions/${theirs._id}`
    return testApp.request('DELETE', path, { password: PASSWORD }, { authorization })
  },
  'another session ends all others': async ({ testApp, who }) => {
    const authorization = await logIn(testApp, who)
    return testApp.request('DELETE', '/api/auth/sessions', { password: PASSWORD }, { authorization })
  },
  'twenty newer sessions replace theirs': async ({ testApp, who }) => {
    for (let count = 0; count < 19; count += 1) await logIn(testApp, who)
    return testApp.request('POST', '/api/auth/login', { email: `${who.id}@example.org`, password: PASSWORD })
  },
  'their password changes': ({ who }) =>
    who.request('PUT', `/api/users/profile/${who.id}`, new Upload({ ...NEW, oldPassword: PASSWORD })),
  'their password is reset with a code': async ({ testApp, who }) => {
    const code = await makeResetCode(testApp.db, who.id)
    return testApp.request('POST', '/api/auth/reset', { email: `${who.id}@example.org`, code, ...NEW })
  },
  'the course is hidden': (ending) =>
    approve(ending, `/api/courses/approve-course/${ending.courseId}`, { isCourseApproved: 'cancel' }),
  'its playlist is hidden': (ending) =>
    approve(ending, `/api/playlists/approve-playlist/${ending.playlistId}`, { isPlaylistApproved: 'cancel' }),
  'the playlist is deleted': async ({ testApp, playlistId }) => {
    const admin = await testApp.user('Root', 'Student', { isAdmin: true })
    const { teacher_id } = await testApp.db
      .selectFrom('playlists')
      .select('teacher_id')
      .where('id', '=', playlistId)
      .executeTakeFirstOrThrow()
    return admin.request('DELETE', `/api/playlists/${playlistId}/${teacher_id}`)
  },
}

test.each(Object.entries(ENDINGS))('a stream ends before any heartbeat when %s', async (_cause, end) => {
  const { watching, ...ending } = await watchedWithoutHeartbeats(withPassword)
  expect((await end(ending)).statusCode).toBe(200)
  expect(await watching.next()).toBeUndefined()
})

test('a reconnecting client is not sent a comment that was removed meanwhile, or whose author was', async () => {
  const { testApp, student, courseId, watch } = await openCourse()
  const leaver = await testApp.user('Lea')
  const first = await watch(student, courseId)
  const began = await settled(first)
  first.leave()
  const removed = await comment(student, courseId, 'Taken back.')
  await student.request('PUT', `/api/comments/${removed}`, { text: 'Still taken back.' })
  await student.request('DELETE', `/api/comments/${removed}`)
  await comment(leaver, courseId, 'Gone with me.')
  await comment(student, courseId, 'Kept.')
  await deleteUser({ db: testApp.db, images: testApp.images }, leaver.id)
  const again = await watch(student, courseId, began)
  expect(await again.next()).toEqual({ retry: '2000' })
  expect((await again.next())?.event).toMatchObject({ type: 'comment.removed', commentId: removed })
  expect((await again.next())?.event).toMatchObject({ comment: { text: 'Kept.' } })
})

test('a reconnecting client is not sent the text of a removed comment that keeps its place', async () => {
  const { student, courseId, watch } = await openCourse()
  const first = await watch(student, courseId)
  const began = await settled(first)
  first.leave()
  const parentId = await comment(student, courseId, 'Taken back.')
  await student.request('POST', '/api/comments', { text: 'A reply.', courseId, parentId })
  await student.request('DELETE', `/api/comments/${parentId}`)
  const again = await watch(student, courseId, began)
  expect(await again.next()).toEqual({ retry: '2000' })
  expect((await again.next())?.event).toMatchObject({ comment: { text: 'A reply.', parentId } })
  expect((await again.next())?.event).toMatchObject({ type: 'comment.removed', commentId: parentId })
})

test('a stopping server ends its streams without waiting for clients', async () => {
  const { testApp, student, courseId, watch } = await openCourse()
  const watching = await watch(student, courseId)
  await settled(watching)
  await testApp.app.close()
  expect(await watching.next()).toBeUndefined()
  expect(testApp.app.server.listening).toBe(false)
})

test('a client that does not read is disconnected before its backlog fills the memory', async () => {
  const { testApp, student, courseId } = await openCourse()
  const { port } = new URL(testApp.app.listeningOrigin)
  const deaf = connect(Number(port), '127.0.0.1')
  onTestFinished(() => {
    deaf.destroy()
  })
  const head = [
    `GET /api/live?courseId=${courseId} HTTP/1.1`,
    'Host: x',
    `Authorization: Bearer ${student.token}`,
  ]
  deaf.write(`${head.join('\r\n')}\r\n\r\n`)
  await once(deaf, 'readable')
  const { events } = testApp.context
  const began = events.lastId
  await comment(student, courseId, 'x'.repeat(2000))
  const [published] = events.since(courseId, began) ?? []
  if (!published) throw new Error('The comment was no news')
  expect(await connections(testApp)).toBe(1)
  for (let count = 0; count < 20_000; count += 1) events.publish(published.event)
  await vi.waitFor(async () => expect(await connections(testApp)).toBe(0))
})

test('pictures in news have absolute addresses where answers have them', async () => {
  const { student, courseId, watch } = await openCourse({ PUBLIC_URL: 'https://lectern.example' })
  const watching = await watch(student, courseId)
  await settled(watching)
  await comment(student, courseId, 'Look.')
  expect(JSON.stringify(await watching.next())).toMatch(/"url":"https:\/\/lectern\.example\/media\//)
})
