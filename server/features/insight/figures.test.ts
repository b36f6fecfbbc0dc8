import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { SiteFigures } from '#contract/insight/figures.ts'
import { deleteUser } from '#server/features/account/users/users.ts'
import { wrongCounts } from '#server/features/catalog/playlists/counts-check.queries.ts'
import { openTestApp, type TestApp, type TestUser } from '#server/test-app.ts'
import { mark, saved, saveOf } from '#server/test-progress.ts'
import { insertCourse, insertPlaylist } from '#server/test-publications.ts'

async function openSite() {
  const testApp = await openTestApp()
  const ada = await testApp.user('Ada', 'Teacher')
  const bob = await testApp.user('Bob', 'Teacher')
  const admin = await testApp.user('Root', 'Other', { isAdmin: true })
  const students = await testApp.users([{ name: 'Sam' }, { name: 'Sue' }, { name: 'Sid' }])
  const playlistId = await insertPlaylist(testApp, { teacher: ada })
  const other = await insertPlaylist(testApp, { teacher: bob, title: 'Learn CSS' })
  const hidden = await insertPlaylist(testApp, { teacher: ada, title: 'Later', status: 'pending' })
  const courses: string[] = []
  for (const id of [playlistId, playlistId, other, hidden])
    courses.push(await insertCourse(testApp, { playlistId: id }))
  await react(students, courses)
  for (const { request } of students) await request('POST', `/api/users/savePlaylist/${playlistId}`)
  await students[0]?.request('POST', `/api/users/savePlaylist/${other}`)
  return { testApp, ada, bob, admin, students, playlistId, other, courses }
}

/** Everybody likes the first course and comments on it; each next course has one friend less. */
async function react(students: TestUser[], courses: string[]): Promise<void> {
  for (const [n, courseId] of courses.entries()) {
    for (const { request } of students.slice(n)) {
      await request('POST', `/api/courses/${courseId}/like`, { liked: true })
      await request('POST', '/api/comments', { courseId, text: 'Thank you.' })
    }
  }
}

async function numberOf(db: TestApp['db'], query: ReturnType<typeof sql<{ n: number }>>): Promise<number> {
  const { rows } = await query.execute(db)
  return Number(rows[0]?.n ?? 0)
}

const onPublic = sql`join courses on courses.id = reaction.course_id join playlists on playlists.id = courses.playlist_id
  where courses.status = 'approved' and playlists.status = 'approved'`

/** The same numbers, counted row by row. */
async function counted({ db }: TestApp): Promise<SiteFigures> {
  const count = (query: ReturnType<typeof sql<{ n: number }>>) => numberOf(db, query)
  return {
    videos:
      await count(sql`select count(*) as n from courses join playlists on playlists.id = courses.playlist_id
      where courses.status = 'approved' and playlists.status = 'approved'`),
    students: await count(sql`select count(*) as n from users where role = 'Student'`),
    teachers: await count(
      sql`select count(distinct teacher_id) as n from playlists where status = 'approved'`,
    ),
    likes: await count(sql`select count(*) as n from likes as reaction ${onPublic}`),
    comments: await count(
      sql`select count(*) as n from comments as reaction ${onPublic} and reaction.removed_at is null`,
    ),
    saved: await count(sql`select count(*) as n from saves join playlists on playlists.id = saves.playlist_id
      where playlists.status = 'approved'`),
  }
}

async function expectTrue(testApp: TestApp): Promise<SiteFigures> {
  const figures = (await testApp.request('GET', '/api/figures')).json()
  expect(figures).toEqual(await counted(testApp))
  expect(await wrongCounts(testApp.db)).toEqual([])
  return figures
}

async function reactionsTo(
  { request }: TestApp,
  teacher: TestUser,
): Promise<[likes: number, comments: number]> {
  const { likesCount, commentsCount } = (await request('GET', `/api/users/profile/${teacher.id}`)).json()
  return [likesCount, commentsCount]
}

