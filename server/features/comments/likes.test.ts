import { expect, test } from 'vitest'
import type { Comment, Thread } from '#contract/comments/comments.ts'
import { deleteUser } from '#server/features/account/users/users.ts'
import { wrongCounts } from '#server/features/catalog/playlists/counts-check.queries.ts'
import { openTestApp, type TestApp, type TestUser } from '#server/test-app.ts'
import { stopClock } from '#server/test-clock.ts'
import { insertCourse, insertPlaylist } from '#server/test-publications.ts'

async function openComment() {
  const testApp = await openTestApp()
  const later = stopClock()
  const teacher = await testApp.user('Ada', 'Teacher')
  const author = await testApp.user('Sam')
  const reader = await testApp.user('Olu')
  const playlistId = await insertPlaylist(testApp, { teacher })
  const courseId = await insertCourse(testApp, { playlistId })
  const write = async ({ request }: TestUser, more: object = {}): Promise<Comment> => {
    later()
    return (await request('POST', '/api/comments', { text: 'Nice.', courseId, ...more })).json().comment
  }
  return { testApp, teacher, author, reader, courseId, write, comment: await write(author) }
}

const like = ({ request }: Pick<TestUser, 'request'>, { _id }: Comment, body?: object) =>
  request('POST', `/api/comments/${_id}/like`, body)

async function threads({ request }: TestUser, courseId: string, query = ''): Promise<Thread[]> {
  return (await request('GET', `/api/courses/${courseId}/threads?${query}`)).json().threads
}

async function countOf({ db }: TestApp, { _id }: Comment): Promise<{ stored: number; rows: number }> {
  const { likes_count } = await db
    .selectFrom('comments')
    .select('likes_count')
    .where('id', '=', _id)
    .executeTakeFirstOrThrow()
  const rows = await db.selectFrom('comment_likes').selectAll().where('comment_id', '=', _id).execute()
  return { stored: likes_count, rows: rows.length }
}

test('an empty body toggles, and `liked` sets the state, however often it is sent', async () => {
  const { testApp, reader, comment } = await openComment()
  const answer = await like(reader, comment)
  expect(answer.statusCode).toBe(200)
  expect(answer.json()).toEqual({ success: true, message: 'Comment liked.', liked: true, likesCount: 1 })
  for (const [body, liked] of [
    [{}, false],
    [{ liked: false }, false],
    [{ liked: true }, true],
    [{ liked: true }, true],
  ] as const) {
    expect((await like(reader, comment, body)).json()).toMatchObject({ liked, likesCount: liked ? 1 : 0 })
    expect(await countOf(testApp, comment)).toEqual({ stored: liked ? 1 : 0, rows: liked ? 1 : 0 })
  }
  const wrong = await like(reader, comment, { liked: 'yes' })
  expect([wrong.statusCode, wrong.json().message]).toEqual([400, 'Liked must be true or false.'])
})

test('lists tell each reader how many like a comment, and whether the reader does', async () => {
  const { teacher, author, reader, courseId, comment, write } = await openComment()
  const reply = await write(teacher, { parentId: comment._id })
  await like(reader, comment)
  await like(reader, reply)
  await like(author, reply)
  for (const [person, mine, ofReply] of [
    [reader, true, true],
    [author, false, true],
    [teacher, false, false],
  ] as const) {
    const [thread] = await threads(person, courseId)
    expect(thread).toMatchObject({ likesCount: 1, liked: mine })
    expect(thread?.replies).toMatchObject([{ likesCount: 2, liked: ofReply }])
    const flat = (await person.request('GET', `/api/comments?courseId=${courseId}`)).json().comments
    expect(flat).toMatchObject([
      { _id: reply._id, likesCount: 2, liked: ofReply },
      { _id: comment._id, likesCount: 1, liked: mine },
    ])
  }
})

/** A busy server answers 503 to some of so many requests and changes nothing; their users send them again. */
async function allAtOnce(
  users: TestUser[],
  send: (user: TestUser) => ReturnType<typeof like>,
): Promise<void> {
  let waiting = users
  while (waiting.length > 0) {
    const answers = await Promise.all(waiting.map(send))
    const statuses = answers.map(({ statusCode }) => statusCode)
    expect(statuses.filter((status) => status !== 200 && status !== 503)).toEqual([])
    waiting = waiting.filter((_, index) => statuses[index] === 503)
  }
}

