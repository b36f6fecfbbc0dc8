import { expect, test } from 'vitest'
import { openTestApp, type TestApp, type TestUser } from '#server/test-app.ts'
import { insertCourse, insertPlaylist } from '#server/test-publications.ts'

/** A teacher's public course, a pending one, and a student who comments. */
async function openCourse() {
  const testApp = await openTestApp()
  const teacher = await testApp.user('Ada', 'Teacher')
  const student = await testApp.user('Sam')
  const playlistId = await insertPlaylist(testApp, { teacher })
  const courseId = await insertCourse(testApp, { playlistId })
  const hiddenId = await insertCourse(testApp, { playlistId, status: 'pending' })
  return { testApp, teacher, student, playlistId, courseId, hiddenId }
}

async function say({ request }: TestUser, courseId: string, text = 'Well explained.'): Promise<string> {
  return (await request('POST', '/api/comments', { text, courseId })).json().comment._id
}

async function countOf({ db }: TestApp, courseId: string): Promise<{ stored: number; rows: number }> {
  const { comments_count } = await db
    .selectFrom('courses')
    .select('comments_count')
    .where('id', '=', courseId)
    .executeTakeFirstOrThrow()
  const rows = await db.selectFrom('comments').select('id').where('course_id', '=', courseId).execute()
  return { stored: comments_count, rows: rows.length }
}

async function textOf({ db }: TestApp, commentId: string): Promise<string | undefined> {
  const row = await db.selectFrom('comments').select('text').where('id', '=', commentId).executeTakeFirst()
  return row?.text
}

async function hide({ db }: TestApp, courseId: string): Promise<void> {
  await db.updateTable('courses').set({ status: 'cancel' }).where('id', '=', courseId).execute()
}

test('a comment is kept as its author typed it, line breaks too, and counted', async () => {
  const { testApp, student, teacher, courseId } = await openCourse()
  const answer = await student.request('POST', '/api/comments', {
    text: '  Thanks!\r\nIt <b>works</b>. ',
    courseId,
    user: teacher.id,
    createdAt: '2000-01-01T00:00:00.000Z',
  })
  expect(answer.statusCode).toBe(201)
  const { comment, ...rest } = answer.json()
  expect(rest).toEqual({ success: true, message: 'Comment added.' })
  expect(comment).toMatchObject({
    text: 'Thanks!\nIt <b>works</b>.',
    courseId,
    user: { _id: student.id, username: 'Sam', role: 'Student' },
  })
  expect(Object.keys(comment.user)).toEqual(['_id', 'username', 'profilePhoto', 'role'])
  expect(comment.createdAt).toBe(comment.updatedAt)
  expect(Math.abs(Date.parse(comment.createdAt) - Date.now())).toBeLessThan(60_000)
  expect(await countOf(testApp, courseId)).toEqual({ stored: 1, rows: 1 })
})

test.each([
  { what: 'an empty text', text: '', message: 'Comment cannot be empty.' },
  { what: 'white space', text: ' \n ', message: 'Comment cannot be empty.' },
  { what: 'nothing', text: undefined, message: 'Comment cannot be empty.' },
  { what: 'a list', text: ['a'], message: 'Comment cannot be empty.' },
  { what: '2,001 characters', text: 'a'.repeat(2001), message: 'Comment must be at most 2000 characters.' },
  { what: 'a zero byte', text: 'a\u0000', message: 'Comment contains characters that are not allowed.' },
  { what: 'an escape', text: '\u001babc', message: 'Comment contains characters that are not allowed.' },
])('$what is rejected as a comment, new or changed', async ({ text, message }) => {
  const { testApp, student, courseId } = await openCourse()
  const commentId = await say(student, courseId, 'Before.')
  const added = await student.request('POST', '/api/comments', { text, courseId })
  expect(added.statusCode).toBe(400)
  expect(added.json()).toMatchObject({ message, errors: { text: message } })
  const changed = await student.request('PUT', `/api/comments/${commentId}`, { text, courseId })
  expect(changed.statusCode).toBe(400)
  expect(changed.json()).toMatchObject({ message })
  expect(await countOf(testApp, courseId)).toEqual({ stored: 1, rows: 1 })
  expect(await textOf(testApp, commentId)).toBe('Before.')
})

test('2,000 characters are enough, however many bytes each has', async () => {
  const { student, courseId } = await openCourse()
  const text = '👍🏽'.repeat(2000)
  const answer = await student.request('POST', '/api/comments', { text, courseId })
  expect(answer.statusCode).toBe(201)
  expect(answer.json().comment.text).toBe(text)
})

