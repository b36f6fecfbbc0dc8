import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { type Db, transaction } from '#server/data/database.ts'
import { isPostgres } from '#server/data/dialect.ts'
import { newId } from '#server/data/ids.ts'
import { deletePerson } from '#server/features/users/users.ts'
import { openHouse, type Person, picture, type TestHouse, Upload } from '#server/test-app.ts'
import { PASSWORD } from '#server/test-passwords.ts'
import { insertCourse, insertPlaylist } from '#server/test-publications.ts'
import { recount, wrongCounts } from './counts-check.queries.ts'
import { countTotalsAnew, wrongTotals } from './totals-check.queries.ts'

const STATUSES = ['pending', 'processing', 'approved', 'cancel'] as const

async function openSchool() {
  const house = await openHouse()
  const teacher = await house.user('Ada', 'Teacher')
  const admin = await house.user('Root', 'Other', { isAdmin: true })
  return { house, teacher, admin }
}

/** Each list with its total, as they are sent: a page holds all there is here. */
async function listed(ask: Person['ask'], address: string): Promise<[rows: number, total: number]> {
  const answer = (await ask('GET', address)).json()
  const rows = Object.values(answer).find(Array.isArray) ?? []
  return [rows.length, answer.total]
}

async function exact({ db }: TestHouse): Promise<void> {
  expect(await wrongTotals(db)).toBe(0)
}

/** No row of the totals is wrong, and every total that is sent is the number of what is listed. */
async function exactInLists(house: TestHouse, admin: Person): Promise<void> {
  await exact(house)
  const { categories } = (await admin.ask('GET', '/api/categories')).json()
  const lists: [Person['ask'], string][] = [
    [house.ask, '/api/playlists?'],
    ...['any', ...STATUSES].flatMap((status): [Person['ask'], string][] => [
      [admin.ask, `/api/playlists?status=${status}&`],
      [admin.ask, `/api/courses?status=${status}&`],
    ]),
    ...['', 'role=Teacher&', 'role=Student&', 'role=Other&'].map((role): [Person['ask'], string] => [
      admin.ask,
      `/api/users/profile?${role}`,
    ]),
  ]
  for (const [ask, address] of lists) {
    const [rows, total] = await listed(ask, `${address}limit=100`)
    expect(total, address).toBe(rows)
  }
  const open = (await house.ask('GET', '/api/categories')).json().categories
  for (const [at, { title, playlistsCount }] of categories.entries()) {
    const named = encodeURIComponent(title)
    expect(await listed(admin.ask, `/api/playlists?status=any&category=${named}&limit=100`)).toEqual([
      playlistsCount,
      playlistsCount,
    ])
    expect((await listed(house.ask, `/api/playlists?category=${named}&limit=100`))[1]).toBe(
      open[at].playlistsCount,
    )
  }
}

test('totals follow whatever happens to a playlist, to the last row', async () => {
  const { house, teacher, admin } = await openSchool()
  await house.category('pottery')
  const image = { field: 'mainPlaylistImage', bytes: await picture() }
  const made = await teacher.ask(
    'POST',
    '/api/playlists',
    new Upload({ title: 'Glazes', description: 'All of them.', category: 'development' }, image),
  )
  const id: string = made.json().data._id
  await insertPlaylist(house, { teacher, title: 'Kilns', category: 'pottery' })
  await exact(house)
  expect(await listed(house.ask, '/api/playlists')).toEqual([1, 1])
  for (const status of ['approved', 'cancel', 'processing', 'approved'] as const) {
    await admin.ask('POST', `/api/playlists/approve-playlist/${id}`, { isPlaylistApproved: status })
    await exact(house)
  }
  expect(await listed(house.ask, '/api/playlists')).toEqual([2, 2])
  expect(await listed(house.ask, '/api/playlists?category=pottery')).toEqual([1, 1])
  await teacher.ask('PUT', `/api/playlists/${id}`, new Upload({ category: 'pottery' }))
  expect(await listed(house.ask, '/api/playlists?category=pottery')).toEqual([2, 2])
  await exact(house)
  await teacher.ask('DELETE', `/api/playlists/${id}/${teacher.id}`)
  expect(await listed(house.ask, '/api/playlists')).toEqual([1, 1])
  await exactInLists(house, admin)
})