test('the figures of the site are those of a count, whatever changes', async () => {
  const { testApp, ada, bob, admin, students, playlistId, other, courses } = await openSite()
  const [first = '', second = ''] = courses
  expect(await expectTrue(testApp)).toEqual({
    videos: 3,
    students: 3,
    teachers: 2,
    likes: 6,
    comments: 6,
    saved: 4,
  })
  expect(await reactionsTo(testApp, ada)).toEqual([5, 5])
  expect(await reactionsTo(testApp, bob)).toEqual([1, 1])

  await students[0]?.request('POST', `/api/courses/${first}/like`, { liked: false })
  await students[1]?.request('DELETE', `/api/users/savedPlaylists/${playlistId}`)
  expect(await expectTrue(testApp)).toMatchObject({ likes: 5, saved: 3 })
  expect(await reactionsTo(testApp, ada)).toEqual([4, 5])

  await admin.request('POST', `/api/courses/approve-course/${second}`, { isCourseApproved: 'cancel' })
  expect(await expectTrue(testApp)).toMatchObject({ videos: 2, likes: 3, comments: 4 })
  expect(await reactionsTo(testApp, ada)).toEqual([2, 3])

  const approve = (status: string) =>
    admin.request('POST', `/api/playlists/approve-playlist/${playlistId}`, { isPlaylistApproved: status })
  await approve('cancel')
  expect(await expectTrue(testApp)).toMatchObject({ videos: 1, teachers: 1, likes: 1, saved: 1 })
  expect(await reactionsTo(testApp, ada)).toEqual([0, 0])
  await approve('approved')
  expect(await expectTrue(testApp)).toMatchObject({ teachers: 2, likes: 3, saved: 3 })

  await bob.request('DELETE', `/api/playlists/${other}/${bob.id}`)
  expect(await expectTrue(testApp)).toMatchObject({ teachers: 1 })
  expect(await reactionsTo(testApp, bob)).toEqual([0, 0])
})

test('the figures lose what a deleted account liked, wrote, saved and taught', async () => {
  const { testApp, ada, students } = await openSite()
  const [sam] = students
  await deleteUser(testApp, sam?.id ?? '')
  expect(await expectTrue(testApp)).toMatchObject({ students: 2, likes: 5, comments: 5, saved: 2 })
  await deleteUser(testApp, ada.id)
  expect(await expectTrue(testApp)).toMatchObject({ videos: 1, teachers: 1, likes: 1 })
  const left = await testApp.db
    .selectFrom('totals')
    .select('kind')
    .where('category_id', '=', ada.id)
    .execute()
  expect(left).toEqual([])
})

test('many users who like at once are counted exactly', async () => {
  const { testApp, ada, courses } = await openSite()
  const [courseId] = courses
  const crowd = await testApp.users(Array.from({ length: 30 }, (_, n) => ({ name: `Reader ${n}` })))
  await Promise.all(
    crowd.map(({ request }) => request('POST', `/api/courses/${courseId}/like`, { liked: true })),
  )
  expect(await expectTrue(testApp)).toMatchObject({ likes: 36 })
  expect(await reactionsTo(testApp, ada)).toEqual([35, 5])
})

test('everybody sees what a person liked, wrote and saved in public, and only the person what they learned', async () => {
  const { testApp, students, courses, admin } = await openSite()
  const [sam, sue] = students
  if (!(sam && sue)) throw new Error('There is no student.')
  const [first = '', second = ''] = courses
  await saved(sam, first, saveOf([[0, 90]]))
  await mark(sam, second, true)
  await sam.request('POST', '/api/notes', { courseId: first, at: 3, text: 'Mine.' })
  const figuresFor = async ({ request }: TestUser) => (await request('GET', `/api/figures/${sam.id}`)).json()
  const shown = { liked: 1, comments: 1, saved: 2 }
  expect(await figuresFor(sue)).toEqual(shown)
  expect(await figuresFor(admin)).toEqual(shown)
  expect(await figuresFor(sam)).toEqual({ ...shown, learning: { done: 1, minutes: 1, notes: 1 } })
  expect((await testApp.request('GET', `/api/figures/${sam.id}`)).statusCode).toBe(401)
  expect((await sam.request('GET', `/api/figures/${'0'.repeat(24)}`)).statusCode).toBe(404)
})
