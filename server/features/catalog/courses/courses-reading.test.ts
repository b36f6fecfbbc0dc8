import { expect, test } from 'vitest'
import type { Course } from '#contract/catalog/courses.ts'
import { newId } from '#server/data/ids.ts'
import { openTestApp, type TestApp } from '#server/test-app.ts'
import { insertCourse, insertPlaylist } from '#server/test-publications.ts'

const VIDEO = 'dQw4w9WgXcQ'

/** A course with a given time in its id, so that the order does not depend on the millisecond. */
async function datedCourse(
  testApp: TestApp,
  course: Parameters<typeof insertCourse>[1],
  minute: number,
): Promise<string> {
  const id = await insertCourse(testApp, course)
  const dated = newId(1_700_000_000_000 + minute * 60_000)
  await testApp.db.updateTable('courses').set({ id: dated }).where('id', '=', id).execute()
  return dated
}

async function opened() {
  const testApp = await openTestApp()
  const teacher = await testApp.user('Ada', 'Teacher')
  const admin = await testApp.user('Root', 'Student', { isAdmin: true })
  const student = await testApp.user('Sam')
  return { testApp, teacher, admin, student }
}

async function like(
  { db }: TestApp,
  { courseId, userId, at }: { courseId: string; userId: string; at: number },
): Promise<void> {
  await db
    .insertInto('likes')
    .values({ id: newId(at), course_id: courseId, user_id: userId })
    .execute()
}

test('a playlist’s courses come in teaching order, as a bare list with its length', async () => {
  const { testApp, teacher, student } = await opened()
  const playlistId = await insertPlaylist(testApp, { teacher })
  const ids = [
    await datedCourse(testApp, { playlistId, title: 'Zero' }, 0),
    await datedCourse(testApp, { playlistId, title: 'And one' }, 1),
  ]
  const answer = await student.request('GET', `/api/playlists/${playlistId}/courses`)
  expect(answer.json().map(({ _id }: Course) => _id)).toEqual(ids)
  expect(answer.headers['x-total-count']).toBe('2')
  expect(answer.headers.link).toBeUndefined()
  expect(answer.json()[0]).toMatchObject({
    videoTitle: 'Zero',
    videoLink: VIDEO,
    isCourseApproved: 'approved',
    playlist: { _id: playlistId, title: 'Learn HTML' },
    teacher: { _id: teacher.id, username: 'Ada', role: 'Teacher' },
    likes: [],
    likesCount: 0,
    commentsCount: 0,
  })
})

test('a visitor’s courses have no video', async () => {
  const { testApp, teacher } = await opened()
  const playlistId = await insertPlaylist(testApp, { teacher })
  await insertCourse(testApp, { playlistId })
  const answer = await testApp.request('GET', `/api/playlists/${playlistId}/courses`)
  expect(answer.statusCode).toBe(200)
  expect(answer.json()).toHaveLength(1)
  for (const key of ['videoLink', '"video"', 'durationSeconds', 'chapters']) {
    expect(answer.body).not.toContain(key)
  }
  expect(answer.body).not.toContain(VIDEO)
  const stale = await testApp.request('GET', `/api/playlists/${playlistId}/courses`, undefined, {
    authorization: 'Bearer undefined',
  })
  expect(stale.body).not.toContain(VIDEO)
  expect(stale.headers['www-authenticate']).toContain('invalid_token')
})

test('hidden courses are listed for the teacher and an admin alone; teacherId grants nothing', async () => {
  const { testApp, teacher, admin, student } = await opened()
  const playlistId = await insertPlaylist(testApp, { teacher })
  await insertCourse(testApp, { playlistId })
  await insertCourse(testApp, { playlistId, status: 'processing' })
  for (const [reader, count] of [
    [testApp, 1],
    [student, 1],
    [teacher, 2],
    [admin, 2],
  ] as const) {
    for (const query of ['', `?teacherId=${teacher.id}`]) {
      const answer = await reader.request('GET', `/api/playlists/${playlistId}/courses${query}`)
      expect(answer.json()).toHaveLength(count)
      expect(answer.headers['x-total-count']).toBe(String(count))
    }
  }
})

