import { expect, test } from 'vitest'
import { wrongCounts } from '#server/features/catalog/playlists/counts-check.queries.ts'
import { openTestApp, type TestUser } from '#server/test-app.ts'
import { age, decide, openReportedCourse, report } from '#server/test-reports.ts'
import { openServer } from '#server/test-watcher.ts'
import { setHidingLimit } from './hidden.queries.ts'

async function open(environment: Record<string, string> = {}) {
  const testApp = await openTestApp({ environment, cached: true })
  return { testApp, ...(await openReportedCourse(testApp)) }
}

interface Read {
  /** By every call that lists comments. */
  texts: string[][]
  totals: number[]
}

async function read({ request }: TestUser, courseId: string): Promise<Read> {
  const lists = [
    (await request('GET', `/api/comments?courseId=${courseId}`)).json(),
    (await request('GET', '/api/comments')).json(),
  ]
  const threads = await Promise.all(
    ['sort=newest', 'sort=moment'].map(async (query) =>
      (await request('GET', `/api/courses/${courseId}/threads?${query}`)).json(),
    ),
  )
  const textsOf = (comments: { text: string }[]) => comments.map(({ text }) => text).toSorted()
  return {
    texts: [
      ...lists.map(({ comments }) => textsOf(comments)),
      ...threads.map((list) => textsOf(list.threads)),
    ],
    totals: [...lists, ...threads].map(({ total }) => total),
  }
}

const everywhere = (texts: string[]): Read => ({
  texts: Array.from({ length: 4 }, () => texts),
  totals: Array.from({ length: 4 }, () => texts.length),
})
const BOTH = ['Thank you.', 'You are all stupid.']
const POLITE = ['Thank you.']

test('three reports hide a comment from all but its author and admins, and Keep shows it again', async () => {
  const { reporters, author, admin, teacher, reader, courseId, commentId } = await open()
  for (const [count, each] of reporters.entries()) {
    expect(await read(reader, courseId)).toEqual(everywhere(BOTH))
    expect((await report(each, 'comment', commentId)).statusCode, String(count)).toBe(201)
  }
  for (const person of [reader, teacher, ...reporters]) {
    expect(await read(person, courseId)).toEqual(everywhere(POLITE))
  }
  for (const person of [author, admin]) expect(await read(person, courseId)).toEqual(everywhere(BOTH))
  const own = (await author.request('GET', `/api/comments?courseId=${courseId}`)).json().comments
  expect(own.map(({ hidden = false }) => hidden)).toEqual([false, true])
  await decide(admin, { state: 'kept' })
  expect(await read(reader, courseId)).toEqual(everywhere(BOTH))
})

test('a course counts what everybody sees, also in cached answers', async () => {
  const { testApp, admin, reader, playlistId, courseId, hide } = await open()
  const counts = async () => {
    const [listed] = (await testApp.request('GET', `/api/playlists/${playlistId}/courses`)).json()
    const opened = (await reader.request('GET', `/api/courses/${playlistId}/${courseId}`)).json()
    return [listed.commentsCount, opened.commentsCount]
  }
  expect(await counts()).toEqual([2, 2])
  await hide()
  expect(await counts()).toEqual([1, 1])
  expect(await wrongCounts(testApp.db)).toEqual([])
  await decide(admin, { state: 'kept' })
  expect(await counts()).toEqual([2, 2])
})

test('a hidden comment answers every call like a missing one', async () => {
  const { teacher, reader, reporters, author, admin, courseId, commentId, hide } = await open()
  await hide()
  const calls = (person: TestUser) => [
    person.request('POST', '/api/comments', { text: 'Why?', courseId, parentId: commentId }),
    person.request('POST', '/api/reports', { subjectKind: 'comment', subjectId: commentId, reason: 'Spam' }),
    person.request('PUT', `/api/comments/${commentId}/pin`, { pinned: true }),
    person.request('PUT', `/api/comments/${commentId}/answer`, { by: null }),
    person.request('PUT', `/api/comments/${commentId}`, { text: 'Mine.' }),
    person.request('DELETE', `/api/comments/${commentId}`),
  ]
  for (const person of [reader, teacher, ...reporters]) {
    for (const answer of await Promise.all(calls(person))) {
      expect([answer.statusCode, answer.json().message]).toEqual([404, 'Comment not found.'])
    }
  }
  expect((await author.request('PUT', `/api/comments/${commentId}`, { text: 'Sorry.' })).statusCode).toBe(200)
  expect((await admin.request('DELETE', `/api/comments/${commentId}`)).statusCode).toBe(200)
})

test('a hidden comment with replies leaves a place without its text', async () => {
  const { reader, admin, courseId, commentId, say, hide } = await open()
  const replyId = await say(reader, 'That is not nice.', { parentId: commentId })
  await hide()
  const threadsOf = async (person: TestUser) =>
    (await person.request('GET', `/api/courses/${courseId}/threads`)).json().threads
  const [, place] = await threadsOf(reader)
  expect(place).toMatchObject({
    _id: commentId,
    text: 'This comment was reported. It is hidden until an admin has looked at it.',
    user: null,
    removed: true,
    replies: [{ _id: replyId }],
  })
  expect(await threadsOf(admin)).toMatchObject([{}, { text: 'You are all stupid.', hidden: true }])
})

