import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { type Db, transaction } from '#server/data/database.ts'
import { isPostgres } from '#server/data/dialect.ts'
import { newId } from '#server/data/ids.ts'
import { deleteUser } from '#server/features/account/users/users.ts'
import { openTestApp, picture, type TestApp, type TestUser, Upload } from '#server/test-app.ts'
import { PASSWORD } from '#server/test-passwords.ts'
import { insertCourse, insertPlaylist } from '#server/test-publications.ts'
import { purgeTrash } from '#server/test-trash.ts'
import { countTotalsAnew, recount, wrongCounts, wrongTotals } from './counts-check.queries.ts'

const STATUSES = ['pending', 'processing', 'approved', 'cancel'] as const

async function openSchool() {
  const testApp = await openTestApp()
  const teacher = await testApp.user('Ada', 'Teacher')
  const admin = await testApp.user('Root', 'Other', { isAdmin: true })
  return { testApp, teacher, admin }
}

/** Each list with its total, as they are sent: a page holds all there is here. */
async function listed(request: TestUser['request'], address: string): Promise<[rows: number, total: number]> {
  const answer = (await request('GET', address)).json()
  const rows = Object.values(answer).find(Array.isArray) ?? []
  return [rows.length, answer.total]
}

async function exact({ db }: TestApp): Promise<void> {
  expect(await wrongTotals(db)).toBe(0)
}

/** No row of the totals is wrong, and every total that is sent is the number of what is listed. */
async function exactInLists(testApp: TestApp, admin: TestUser): Promise<void> {
  await exact(testApp)
  const { categories } = (await admin.request('GET', '/api/categories')).json()
  const lists: [TestUser['request'], string][] = [
    [testApp.request, '/api/playlists?'],
    ...['any', ...STATUSES].flatMap((status): [TestUser['request'], string][] => [
      [admin.request, `/api/playlists?status=${status}&`],
      [admin.request, `/api/courses?status=${status}&`],
    ]),
    ...['', 'role=Teacher&', 'role=Student&', 'role=Other&'].map((role): [TestUser['request'], string] => [
      admin.request,
      `/api/users/profile?${role}`,
    ]),
  ]
  for (const [request, address] of lists) {
    const [rows, total] = await listed(request, `${address}limit=100`)
    expect(total, address).toBe(rows)
  }
  const open = (await testApp.request('GET', '/api/categories')).json().categories
  for (const [at, { title, playlistsCount }] of categories.entries()) {
    const named = encodeURIComponent(title)
    expect(await listed(admin.request, `/api/playlists?status=any&category=${named}&limit=100`)).toEqual([
      playlistsCount,
      playlistsCount,
    ])
    expect((await listed(testApp.request, `/api/playlists?category=${named}&limit=100`))[1]).toBe(
      open[at].playlistsCount,
    )
  }
}

test('totals follow every change of a playlist until the last is deleted', async () => {
  const { testApp, teacher, admin } = await openSchool()
  await testApp.category('pottery')
  const image = { field: 'mainPlaylistImage', bytes: await picture() }
  const made = await teacher.request(
    'POST',
    '/api/playlists',
    new Upload({ title: 'Glazes', description: 'All of them.', category: 'development' }, image),
  )
  const id: string = made.json().data._id
  await insertPlaylist(testApp, { teacher, title: 'Kilns', category: 'pottery' })
  await exact(testApp)
  expect(await listed(testApp.request, '/api/playlists')).toEqual([1, 1])
  for (const status of ['approved', 'cancel', 'processing', 'approved'] as const) {
    await admin.request('POST', `/api/playlists/approve-playlist/${id}`, { isPlaylistApproved: status })
    await exact(testApp)
  }
  expect(await listed(testApp.request, '/api/playlists')).toEqual([2, 2])
  expect(await listed(testApp.request, '/api/playlists?category=pottery')).toEqual([1, 1])
  await teacher.request('PUT', `/api/playlists/${id}`, new Upload({ category: 'pottery' }))
  expect(await listed(testApp.request, '/api/playlists?category=pottery')).toEqual([2, 2])
  await exact(testApp)
  await teacher.request('DELETE', `/api/playlists/${id}/${teacher.id}`)
  expect(await listed(testApp.request, '/api/playlists')).toEqual([1, 1])
  await exact(testApp)
  await purgeTrash(testApp)
  await exactInLists(testApp, admin)
})