test('the courses of a hidden playlist answer like those of none', async () => {
  const { testApp, teacher, admin, student } = await opened()
  const playlistId = await insertPlaylist(testApp, { teacher, status: 'pending' })
  await insertCourse(testApp, { playlistId })
  for (const reader of [testApp, student, await testApp.user('Tom', 'Teacher')]) {
    for (const id of [playlistId, newId(), 'nonsense']) {
      const answer = await reader.request('GET', `/api/playlists/${id}/courses?teacherId=${teacher.id}`)
      expect(answer.statusCode).toBe(404)
      expect(answer.json()).toMatchObject({ code: 'not_found', message: 'Playlist not found.' })
    }
  }
  for (const reader of [teacher, admin]) {
    expect((await reader.request('GET', `/api/playlists/${playlistId}/courses`)).json()).toHaveLength(1)
  }
})

test('the Link header leads to the next page of a long playlist', async () => {
  const { testApp, teacher } = await opened()
  const playlistId = await insertPlaylist(testApp, { teacher })
  const ids: string[] = []
  for (let n = 0; n < 5; n += 1) ids.push(await datedCourse(testApp, { playlistId }, n))
  const seen: string[] = []
  let url: string | undefined = `/api/playlists/${playlistId}/courses?limit=2`
  while (url !== undefined) {
    const answer = await testApp.request('GET', url)
    expect(answer.headers['x-total-count']).toBe('5')
    seen.push(...answer.json().map(({ _id }: Course) => _id))
    url = /^<(.+)>; rel="next"$/.exec(String(answer.headers.link))?.[1]
  }
  expect(seen).toEqual(ids)
})

test('the logged in watch a public course; visitors are asked to log in', async () => {
  const { testApp, teacher, student } = await opened()
  const playlistId = await insertPlaylist(testApp, { teacher })
  const courseId = await insertCourse(testApp, { playlistId })
  const answer = await student.request('GET', `/api/courses/${playlistId}/${courseId}`)
  expect(answer.json()).toMatchObject({ _id: courseId, videoLink: VIDEO })
  const visitor = await testApp.request('GET', `/api/courses/${playlistId}/${courseId}`)
  expect(visitor.statusCode).toBe(401)
  expect(visitor.json().message).toBe('You must be logged in.')
  expect(visitor.body).not.toContain(VIDEO)
})

test('a course that is hidden, or in a hidden or another playlist, answers like none', async () => {
  const { testApp, teacher, admin, student } = await opened()
  const open = await insertPlaylist(testApp, { teacher })
  const closed = await insertPlaylist(testApp, { teacher, status: 'pending' })
  const pending = await insertCourse(testApp, { playlistId: open, status: 'pending' })
  const inside = await insertCourse(testApp, { playlistId: closed })
  const fine = await insertCourse(testApp, { playlistId: open })
  for (const [playlistId, courseId, status] of [
    [open, pending, 200],
    [closed, inside, 200],
    [closed, fine, 404],
    [open, inside, 404],
    [open, newId(), 404],
    [open, 'nonsense', 404],
    ['nonsense', fine, 404],
  ] as const) {
    const none = (await student.request('GET', `/api/courses/${open}/${newId()}`)).json()
    for (const reader of [student, await testApp.user('Tom', 'Teacher')]) {
      const answer = await reader.request('GET', `/api/courses/${playlistId}/${courseId}`)
      expect(answer.statusCode).toBe(404)
      expect({ ...answer.json(), requestId: '' }).toEqual({ ...none, requestId: '' })
    }
    for (const reader of [teacher, admin]) {
      expect((await reader.request('GET', `/api/courses/${playlistId}/${courseId}`)).statusCode).toBe(status)
    }
  }
})

test('a course carries the newest hundred likes, the caller’s own always among them', async () => {
  const { testApp, teacher, student } = await opened()
  const playlistId = await insertPlaylist(testApp, { teacher })
  const courseId = await insertCourse(testApp, { playlistId })
  await like(testApp, { courseId, userId: student.id, at: 1_000 })
  const others: string[] = []
  for (let n = 0; n < 101; n += 1) {
    const person = await testApp.user(`Fan ${n}`)
    await like(testApp, { courseId, userId: person.id, at: 2_000 + n })
    others.push(person.id)
  }
  await testApp.db.updateTable('courses').set({ likes_count: 102 }).execute()
  const newest = others.toReversed().slice(0, 100)
  const forTeacher = (await teacher.request('GET', `/api/courses/${playlistId}/${courseId}`)).json()
  expect(forTeacher).toMatchObject({ likes: newest, likesCount: 102 })
  const forStudent = (await student.request('GET', `/api/courses/${playlistId}/${courseId}`)).json()
  expect(forStudent.likes).toEqual([...newest.slice(0, 99), student.id])
})