test('a hidden reply is left out of its thread and does not answer the question', async () => {
  const { reader, author, admin, courseId, say, hide } = await open()
  const question = await say(reader, 'How do I centre a box?', { question: true, at: 5 })
  const reply = await say(author, 'You do not, stupid.', { parentId: question })
  await reader.request('PUT', `/api/comments/${question}/answer`, { by: reply })
  await hide(reply)
  const asked = async (person: TestUser) =>
    (await person.request('GET', `/api/courses/${courseId}/threads?filter=questions`)).json().threads
  expect(await asked(reader)).toMatchObject([{ replies: [], answeredBy: null }])
  expect(await asked(admin)).toMatchObject([{ replies: [{ _id: reply }], answeredBy: reply }])
})

test('a hidden question is in no list of questions', async () => {
  const { reader, author, admin, courseId, say, hide } = await open()
  const question = await say(author, 'Are you stupid?', { question: true, at: 5 })
  await say(reader, 'No.', { parentId: question })
  await hide(question)
  for (const filter of ['questions', 'open']) {
    const listed = async (person: TestUser) =>
      (await person.request('GET', `/api/courses/${courseId}/threads?filter=${filter}`)).json()
    expect(await listed(reader)).toMatchObject({ threads: [], total: 0 })
    expect(await listed(admin)).toMatchObject({ threads: [{ _id: question }], total: 1 })
  }
})

test('reports of accounts younger than a week do not hide', async () => {
  const { testApp, reporters, reader, courseId, commentId } = await open()
  const [young] = reporters
  if (!young) throw new Error('There are three reporters.')
  await age(testApp, young, 6)
  for (const each of reporters) await report(each, 'comment', commentId)
  expect(await read(reader, courseId)).toEqual(everywhere(BOTH))
  await age(testApp, young, 8)
  await report(young, 'comment', commentId)
  expect(await read(reader, courseId)).toEqual(everywhere(BOTH))
  await age(testApp, reader)
  await report(reader, 'comment', commentId)
  expect(await read(reader, courseId)).toEqual(everywhere(POLITE))
})

test('REPORTS_TO_HIDE says how many reports hide a comment, and 0 that none do', async () => {
  const two = await open({ REPORTS_TO_HIDE: '2' })
  for (const each of two.reporters.slice(1)) await report(each, 'comment', two.commentId)
  expect(await read(two.reader, two.courseId)).toEqual(everywhere(POLITE))
  await setHidingLimit(two.testApp.db, 3)
  expect(await read(two.reader, two.courseId)).toEqual(everywhere(BOTH))
  const never = await open({ REPORTS_TO_HIDE: '0' })
  await never.hide()
  expect(await read(never.reader, never.courseId)).toEqual(everywhere(BOTH))
  await setHidingLimit(never.testApp.db, 3)
  expect(await read(never.reader, never.courseId)).toEqual(everywhere(POLITE))
})

test('the notifications of others do not show a hidden comment', async () => {
  const { teacher, admin, courseId, commentId, hide } = await open()
  const entry = async () => {
    const { notifications } = (await teacher.request('GET', '/api/notifications')).json()
    return notifications.find(({ kind }: { kind: string }) => kind === 'comment')
  }
  expect(await entry()).toMatchObject({ gone: false, count: 2 })
  await teacher.request('GET', `/api/courses/${courseId}/threads`)
  await hide()
  expect(JSON.stringify(await entry())).not.toContain('stupid')
  await admin.request('DELETE', `/api/comments/${commentId}`)
  expect(JSON.stringify(await entry())).not.toContain('stupid')
})

test('watchers read the comments again when one is hidden or shown, and hear nothing else about it', async () => {
  const { testApp, reader, author, admin, courseId, commentId, say, hide } = await open()
  const watch = await openServer(testApp)
  const watching = await watch(reader, courseId)
  await watching.next()
  await watching.next()
  await hide()
  expect((await watching.next())?.event).toEqual({ type: 'reset', courseId })
  await author.request('PUT', `/api/comments/${commentId}`, { text: 'You are all very stupid.' })
  await admin.request('PUT', `/api/comments/${commentId}/pin`, { pinned: true })
  await say(author, 'Another one.')
  expect((await watching.next())?.event).toMatchObject({
    type: 'comment.created',
    comment: { text: 'Another one.' },
    commentsCount: 2,
  })
  await decide(admin, { state: 'kept' })
  expect((await watching.next())?.event).toEqual({ type: 'reset', courseId })
})

test('a watcher who comes back does not receive the text of a comment that was hidden meanwhile', async () => {
  const { testApp, reader, author, courseId, say, hide } = await open()
  const watch = await openServer(testApp)
  const watching = await watch(reader, courseId)
  await watching.next()
  const { id } = (await watching.next()) ?? {}
  const rude = await say(author, 'So stupid.')
  await hide(rude)
  const back = await watch(reader, courseId, id)
  await back.next()
  expect((await back.next())?.event).toEqual({ type: 'reset', courseId })
})

test('the removal of a hidden comment leaves the right number', async () => {
  const { testApp, reader, admin, courseId, hide } = await open()
  const watch = await openServer(testApp)
  const watching = await watch(reader, courseId)
  await watching.next()
  await watching.next()
  await hide()
  await watching.next()
  await decide(admin, { state: 'removed' })
  expect((await watching.next())?.event).toMatchObject({ type: 'comment.removed', commentsCount: 1 })
  expect(await read(reader, courseId)).toEqual(everywhere(POLITE))
  expect(await wrongCounts(testApp.db)).toEqual([])
})
