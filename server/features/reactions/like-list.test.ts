import { expect, test } from 'vitest'
import type { Course } from '#contract/catalog/courses.ts'
import { openTestApp, type TestUser } from '#server/test-app.ts'
import { stopClock } from '#server/test-clock.ts'
import { insertCourse, insertPlaylist } from '#server/test-publications.ts'

/** Lets a second pass, so that ids have a certain order. */
let later: () => void

async function openCourses() {
  const testApp = await openTestApp()
  later = stopClock()
  const teacher = await testApp.user('Ada', 'Teacher')
  const student = await testApp.user('Sam')
  const playlistId = await insertPlaylist(testApp, { teacher })
  const ids: string[] = []
  for (const title of ['First', 'Second', 'Third']) {
    ids.push(await insertCourse(testApp, { playlistId, title }))
  }
  return { testApp, teacher, student, playlistId, ids }
}

async function like({ request }: TestUser, courseId = ''): Promise<void> {
  later()
  await request('POST', `/api/courses/${courseId}/like`)
}

interface Page {
  courses: Course[]
  total: number
  nextCursor: string | null
}

async function liked({ request }: TestUser, limit = 1) {
  const found: string[] = []
  const totals = new Set<number>()
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page: Page = (
      await request('GET', `/api/users/likes?limit=${limit}${cursor && `&cursor=${cursor}`}`)
    ).json()
    found.push(...page.courses.map(({ videoTitle }: Course) => videoTitle))
    totals.add(page.total)
    cursor = page.nextCursor
  }
  return { found, totals: [...totals] }
}

test('a user’s liked courses come page by page, newest like first', async () => {
  const { teacher, student, ids } = await openCourses()
  for (const id of ids) await like(student, id)
  await like(student, ids[1])
  await like(teacher, ids[1])
  expect(await liked(student)).toEqual({ found: ['Third', 'First'], totals: [2] })
  const { courses } = (await student.request('GET', '/api/users/likes')).json()
  expect(courses[0]).toMatchObject({ _id: ids[2], likes: [student.id], playlist: { title: 'Learn HTML' } })
})

test('a liked course that became hidden is left out, except for its teacher and admins', async () => {
  const { testApp, teacher, student, playlistId, ids } = await openCourses()
  const admin = await testApp.user('Root', 'Student', { isAdmin: true })
  const people = [student, teacher, admin]
  for (const person of people) for (const id of ids) await like(person, id)
  const hidden = testApp.db.updateTable('courses').set({ status: 'cancel' })
  await hidden.where('id', '=', ids[1] ?? '').execute()
  expect(await liked(student)).toEqual({ found: ['Third', 'First'], totals: [2] })
  await testApp.db.updateTable('playlists').set({ status: 'pending' }).where('id', '=', playlistId).execute()
  expect(await liked(student)).toEqual({ found: [], totals: [0] })
  for (const person of [teacher, admin]) {
    expect(await liked(person)).toEqual({ found: ['Third', 'Second', 'First'], totals: [3] })
  }
})

test('a visitor has no liked courses, and a foreign cursor is rejected', async () => {
  const { testApp, student } = await openCourses()
  expect((await testApp.request('GET', '/api/users/likes')).statusCode).toBe(401)
  const cursor = Buffer.from(JSON.stringify(['saves', 'a'])).toString('base64url')
  expect((await student.request('GET', `/api/users/likes?cursor=${cursor}`)).statusCode).toBe(400)
})