test('a course must be named', async () => {
  const { student } = await openCourse()
  const answer = await student.request('POST', '/api/comments', { text: 'Hello' })
  expect(answer.statusCode).toBe(400)
  expect(answer.json().errors).toEqual({ courseId: 'Course is required.' })
})

test('a hidden course takes no comment and answers like a missing one; its teacher may comment', async () => {
  const { testApp, student, teacher, hiddenId } = await openCourse()
  const hidden = await student.request('POST', '/api/comments', { text: 'Hello', courseId: hiddenId })
  const missing = await student.request('POST', '/api/comments', { text: 'Hello', courseId: '0'.repeat(24) })
  const { requestId: _, ...said } = hidden.json()
  expect(hidden.statusCode).toBe(404)
  expect(said).toEqual({ success: false, message: 'Course not found.', code: 'not_found' })
  expect(missing.json()).toMatchObject(said)
  expect(await countOf(testApp, hiddenId)).toEqual({ stored: 0, rows: 0 })
  const own = await teacher.request('POST', '/api/comments', { text: 'Soon.', courseId: hiddenId })
  expect(own.statusCode).toBe(201)
})

test('a visitor gets the specification’s sentences', async () => {
  const { testApp, student, courseId } = await openCourse()
  const commentId = await say(student, courseId)
  const said = async (method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, body?: object) => {
    const answer = await testApp.request(method, url, body)
    return [answer.statusCode, answer.json().message]
  }
  expect(await said('GET', '/api/comments')).toEqual([401, 'You must be logged in.'])
  expect(await said('POST', '/api/comments', { text: '' })).toEqual([
    401,
    'You should be logged in to comment!',
  ])
  expect(await said('PUT', `/api/comments/${commentId}`, { text: '' })).toEqual([
    401,
    "You can't update this comment.",
  ])
  expect(await said('DELETE', `/api/comments/${commentId}`)).toEqual([401, 'You cant remove this comment.'])
  expect(await textOf(testApp, commentId)).toBe('Well explained.')
})

test('an author rewords their comment; nothing else about it changes', async () => {
  const { testApp, student, courseId } = await openCourse()
  const commentId = await say(student, courseId)
  const answer = await student.request('PUT', `/api/comments/${commentId}`, {
    text: ' Very well. ',
    courseId,
  })
  expect(answer.statusCode).toBe(200)
  expect(answer.json()).toMatchObject({
    success: true,
    message: 'Comment updated.',
    updatedComment: { _id: commentId, text: 'Very well.', courseId, user: { _id: student.id } },
  })
  expect(await countOf(testApp, courseId)).toEqual({ stored: 1, rows: 1 })
  const without = await student.request('PUT', `/api/comments/${commentId}`, { text: 'Fine.' })
  expect(without.statusCode).toBe(200)
})

test('a change that names another course is rejected', async () => {
  const { testApp, student, courseId, hiddenId } = await openCourse()
  const commentId = await say(student, courseId)
  const answer = await student.request('PUT', `/api/comments/${commentId}`, { text: 'x', courseId: hiddenId })
  expect(answer.statusCode).toBe(400)
  expect(answer.json()).toMatchObject({
    message: 'Course does not match.',
    errors: { courseId: 'Course does not match.' },
  })
  expect(await textOf(testApp, commentId)).toBe('Well explained.')
})

test('only the author can edit a comment, not the teacher or an admin', async () => {
  const { testApp, student, teacher, courseId } = await openCourse()
  const admin = await testApp.user('Root', 'Student', { isAdmin: true })
  const commentId = await say(student, courseId)
  for (const person of [teacher, admin, await testApp.user('Eve')]) {
    const answer = await person.request('PUT', `/api/comments/${commentId}`, { text: '' })
    expect(answer.statusCode).toBe(403)
    expect(answer.json().message).toBe("You can't update this comment.")
  }
  expect(await textOf(testApp, commentId)).toBe('Well explained.')
})