test('only an admin lists all courses', async () => {
  const { testApp, teacher, admin, student } = await opened()
  const playlistId = await insertPlaylist(testApp, { teacher })
  await insertCourse(testApp, { playlistId, status: 'cancel' })
  for (const [reader, status, message] of [
    [testApp, 401, 'You must be logged in.'],
    [student, 403, 'Only an admin can do this.'],
    [teacher, 403, 'Only an admin can do this.'],
  ] as const) {
    const answer = await reader.request('GET', '/api/courses')
    expect(answer.statusCode).toBe(status)
    expect(answer.json().message).toBe(message)
  }
  expect((await admin.request('GET', '/api/courses')).json()).toMatchObject({ total: 1, nextCursor: null })
})

test('the admin’s table filters by status, playlist and words, newest first', async () => {
  const { testApp, teacher, admin } = await opened()
  const tom = await testApp.user('Tom', 'Teacher')
  const html = await insertPlaylist(testApp, { teacher, title: 'HTML' })
  const css = await insertPlaylist(testApp, { teacher: tom, title: 'CSS' })
  await datedCourse(testApp, { playlistId: html, title: 'Tags', status: 'pending' }, 0)
  await datedCourse(testApp, { playlistId: html, title: 'Links' }, 1)
  await datedCourse(testApp, { playlistId: css, title: 'Colours' }, 2)
  const titles = async (query: string) =>
    (await admin.request('GET', `/api/courses?${query}`))
      .json()
      .courses.map((course: Course) => course.videoTitle)
  expect(await titles('')).toEqual(['Colours', 'Links', 'Tags'])
  expect(await titles('status=any&order=asc')).toEqual(['Tags', 'Links', 'Colours'])
  expect(await titles('status=pending')).toEqual(['Tags'])
  expect(await titles(`playlist=${html}`)).toEqual(['Links', 'Tags'])
  expect(await titles('q=TOM')).toEqual(['Colours'])
  expect(await titles('q=ada%20lin')).toEqual(['Links'])
  expect(await titles('q=_')).toEqual([])
  expect(await titles('sort=title')).toEqual(['Colours', 'Links', 'Tags'])
  expect(await titles('sort=playlist&order=desc')).toEqual(['Links', 'Tags', 'Colours'])
  expect(await titles('sort=creator')).toEqual(['Tags', 'Links', 'Colours'])
  expect(await titles('sort=status')).toEqual(['Links', 'Colours', 'Tags'])
})

test('the admin’s pages follow each other without a gap or a repeat in every sort', async () => {
  const { testApp, admin } = await opened()
  for (const name of ['Bea', 'Cid']) {
    const playlistId = await insertPlaylist(testApp, { teacher: await testApp.user(name, 'Teacher') })
    for (const title of ['One', 'Two', 'One']) await insertCourse(testApp, { playlistId, title })
  }
  for (const sort of ['title', 'playlist', 'creator', 'status', 'created']) {
    for (const order of ['asc', 'desc']) {
      const seen: string[] = []
      let cursor: string | null = ''
      while (cursor !== null) {
        const url = `/api/courses?limit=2&sort=${sort}&order=${order}${cursor && `&cursor=${cursor}`}`
        const page: { courses: Course[]; total: number; nextCursor: string | null } = (
          await admin.request('GET', url)
        ).json()
        expect(page.total).toBe(6)
        seen.push(...page.courses.map(({ _id }) => _id))
        cursor = page.nextCursor
      }
      const whole = (await admin.request('GET', `/api/courses?sort=${sort}&order=${order}`)).json()
      expect(seen).toEqual(whole.courses.map(({ _id }: Course) => _id))
      expect(new Set(seen).size).toBe(6)
    }
  }
  for (const query of ['cursor=nonsense', 'limit=0', 'sort=likes', 'status=gone', 'order=up']) {
    expect((await admin.request('GET', `/api/courses?${query}`)).statusCode, query).toBe(400)
  }
})