test('totals follow whatever happens to a course', async () => {
  const { house, teacher, admin } = await openSchool()
  const playlistId = await insertPlaylist(house, { teacher })
  const other = await insertPlaylist(house, { teacher, title: 'More' })
  const image = { field: 'tutorialImage', bytes: await picture() }
  const fields = { videoTitle: 'First', description: 'Go on.', videoLink: 'dQw4w9WgXcQ' }
  const made = await teacher.ask('POST', `/api/courses/${playlistId}`, new Upload(fields, image))
  const id: string = made.json().data._id
  await exact(house)
  await admin.ask('POST', `/api/courses/approve-course/${id}`, { isCourseApproved: 'approved' })
  expect(await listed(admin.ask, '/api/courses?status=approved')).toEqual([1, 1])
  await exact(house)
  await teacher.ask('PUT', `/api/courses/${playlistId}/${id}`, new Upload({ playlist: other }))
  await teacher.ask('PUT', `/api/courses/${other}/${id}`, new Upload({ videoLink: 'aaaaaaaaaaa' }))
  expect(await listed(admin.ask, '/api/courses?status=pending')).toEqual([1, 1])
  await exact(house)
  await teacher.ask('DELETE', `/api/courses/${other}/${id}`)
  expect(await listed(admin.ask, '/api/courses')).toEqual([0, 0])
  await exactInLists(house, admin)
})

test('totals follow who comes, becomes a teacher, and leaves with all of their work', async () => {
  const { house, teacher, admin } = await openSchool()
  const form = { username: 'New', email: 'new@example.org', password: PASSWORD, confirmPassword: PASSWORD }
  const photo = { field: 'profilePhoto', bytes: await picture() }
  const came = await house.ask('POST', '/api/auth/register', new Upload({ ...form, role: 'Student' }, photo))
  expect(came.statusCode, came.body).toBe(201)
  const student = await house.user('Sam')
  await exact(house)
  const change = new Upload({ role: 'Teacher', profession: 'Potter' })
  await student.ask('PUT', `/api/users/profile/${student.id}`, change)
  expect(await listed(admin.ask, '/api/users/profile?role=Teacher')).toEqual([2, 2])
  await exact(house)
  for (const status of STATUSES) {
    const playlistId = await insertPlaylist(house, { teacher, title: status, status })
    for (const each of STATUSES) await insertCourse(house, { playlistId, title: each, status: each })
  }
  await insertPlaylist(house, { teacher: student, title: 'What stays' })
  await exact(house)
  await deletePerson({ db: house.db, images: house.images }, teacher.id)
  expect(await listed(admin.ask, '/api/playlists?status=any')).toEqual([1, 1])
  expect(await listed(admin.ask, '/api/courses')).toEqual([0, 0])
  await exactInLists(house, admin)
})

test('a category that goes takes its totals along, one that is in use keeps them', async () => {
  const { house, teacher, admin } = await openSchool()
  await house.category('pottery')
  const id = await insertPlaylist(house, { teacher, category: 'pottery' })
  const { categories } = (await admin.ask('GET', '/api/categories')).json()
  const { _id } = categories.find(({ title }: { title: string }) => title === 'pottery')
  const kept = () => house.db.selectFrom('totals').select('amount').where('category_id', '=', _id).execute()
  expect((await admin.ask('DELETE', `/api/categories/${_id}`)).statusCode).toBe(409)
  await exact(house)
  await teacher.ask('DELETE', `/api/playlists/${id}/${teacher.id}`)
  expect(await kept()).not.toEqual([])
  expect((await admin.ask('DELETE', `/api/categories/${_id}`)).statusCode).toBe(200)
  expect(await kept()).toEqual([])
  await exactInLists(house, admin)
})

test('totals of comments follow who sees the course, whatever happens to it', async () => {
  const { house, teacher, admin } = await openSchool()
  const student = await house.user('Sam')
  const other = await house.user('Grace', 'Teacher')
  const open = await insertPlaylist(house, { teacher })
  const hidden = await insertPlaylist(house, { teacher, title: 'Later', status: 'pending' })
  const one = await insertCourse(house, { playlistId: open })
  const two = await insertCourse(house, { playlistId: open, title: 'Second', status: 'cancel' })
  await insertCourse(house, { playlistId: hidden, title: 'Third' })
  const comment = async (who: Person, courseId: string) =>
    (await who.ask('POST', '/api/comments', { text: 'So clear.', courseId })).json()
  for (const who of [student, student, other, teacher]) await comment(who, one)
  for (const who of [teacher, admin]) await comment(who, two)
  const expectTotals = async (all: number, own: number, everybody: number) => {
    await exact(house)
    expect(await listed(admin.ask, '/api/comments?limit=100')).toEqual([all, all])
    expect(await listed(teacher.ask, '/api/comments?limit=100')).toEqual([own, own])
    expect(await listed(student.ask, '/api/comments?limit=100')).toEqual([everybody, everybody])
  }
  await expectTotals(6, 6, 4)
  const setCourse = (id: string, status: string) =>
    admin.ask('POST', `/api/courses/approve-course/${id}`, { isCourseApproved: status })
  const setPlaylist = (id: string, status: string) =>
    admin.ask('POST', `/api/playlists/approve-playlist/${id}`, { isPlaylistApproved: status })
  await setCourse(two, 'approved')
  await expectTotals(6, 6, 6)
  await setPlaylist(open, 'cancel')
  await expectTotals(6, 6, 0)
  await comment(teacher, two)
  await setPlaylist(open, 'processing')
  await setPlaylist(open, 'approved')
  await expectTotals(7, 7, 7)
  await teacher.ask('PUT', `/api/courses/${open}/${two}`, new Upload({ playlist: hidden }))
  await expectTotals(7, 7, 4)
  await setPlaylist(hidden, 'approved')
  await expectTotals(7, 7, 7)
  await deletePerson({ db: house.db, images: house.images }, other.id)
  await expectTotals(6, 6, 6)
  await teacher.ask('DELETE', `/api/courses/${open}/${one}`)
  await expectTotals(3, 3, 3)
  await teacher.ask('DELETE', `/api/playlists/${hidden}/${teacher.id}`)
  await expectTotals(0, 0, 0)
})