test("a comment is removed by its author, its course's teacher or an admin, not by anybody else", async () => {
  const { testApp, student, teacher, courseId } = await openCourse()
  const admin = await testApp.user('Root', 'Student', { isAdmin: true })
  const [first = '', second = '', third = ''] = [
    await say(student, courseId),
    await say(student, courseId),
    await say(student, courseId),
  ]
  for (const person of [await testApp.user('Bob', 'Teacher'), await testApp.user('Eve')]) {
    const answer = await person.request('DELETE', `/api/comments/${first}`)
    expect(answer.statusCode).toBe(403)
    expect(answer.json().message).toBe('You cant remove this comment.')
  }
  expect(await countOf(testApp, courseId)).toEqual({ stored: 3, rows: 3 })
  const own = await student.request('DELETE', `/api/comments/${first}`)
  expect(own.statusCode).toBe(200)
  expect(own.json()).toEqual({ success: true, message: 'Comment removed.' })
  expect((await admin.request('DELETE', `/api/comments/${second}`)).statusCode).toBe(200)
  expect((await teacher.request('DELETE', `/api/comments/${third}`)).statusCode).toBe(200)
  expect(await countOf(testApp, courseId)).toEqual({ stored: 0, rows: 0 })
  const audit = await testApp.db
    .selectFrom('audit')
    .select(['actor_id', 'subject', 'detail'])
    .where('action', '=', 'comment.deleted')
    .orderBy('id')
    .execute()
  const detail = JSON.stringify({ courseId, author: student.id })
  expect(audit).toEqual(
    expect.arrayContaining([
      { actor_id: student.id, subject: first, detail },
      { actor_id: admin.id, subject: second, detail },
      { actor_id: teacher.id, subject: third, detail },
    ]),
  )
})

test('a comment on a course that was hidden cannot be edited, and strangers find nothing, but its author may remove it', async () => {
  const { testApp, student, courseId } = await openCourse()
  const commentId = await say(student, courseId)
  const eve = await testApp.user('Eve')
  await hide(testApp, courseId)
  for (const [person, method] of [
    [student, 'PUT'],
    [eve, 'PUT'],
    [eve, 'DELETE'],
  ] as const) {
    const body = method === 'PUT' ? { text: 'Changed.' } : undefined
    const answer = await person.request(method, `/api/comments/${commentId}`, body)
    expect(answer.statusCode).toBe(404)
    expect(answer.json()).toMatchObject({ message: 'Comment not found.', code: 'not_found' })
  }
  expect(await textOf(testApp, commentId)).toBe('Well explained.')
  expect((await student.request('DELETE', `/api/comments/${commentId}`)).statusCode).toBe(200)
  expect(await countOf(testApp, courseId)).toEqual({ stored: 0, rows: 0 })
})

test.each(['0'.repeat(24), 'nothing', '%27'])('no comment %s is a 404', async (id) => {
  const { student } = await openCourse()
  for (const method of ['PUT', 'DELETE'] as const) {
    const answer = await student.request(method, `/api/comments/${id}`, method === 'PUT' ? {} : undefined)
    expect(answer.statusCode).toBe(404)
    expect(answer.json().message).toBe('Comment not found.')
  }
})

test('a comment that is removed twice at once is counted once', async () => {
  const { testApp, student, courseId } = await openCourse()
  await say(student, courseId)
  const commentId = await say(student, courseId)
  const answers = await Promise.all(
    [1, 2, 3].map(() => student.request('DELETE', `/api/comments/${commentId}`)),
  )
  expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 404, 404])
  expect(await countOf(testApp, courseId)).toEqual({ stored: 1, rows: 1 })
})

test('many who comment at once are all counted', async () => {
  const { testApp, courseId } = await openCourse()
  const users = await Promise.all(Array.from({ length: 12 }, (_, index) => testApp.user(`TestUser ${index}`)))
  await Promise.all(users.map((person) => say(person, courseId)))
  expect(await countOf(testApp, courseId)).toEqual({ stored: 12, rows: 12 })
})

test('eleven comments in a minute are one too many, except for an admin', async () => {
  const testApp = await openTestApp({ rateScale: 1 })
  const teacher = await testApp.user('Ada', 'Teacher')
  const admin = await testApp.user('Root', 'Student', { isAdmin: true })
  const courseId = await insertCourse(testApp, { playlistId: await insertPlaylist(testApp, { teacher }) })
  const statuses = async ({ request }: TestUser) => {
    const said: number[] = []
    for (let count = 0; count < 11; count += 1) {
      said.push((await request('POST', '/api/comments', { text: 'Again', courseId })).statusCode)
    }
    return said
  }
  expect(await statuses(teacher)).toEqual([...Array(10).fill(201), 429])
  expect(await statuses(admin)).toEqual(Array(11).fill(201))
})
