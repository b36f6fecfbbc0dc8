import { expect, test } from 'vitest'
import type { Comment } from '#contract/comments/comments.ts'
import { openTestApp, type TestApp, type TestUser } from '#server/test-app.ts'
import { stopClock } from '#server/test-clock.ts'
import { insertCourse, insertPlaylist } from '#server/test-publications.ts'

/** Lets a second pass, so that ids have a certain order. */
let later: () => void

async function openQuestion() {
  const testApp = await openTestApp()
  later = stopClock()
  const teacher = await testApp.user('Ada', 'Teacher')
  const asker = await testApp.user('Sam')
  const other = await testApp.user('Olu')
  const playlistId = await insertPlaylist(testApp, { teacher })
  const courseId = await insertCourse(testApp, { playlistId })
  const write = async ({ request }: TestUser, more: object): Promise<Comment> => {
    later()
    return (await request('POST', '/api/comments', { text: 'Why?', courseId, ...more })).json().comment
  }
  const question = await write(asker, { question: true })
  const reply = await write(other, { parentId: question._id })
  return { testApp, teacher, asker, other, playlistId, courseId, write, question, reply }
}

const accept = ({ request }: TestUser, { _id }: Comment, by: unknown) =>
  request('PUT', `/api/comments/${_id}/answer`, { by })
const pin = ({ request }: TestUser, { _id }: Comment, pinned: unknown) =>
  request('PUT', `/api/comments/${_id}/pin`, { pinned })

async function hide({ db }: TestApp, courseId: string): Promise<void> {
  await db.updateTable('courses').set({ status: 'cancel' }).where('id', '=', courseId).execute()
}

test('the asker, the teacher and an admin accept an answer and take it back', async () => {
  const { testApp, teacher, asker, other, question, reply } = await openQuestion()
  const admin = await testApp.user('Root', 'Student', { isAdmin: true })
  for (const person of [asker, teacher, admin]) {
    const accepted = await accept(person, question, reply._id)
    expect(accepted.json()).toMatchObject({ message: 'Answer accepted.', comment: { answeredBy: reply._id } })
    const undone = await accept(person, question, null)
    expect(undone.json()).toMatchObject({ message: 'Answer taken back.', comment: { answeredBy: null } })
  }
  const rejected = await accept(other, question, reply._id)
  expect(rejected.statusCode).toBe(403)
  expect(rejected.json().message).toBe('Only the asker, the teacher or an admin can accept an answer.')
})

test('only a reply to this question is an answer to it', async () => {
  const { asker, question, reply, write } = await openQuestion()
  const elsewhere = await write(asker, { question: true })
  const replyElsewhere = await write(asker, { parentId: elsewhere._id })
  for (const by of [replyElsewhere._id, question._id, 'nothing', '0'.repeat(24), 7, undefined]) {
    const answer = await accept(asker, question, by)
    expect([answer.statusCode, answer.json().errors]).toEqual([
      400,
      { by: 'Answer must be a reply to this question.' },
    ])
  }
  const comment = await accept(asker, reply, null)
  expect(comment.statusCode).toBe(403)
  const own = await write(asker, {})
  expect((await accept(asker, own, null)).json().message).toBe('Only a question can have an answer.')
})

test('on a course that became hidden only its teacher and admins decide', async () => {
  const { testApp, teacher, asker, courseId, question, reply } = await openQuestion()
  await hide(testApp, courseId)
  expect((await accept(asker, question, reply._id)).statusCode).toBe(404)
  expect((await asker.request('GET', `/api/courses/${courseId}/threads`)).statusCode).toBe(404)
  expect((await accept(teacher, question, reply._id)).statusCode).toBe(200)
  expect((await pin(teacher, question, true)).statusCode).toBe(200)
})

test('a question is open again when its answer is removed, and watchers hear of it', async () => {
  const { testApp, asker, other, courseId, question, reply } = await openQuestion()
  await accept(asker, question, reply._id)
  const open = () => asker.request('GET', `/api/courses/${courseId}/threads?filter=open`)
  expect((await open()).json()).toMatchObject({ threads: [], total: 0 })
  const events: unknown[] = []
  testApp.context.events.watch(courseId, ({ event }) => events.push(event))
  await other.request('DELETE', `/api/comments/${reply._id}`)
  expect((await open()).json()).toMatchObject({ threads: [{ _id: question._id }], total: 1 })
  expect(events).toMatchObject([
    { type: 'comment.removed', commentId: reply._id, commentsCount: 1 },
    { type: 'comment.updated', comment: { _id: question._id, answeredBy: null } },
  ])
})

test('the teacher pins a comment to the top, the newest pin first', async () => {
  const { teacher, asker, courseId, question, reply, write } = await openQuestion()
  const second = await write(asker, { text: 'Second.' })
  const third = await write(asker, { text: 'Third.' })
  const order = async () => {
    const { threads } = (await asker.request('GET', `/api/courses/${courseId}/threads`)).json()
    return threads.map(({ _id }: Comment) => _id)
  }
  expect((await pin(teacher, question, true)).json()).toMatchObject({
    message: 'Comment pinned.',
    comment: { _id: question._id, pinned: true },
  })
  expect(await order()).toEqual([question._id, third._id, second._id])
  await pin(teacher, question, false)
  expect(await order()).toEqual([third._id, second._id, question._id])
  expect((await pin(asker, question, true)).statusCode).toBe(403)
  expect((await pin(teacher, question, 'yes')).statusCode).toBe(400)
  expect((await pin(teacher, reply, true)).json().message).toBe(
    'Only a comment that starts a thread can be pinned.',
  )
})

test('live events carry the new keys, and a thread that goes is removed as well', async () => {
  const { testApp, asker, other, courseId, question, reply, write } = await openQuestion()
  const events: unknown[] = []
  testApp.context.events.watch(courseId, ({ event }) => events.push(event))
  const more = await write(other, { parentId: question._id, at: 95 })
  await accept(asker, question, more._id)
  await asker.request('DELETE', `/api/comments/${question._id}`)
  for (const { _id } of [reply, more]) await other.request('DELETE', `/api/comments/${_id}`)
  expect(events).toMatchObject([
    {
      type: 'comment.created',
      comment: { parentId: question._id, at: 95, question: false },
      commentsCount: 3,
    },
    { type: 'comment.updated', comment: { _id: question._id, answeredBy: more._id, question: true } },
    { type: 'comment.removed', commentId: question._id, commentsCount: 2 },
    { type: 'comment.removed', commentId: reply._id, commentsCount: 1 },
    { type: 'comment.removed', commentId: more._id, commentsCount: 0 },
    { type: 'comment.removed', commentId: question._id, commentsCount: 0 },
  ])
})
