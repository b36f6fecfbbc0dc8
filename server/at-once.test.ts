import { expect, test } from 'vitest'
import { startSession } from './auth/session.ts'
import { transaction } from './data/database.ts'
import { deleteResetCode } from './features/account/auth/auth.queries.ts'
import { makeResetCode } from './features/account/auth/reset.ts'
import { deleteUser } from './features/account/users/users.ts'
import { wrongCounts } from './features/catalog/playlists/counts-check.queries.ts'
import { rebuildSearchIndex } from './features/search/index/rebuild.queries.ts'
import { searchFaults } from './features/search/index/search-index-check.queries.ts'
import { openTestApp, picture, type TestApp, Upload } from './test-app.ts'
import { insertCourse, insertPlaylist } from './test-publications.ts'

/** What holds under concurrency, on engines with one writer at a time and on others. */

async function inOrder({ db }: TestApp): Promise<void> {
  expect(await wrongCounts(db)).toEqual([])
  expect(await searchFaults(db)).toBe(0)
}

async function rowsOf({ db }: TestApp, table: 'likes'): Promise<number> {
  const { n } = await db
    .selectFrom(table)
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  return n
}

function times<Result>(count: number, work: (n: number) => Promise<Result>): Promise<Result[]> {
  return Promise.all(Array.from({ length: count }, (_, n) => work(n)))
}

async function openSchool() {
  const testApp = await openTestApp()
  const teacher = await testApp.user('Ada', 'Teacher')
  const admin = await testApp.user('Root', 'Student', { isAdmin: true })
  const students = await times(6, (n) => testApp.user(`Student ${n}`))
  const playlistId = await insertPlaylist(testApp, { teacher, title: 'Watercolour' })
  const courseId = await insertCourse(testApp, { playlistId })
  await rebuildSearchIndex(testApp.db)
  return { testApp, teacher, admin, students, playlistId, courseId }
}

test('an even number of simultaneous taps leaves a like unchanged', async () => {
  const { testApp, students, courseId } = await openSchool()
  const [student] = students
  for (let round = 0; round < 5; round += 1) {
    const answers = await times(8, async () => student?.request('POST', `/api/courses/${courseId}/like`, {}))
    expect(answers.map((answer) => answer?.statusCode)).toEqual(answers.map(() => 200))
    expect(await rowsOf(testApp, 'likes')).toBe(0)
    await inOrder(testApp)
  }
})

test('a user has at most twenty sessions, even if many start at once', async () => {
  const { testApp, teacher } = await openSchool()
  const meta = { network: '127.0.0.1', agent: 'test' }
  await times(40, () =>
    transaction(testApp.db, (trx) => startSession(trx, { userId: teacher.id, isAdmin: false, meta })),
  )
  const sessions = await testApp.db
    .selectFrom('sessions')
    .select('id')
    .where('user_id', '=', teacher.id)
    .execute()
  expect(sessions).toHaveLength(20)
})

test('a code works once', async () => {
  const { testApp, teacher } = await openSchool()
  await makeResetCode(testApp.db, teacher.id)
  const { code_hash } = await testApp.db
    .selectFrom('reset_codes')
    .select('code_hash')
    .executeTakeFirstOrThrow()
  const spent = await times(8, () =>
    transaction(testApp.db, (trx) => deleteResetCode(trx, teacher.id, code_hash)),
  )
  expect(spent.filter(Boolean)).toHaveLength(1)
})

test('counts and search are right when a teacher and an admin change everything at once', async () => {
  const { testApp, teacher, admin, playlistId, courseId } = await openSchool()
  const others = await times(3, (n) =>
    insertPlaylist(testApp, { teacher, title: `Gouache ${n}`, status: 'pending' }),
  )
  const image = await picture('#123456')
  const course = (title: string) =>
    new Upload(
      { videoTitle: title, description: 'Go on.', videoLink: 'dQw4w9WgXcQ' },
      { field: 'tutorialImage', bytes: image },
    )
  const decide = (id: string, n: number) =>
    admin.request('POST', `/api/playlists/approve-playlist/${id}`, {
      isPlaylistApproved: n % 2 === 0 ? 'approved' : 'cancel',
    })
  for (let round = 0; round < 3; round += 1) {
    const answers = await Promise.all([
      ...others.map((id) => decide(id, round)),
      decide(playlistId, round),
      admin.request('POST', `/api/courses/approve-course/${courseId}`, { isCourseApproved: 'approved' }),
      teacher.request('POST', `/api/courses/${playlistId}`, course(`Washes ${round}`)),
      teacher.request('POST', `/api/courses/${playlistId}`, course(`Brushes ${round}`)),
      teacher.request('PUT', `/api/users/profile/${teacher.id}`, new Upload({ username: `Ada ${round}` })),
      teacher.request('PUT', `/api/playlists/${playlistId}`, new Upload({ title: `Watercolour ${round}` })),
    ])
    expect(answers.filter(({ statusCode }) => statusCode >= 400).map(({ body }) => body)).toEqual([])
    await inOrder(testApp)
  }
})

test('counts stay right while their rows are added, removed and deleted by cascade', async () => {
  const { testApp, teacher, admin, students } = await openSchool()
  for (let round = 0; round < 4; round += 1) {
    const playlistId = await insertPlaylist(testApp, { teacher, title: `Playlist ${round}` })
    const courseId = await insertCourse(testApp, { playlistId })
    const kept = await insertCourse(testApp, { playlistId: await insertPlaylist(testApp, { teacher }) })
    const leaver = await testApp.user(`Leaver ${round}`)
    await leaver.request('POST', '/api/comments', { text: 'Nice.', courseId: kept })
    const people = [...students, leaver]
    const leaving = deleteUser({ db: testApp.db, images: testApp.images }, leaver.id)
    const answers = await Promise.all([
      ...people.flatMap((person) => [
        person.request('POST', `/api/users/savePlaylist/${playlistId}`),
        person.request('POST', `/api/courses/${courseId}/like`, { liked: true }),
        person.request('POST', `/api/courses/${kept}/like`, {}),
        person.request('POST', '/api/comments', { text: 'Good.', courseId: kept }),
        person.request('DELETE', `/api/users/savedPlaylists/${playlistId}`),
      ]),
      admin.request('DELETE', `/api/playlists/${playlistId}/${teacher.id}`),
    ])
    expect(await leaving).toBe(true)
    expect(answers.filter(({ statusCode }) => statusCode >= 500).map(({ body }) => body)).toEqual([])
    expect(await wrongCounts(testApp.db)).toEqual([])
  }
})

test('a teacher who publishes and changes role at once does exactly one of the two', async () => {
  const { testApp } = await openSchool()
  const image = await picture('#654321')
  for (let round = 0; round < 6; round += 1) {
    const bea = await testApp.user(`Bea ${round}`, 'Teacher')
    const draft = { title: 'Chess', description: 'All of it.', category: 'development' }
    await Promise.all([
      bea.request('POST', '/api/playlists', new Upload(draft, { field: 'mainPlaylistImage', bytes: image })),
      bea.request('PUT', `/api/users/profile/${bea.id}`, new Upload({ role: 'Student' })),
    ])
    const { role } = await testApp.db
      .selectFrom('users')
      .select('role')
      .where('id', '=', bea.id)
      .executeTakeFirstOrThrow()
    const theirs = await testApp.db
      .selectFrom('playlists')
      .select('id')
      .where('teacher_id', '=', bea.id)
      .execute()
    expect(theirs).toHaveLength(role === 'Teacher' ? 1 : 0)
  }
})