test('totals follow every change of a course', async () => {
  const { testApp, teacher, admin } = await openSchool()
  const playlistId = await insertPlaylist(testApp, { teacher })
  const other = await insertPlaylist(testApp, { teacher, title: 'More' })
  const image = { field: 'tutorialImage', bytes: await picture() }
  const fields = { videoTitle: 'First', description: 'Go on.', videoLink: 'dQw4w9WgXcQ' }
  const made = await teacher.request('POST', `/api/courses/${playlistId}`, new Upload(fields, image))
  const id: string = made.json().data._id
  await exact(testApp)
  await admin.request('POST', `/api/courses/approve-course/${id}`, { isCourseApproved: 'approved' })
  expect(await listed(admin.request, '/api/courses?status=approved')).toEqual([1, 1])
  await exact(testApp)
  await teacher.request('PUT', `/api/courses/${playlistId}/${id}`, new Upload({ playlist: other }))
  await admin.request('POST', `/api/courses/approve-course/${id}`, { isCourseApproved: 'pending' })
  expect(await listed(admin.request, '/api/courses?status=pending')).toEqual([1, 1])
  await exact(testApp)
  await teacher.request('DELETE', `/api/courses/${other}/${id}`)
  expect(await listed(admin.request, '/api/courses')).toEqual([0, 0])
  await exactInLists(testApp, admin)
})

test('totals follow users who join, become teachers and are deleted with their work', async () => {
  const { testApp, teacher, admin } = await openSchool()
  const form = { username: 'New', email: 'new@example.org', password: PASSWORD, confirmPassword: PASSWORD }
  const photo = { field: 'profilePhoto', bytes: await picture() }
  const came = await testApp.request(
    'POST',
    '/api/auth/register',
    new Upload({ ...form, role: 'Student' }, photo),
  )
  expect(came.statusCode, came.body).toBe(201)
  const student = await testApp.user('Sam')
  await exact(testApp)
  const change = new Upload({ role: 'Teacher', profession: 'Potter' })
  await student.request('PUT', `/api/users/profile/${student.id}`, change)
  expect(await listed(admin.request, '/api/users/profile?role=Teacher')).toEqual([2, 2])
  await exact(testApp)
  for (const status of STATUSES) {
    const playlistId = await insertPlaylist(testApp, { teacher, title: status, status })
    for (const each of STATUSES) await insertCourse(testApp, { playlistId, title: each, status: each })
  }
  await insertPlaylist(testApp, { teacher: student, title: 'What stays' })
  await exact(testApp)
  await deleteUser({ db: testApp.db, images: testApp.images }, teacher.id)
  expect(await listed(admin.request, '/api/playlists?status=any')).toEqual([1, 1])
  expect(await listed(admin.request, '/api/courses')).toEqual([0, 0])
  await exactInLists(testApp, admin)
})

test('a category that goes takes its totals along, one that is in use keeps them', async () => {
  const { testApp, teacher, admin } = await openSchool()
  await testApp.category('pottery')
  const id = await insertPlaylist(testApp, { teacher, category: 'pottery' })
  const { categories } = (await admin.request('GET', '/api/categories')).json()
  const { _id } = categories.find(({ title }: { title: string }) => title === 'pottery')
  const kept = () => testApp.db.selectFrom('totals').select('amount').where('category_id', '=', _id).execute()
  expect((await admin.request('DELETE', `/api/categories/${_id}`)).statusCode).toBe(409)
  await exact(testApp)
  await teacher.request('DELETE', `/api/playlists/${id}/${teacher.id}`)
  expect(await kept()).not.toEqual([])
  await purgeTrash(testApp)
  expect((await admin.request('DELETE', `/api/categories/${_id}`)).statusCode).toBe(200)
  expect(await kept()).toEqual([])
  await exactInLists(testApp, admin)
})

test('totals of comments follow the visibility of the course', async () => {
  const { testApp, teacher, admin } = await openSchool()
  const student = await testApp.user('Sam')
  const other = await testApp.user('Grace', 'Teacher')
  const open = await insertPlaylist(testApp, { teacher })
  const hidden = await insertPlaylist(testApp, { teacher, title: 'Later', status: 'pending' })
  const one = await insertCourse(testApp, { playlistId: open })
  const two = await insertCourse(testApp, { playlistId: open, title: 'Second', status: 'cancel' })
  await insertCourse(testApp, { playlistId: hidden, title: 'Third' })
  const comment = async (who: TestUser, courseId: string) =>
    (await who.request('POST', '/api/comments', { text: 'So clear.', courseId })).json()
  for (const who of [student, student, other, teacher]) await comment(who, one)
  for (const who of [teacher, admin]) await comment(who, two)
  const expectTotals = async (all: number, own: number, everybody: number) => {
    await exact(testApp)
    expect(await listed(admin.request, '/api/comments?limit=100')).toEqual([all, all])
    expect(await listed(teacher.request, '/api/comments?limit=100')).toEqual([own, own])
    expect(await listed(student.request, '/api/comments?limit=100')).toEqual([everybody, everybody])
  }
  await expectTotals(6, 6, 4)
  const setCourse = (id: string, status: string) =>
    admin.request('POST', `/api/courses/approve-course/${id}`, { isCourseApproved: status })
  const setPlaylist = (id: string, status: string) =>
    admin.request('POST', `/api/playlists/approve-playlist/${id}`, { isPlaylistApproved: status })
  await setCourse(two, 'approved')
  await expectTotals(6, 6, 6)
  await setPlaylist(open, 'cancel')
  await expectTotals(6, 6, 0)
  await comment(teacher, two)
  await setPlaylist(open, 'processing')
  await setPlaylist(open, 'approved')
  await expectTotals(7, 7, 7)
  await teacher.request('PUT', `/api/courses/${open}/${two}`, new Upload({ playlist: hidden }))
  await expectTotals(7, 7, 4)
  await setPlaylist(hidden, 'approved')
  await expectTotals(7, 7, 7)
  await deleteUser({ db: testApp.db, images: testApp.images }, other.id)
  await expectTotals(6, 6, 6)
  await teacher.request('DELETE', `/api/courses/${open}/${one}`)
  await expectTotals(3, 3, 3)
  await teacher.request('DELETE', `/api/playlists/${hidden}/${teacher.id}`)
  await expectTotals(0, 0, 0)
})

