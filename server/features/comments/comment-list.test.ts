import { expect, test } from 'vitest'
import { openTestApp, type TestUser } from '#server/test-app.ts'
import { stopClock } from '#server/test-clock.ts'
import { insertCourse, insertPlaylist } from '#server/test-publications.ts'

interface Listed {
  comments: { _id: string; text: string; courseId: string }[]
  total: number
  nextCursor: string | null
}

async function list({ request }: TestUser, query = ''): Promise<Listed> {
  return (await request('GET', `/api/comments${query}`)).json()
}

async function texts(person: TestUser, query = ''): Promise<string[]> {
  return (await list(person, query)).comments.map(({ text }) => text)
}

/** One comment of the teacher on a public course, on a pending one, and on an approved one of a pending playlist. */
async function threeComments() {
  const testApp = await openTestApp()
  const teacher = await testApp.user('Ada', 'Teacher')
  const open = await insertPlaylist(testApp, { teacher })
  const pending = await insertPlaylist(testApp, { teacher, status: 'pending' })
  const courses = {
    public: await insertCourse(testApp, { playlistId: open }),
    pending: await insertCourse(testApp, { playlistId: open, status: 'pending' }),
    inPending: await insertCourse(testApp, { playlistId: pending }),
  }
  for (const [text, courseId] of Object.entries(courses)) {
    await teacher.request('POST', '/api/comments', { text, courseId })
  }
  return { testApp, teacher, courses }
}

test('without a course, each user reads the comments on the courses they may see', async () => {
  const { testApp, teacher } = await threeComments()
  const everything = ['inPending', 'pending', 'public']
  const admin = await testApp.user('Root', 'Student', { isAdmin: true })
  const otherTeacher = await testApp.user('Bob', 'Teacher')
  for (const person of [await testApp.user('Sam'), otherTeacher]) {
    const { comments, total, nextCursor } = await list(person)
    expect(comments.map(({ text }) => text)).toEqual(['public'])
    expect({ total, nextCursor }).toEqual({ total: 1, nextCursor: null })
  }
  for (const person of [teacher, admin]) {
    expect((await texts(person)).toSorted()).toEqual(everything)
    expect((await list(person)).total).toBe(3)
  }
})

test('with a course, only its comments; a hidden course answers like a missing one', async () => {
  const { testApp, teacher, courses } = await threeComments()
  const student = await testApp.user('Sam')
  expect(await texts(student, `?courseId=${courses.public}`)).toEqual(['public'])
  expect(await texts(teacher, `?courseId=${courses.pending}`)).toEqual(['pending'])
  for (const courseId of [courses.pending, courses.inPending, '0'.repeat(24), 'nothing']) {
    const answer = await student.request('GET', `/api/comments?courseId=${courseId}`)
    expect(answer.statusCode).toBe(404)
    expect(answer.json()).toMatchObject({ message: 'Course not found.', code: 'not_found' })
  }
})

test('a list without comments is empty, not missing', async () => {
  const { user } = await openTestApp()
  expect(await list(await user('Sam'))).toEqual({ comments: [], total: 0, nextCursor: null })
})

test('the pages of a list hold each comment once, newest first, with one total', async () => {
  const { teacher, courses } = await threeComments()
  for (const text of ['b', 'c', 'd', 'e']) {
    await teacher.request('POST', '/api/comments', { text, courseId: courses.public })
  }
  for (const query of [`?courseId=${courses.public}&limit=2`, '?limit=2']) {
    const whole = (await list(teacher, query.replace('limit=2', 'limit=200'))).comments.map(({ _id }) => _id)
    const seen: string[] = []
    let cursor: string | null = ''
    while (cursor !== null) {
      const page = await list(teacher, `${query}${cursor && `&cursor=${cursor}`}`)
      expect(page.comments.length).toBeLessThanOrEqual(2)
      expect(page.total).toBe(whole.length)
      seen.push(...page.comments.map(({ _id }) => _id))
      cursor = page.nextCursor
    }
    expect(seen).toEqual(whole)
    expect(seen).toEqual(seen.toSorted().toReversed())
  }
})

test('the next page continues where the last one ended, despite inserts and deletes', async () => {
  const { teacher, courses } = await threeComments()
  const later = stopClock()
  for (const text of ['b', 'c']) {
    later()
    await teacher.request('POST', '/api/comments', { text, courseId: courses.public })
  }
  const all = await list(teacher, `?courseId=${courses.public}`)
  const first = await list(teacher, `?courseId=${courses.public}&limit=1`)
  await teacher.request('DELETE', `/api/comments/${first.comments[0]?._id}`)
  later()
  await teacher.request('POST', '/api/comments', { text: 'late', courseId: courses.public })
  const rest = await list(teacher, `?courseId=${courses.public}&cursor=${first.nextCursor}`)
  expect(rest.comments).toEqual(all.comments.slice(1))
})

test.each([
  ['limit=0', 'Limit must be between 1 and 200.'],
  ['limit=201', 'Limit must be between 1 and 200.'],
  ['limit=1&limit=2', 'Invalid request.'],
  ['cursor=nonsense', 'Invalid cursor.'],
  [`cursor=${Buffer.from('["saves","x"]').toString('base64url')}`, 'Invalid cursor.'],
])('?%s is rejected', async (query, message) => {
  const { user } = await openTestApp()
  const student = await user('Sam')
  const answer = await student.request('GET', `/api/comments?${query}`)
  expect(answer.statusCode).toBe(400)
  expect(answer.json().message).toBe(message)
})

test('the list of a logged-in user is never cached', async () => {
  const { user } = await openTestApp()
  const student = await user('Sam')
  const { headers } = await student.request('GET', '/api/comments')
  expect(headers['cache-control']).toBe('no-store')
  expect(headers.etag).toBeUndefined()
})