test('likes of five hundred users at once are all counted', { timeout: 120_000 }, async () => {
  const { testApp, comment } = await openComment()
  const users = await testApp.users(Array.from({ length: 500 }, (_, index) => ({ name: `User ${index}` })))
  await allAtOnce(users, (user) => like(user, comment, { liked: true }))
  expect(await countOf(testApp, comment)).toEqual({ stored: 500, rows: 500 })
  await allAtOnce(users.slice(0, 200), (user) => like(user, comment))
  expect(await countOf(testApp, comment)).toEqual({ stored: 300, rows: 300 })
})

test('nobody likes their own comment', async () => {
  const { testApp, author, comment } = await openComment()
  for (const body of [undefined, { liked: true }, { liked: false }]) {
    const answer = await like(author, comment, body)
    expect([answer.statusCode, answer.json().message]).toEqual([409, 'You cannot like your own comment.'])
  }
  expect(await countOf(testApp, comment)).toEqual({ stored: 0, rows: 0 })
})

test('a removed comment, a hidden one and one on a hidden course are not found', async () => {
  const { testApp, teacher, author, reader, courseId, comment, write } = await openComment()
  const admin = await testApp.user('Root', 'Student', { isAdmin: true })
  const reported = await write(author)
  await testApp.db
    .updateTable('comments')
    .set({ hidden_at: new Date().toISOString() })
    .where('id', '=', reported._id)
    .execute()
  await write(teacher, { parentId: comment._id })
  await author.request('DELETE', `/api/comments/${comment._id}`)
  for (const person of [reader, author, teacher, admin])
    for (const each of [comment, reported]) {
      const answer = await like(person, each)
      expect([answer.statusCode, answer.json().message]).toEqual([404, 'Comment not found.'])
    }
  const open = await write(author)
  await testApp.db.updateTable('courses').set({ status: 'cancel' }).where('id', '=', courseId).execute()
  expect((await like(reader, open)).statusCode).toBe(404)
  expect((await like(teacher, open)).statusCode).toBe(200)
  const visitor = await like(testApp, open)
  expect([visitor.statusCode, visitor.json().code]).toEqual([401, 'login_required'])
})

test('a removed comment loses its likes, and so does a deleted one', async () => {
  const { testApp, teacher, author, reader, comment, write } = await openComment()
  const alone = await write(author)
  await write(teacher, { parentId: comment._id })
  for (const each of [comment, alone]) await like(reader, each)
  for (const each of [comment, alone]) await author.request('DELETE', `/api/comments/${each._id}`)
  expect(await testApp.db.selectFrom('comment_likes').selectAll().execute()).toEqual([])
  expect(await countOf(testApp, comment)).toEqual({ stored: 0, rows: 0 })
})

test('a deleted user takes their likes along', async () => {
  const { testApp, teacher, reader, comment } = await openComment()
  await like(reader, comment)
  await like(teacher, comment)
  await deleteUser(testApp, reader.id)
  expect(await countOf(testApp, comment)).toEqual({ stored: 1, rows: 1 })
  expect(await wrongCounts(testApp.db)).toEqual([])
})

test('viewers are told when the number changes, and nobody is notified', async () => {
  const { testApp, author, reader, courseId, comment } = await openComment()
  const received: unknown[] = []
  testApp.context.events.watch(courseId, ({ event }) => received.push(event))
  for (const liked of [true, true, false, false]) await like(reader, comment, { liked })
  const liked = (likesCount: number) => ({
    type: 'comment.liked',
    courseId,
    commentId: comment._id,
    likesCount,
  })
  expect(received).toEqual([liked(1), liked(0)])
  expect((await author.request('GET', '/api/notifications')).json().total).toBe(0)
})

test('the flat list of old clients stays newest first, whatever is liked', async () => {
  const { teacher, author, reader, courseId, comment, write } = await openComment()
  const newest = await write(author)
  await like(reader, comment)
  await like(teacher, comment)
  const { comments } = (await reader.request('GET', `/api/comments?courseId=${courseId}`)).json()
  expect(comments.map(({ _id }: Comment) => _id)).toEqual([newest._id, comment._id])
  const former = ['_id', 'text', 'courseId', 'user', 'at', 'parentId', 'question', 'answeredBy', 'pinned']
  expect(Object.keys(comments[0])).toEqual([
    ...former,
    'createdAt',
    'updatedAt',
    'likesCount',
    'liked',
    'quote',
    'mentions',
  ])
})