test('a teacher who leaves takes the comments on their courses along', async () => {
  const { house, teacher, admin } = await openSchool()
  const student = await house.user('Sam')
  for (const status of STATUSES) {
    const playlistId = await insertPlaylist(house, { teacher, title: status, status })
    for (const each of STATUSES) {
      const courseId = await insertCourse(house, { playlistId, title: each, status: each })
      await admin.ask('POST', '/api/comments', { text: 'So clear.', courseId })
    }
  }
  await exact(house)
  expect(await listed(student.ask, '/api/comments?limit=100')).toEqual([1, 1])
  await deletePerson({ db: house.db, images: house.images }, teacher.id)
  await exactInLists(house, admin)
  expect(await listed(admin.ask, '/api/comments?limit=100')).toEqual([0, 0])
})

test('what is undone was not counted, and many rows of one statement are', async () => {
  const { house, teacher, admin } = await openSchool()
  const id = await insertPlaylist(house, { teacher })
  const undone = transaction(house.db, async (trx) => {
    await trx.deleteFrom('playlists').where('id', '=', id).execute()
    throw new Error('No.')
  })
  await expect(undone).rejects.toThrow('No.')
  await exact(house)
  const row = await house.db.selectFrom('playlists').selectAll().executeTakeFirstOrThrow()
  const copies = STATUSES.map((status) => ({ ...row, id: newId(), status }))
  await house.db.insertInto('playlists').values(copies).execute()
  await exact(house)
  await house.db.updateTable('playlists').set({ status: 'cancel' }).execute()
  expect(await listed(admin.ask, '/api/playlists?status=cancel')).toEqual([5, 5])
  await exact(house)
  await house.db.deleteFrom('playlists').execute()
  await exactInLists(house, admin)
})

test('totals that are wrong are found and counted anew', async () => {
  const { house, teacher, admin } = await openSchool()
  await insertPlaylist(house, { teacher })
  await house.db.updateTable('totals').set({ amount: 7 }).where('kind', '=', 'playlists').execute()
  await house.db.deleteFrom('totals').where('kind', '=', 'people').where('status', '=', 'Other').execute()
  expect(await wrongCounts(house.db)).toEqual([{ table: 'totals', column: 'amount', rows: 2 }])
  expect(await transaction(house.db, recount)).toBe(2)
  expect(await transaction(house.db, countTotalsAnew)).toBe(0)
  await exactInLists(house, admin)
})

test('counting all anew moves no total for each course, and totals follow again after it', async () => {
  const { house, teacher } = await openSchool()
  const playlistId = await insertPlaylist(house, { teacher })
  const courseIds: string[] = []
  for (let n = 0; n < 20; n += 1) courseIds.push(await insertCourse(house, { playlistId }))
  await house.db.updateTable('courses').set({ comments_count: 3 }).execute()
  const written = await transaction(house.db, async (trx) => {
    const before = await totalsWritten(trx)
    await recount(trx)
    return (await totalsWritten(trx)) - before
  })
  expect(written).toBeLessThan(courseIds.length)
  await exact(house)
  await teacher.ask('POST', '/api/comments', { text: 'Here.', courseId: courseIds[0] })
  await house.db
    .updateTable('courses')
    .set({ comments_count: 5 })
    .where('id', '=', String(courseIds[1]))
    .execute()
  await exact(house)
})

/** How many versions of totals this connection has made lately; SQLite keeps none. */
async function totalsWritten(trx: Db): Promise<number> {
  if (!isPostgres(trx)) return 0
  const { rows } = await sql<{ n: number }>`
    select n_tup_ins + n_tup_upd as n from pg_stat_xact_user_tables where relname = 'totals'`.execute(trx)
  return Number(rows[0]?.n)
}