test('a teacher who leaves takes the comments on their courses along', async () => {
  const { testApp, teacher, admin } = await openSchool()
  const student = await testApp.user('Sam')
  for (const status of STATUSES) {
    const playlistId = await insertPlaylist(testApp, { teacher, title: status, status })
    for (const each of STATUSES) {
      const courseId = await insertCourse(testApp, { playlistId, title: each, status: each })
      await admin.request('POST', '/api/comments', { text: 'So clear.', courseId })
    }
  }
  await exact(testApp)
  expect(await listed(student.request, '/api/comments?limit=100')).toEqual([1, 1])
  await deleteUser({ db: testApp.db, images: testApp.images }, teacher.id)
  await exactInLists(testApp, admin)
  expect(await listed(admin.request, '/api/comments?limit=100')).toEqual([0, 0])
})

test('a rollback is not counted, and all rows of one statement are', async () => {
  const { testApp, teacher, admin } = await openSchool()
  const id = await insertPlaylist(testApp, { teacher })
  const undone = transaction(testApp.db, async (trx) => {
    await trx.deleteFrom('playlists').where('id', '=', id).execute()
    throw new Error('No.')
  })
  await expect(undone).rejects.toThrow('No.')
  await exact(testApp)
  const { shown: _, ...row } = await testApp.db.selectFrom('playlists').selectAll().executeTakeFirstOrThrow()
  const copies = STATUSES.map((status) => ({ ...row, id: newId(), status }))
  await testApp.db.insertInto('playlists').values(copies).execute()
  await exact(testApp)
  await testApp.db.updateTable('playlists').set({ status: 'cancel' }).execute()
  expect(await listed(admin.request, '/api/playlists?status=cancel')).toEqual([5, 5])
  await exact(testApp)
  await testApp.db.deleteFrom('playlists').execute()
  await exactInLists(testApp, admin)
})

test('wrong totals are found and counted again', async () => {
  const { testApp, teacher, admin } = await openSchool()
  await insertPlaylist(testApp, { teacher })
  await testApp.db.updateTable('totals').set({ amount: 7 }).where('kind', '=', 'playlists').execute()
  await testApp.db.deleteFrom('totals').where('kind', '=', 'people').where('status', '=', 'Other').execute()
  expect(await wrongCounts(testApp.db)).toEqual([{ table: 'totals', column: 'amount', rows: 2 }])
  expect(await transaction(testApp.db, recount)).toBe(2)
  expect(await transaction(testApp.db, countTotalsAnew)).toBe(0)
  await exactInLists(testApp, admin)
})

test('a full recount updates no total for each course, and totals follow again after it', async () => {
  const { testApp, teacher } = await openSchool()
  const playlistId = await insertPlaylist(testApp, { teacher })
  const courseIds: string[] = []
  for (let n = 0; n < 20; n += 1) courseIds.push(await insertCourse(testApp, { playlistId }))
  await testApp.db.updateTable('courses').set({ comments_count: 3 }).execute()
  const written = await transaction(testApp.db, async (trx) => {
    const before = await totalsWritten(trx)
    await recount(trx)
    return (await totalsWritten(trx)) - before
  })
  expect(written).toBeLessThan(courseIds.length)
  await exact(testApp)
  await teacher.request('POST', '/api/comments', { text: 'Here.', courseId: courseIds[0] })
  await testApp.db
    .updateTable('courses')
    .set({ comments_count: 5 })
    .where('id', '=', String(courseIds[1]))
    .execute()
  await exact(testApp)
})

/** How many versions of totals this connection has made lately; SQLite keeps none. */
async function totalsWritten(trx: Db): Promise<number> {
  if (!isPostgres(trx)) return 0
  const { rows } = await sql<{ n: number }>`
    select n_tup_ins + n_tup_upd as n from pg_stat_xact_user_tables where relname = 'totals'`.execute(trx)
  return Number(rows[0]?.n)
}
