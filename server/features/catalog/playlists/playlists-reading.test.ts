import { expect, test } from 'vitest'
import type { PlaylistCard, PlaylistCourse } from '#contract/catalog/playlists.ts'
import { ApprovalStatus } from '#contract/catalog/status.ts'
import { newId } from '#server/data/ids.ts'
import { reindexPlaylist } from '#server/features/search/index/search-index.ts'
import { openTestApp, type TestApp, type TestUser } from '#server/test-app.ts'
import { insertCourse, insertPlaylist } from '#server/test-publications.ts'

type Reader = Pick<TestApp, 'request'>

async function titles({ request }: Reader, query = ''): Promise<string[]> {
  const answer = await request('GET', `/api/playlists${query}`)
  expect(answer.statusCode).toBe(200)
  const { playlists, total, nextCursor } = answer.json()
  if (nextCursor === null && !query.includes('cursor')) expect(total).toBe(playlists.length)
  return playlists.map(({ title }: PlaylistCard) => title)
}

/** One of each status, titled by it. */
async function everyStatus(testApp: TestApp, teacher: TestUser): Promise<Map<string, string>> {
  const ids = new Map<string, string>()
  for (const status of ApprovalStatus.options) {
    ids.set(status, await insertPlaylist(testApp, { teacher, title: status, status }))
  }
  return ids
}

async function giveSaves(testApp: TestApp, saves: Record<string, number>): Promise<void> {
  for (const [title, count] of Object.entries(saves)) {
    await testApp.db.updateTable('playlists').set({ saves_count: count }).where('title', '=', title).execute()
  }
}

/** Ids with a given time, so that the order does not depend on the millisecond. */
async function inOrder(testApp: TestApp, teacher: TestUser, names: string[]): Promise<void> {
  for (const [index, title] of names.entries()) {
    const id = await insertPlaylist(testApp, { teacher, title })
    const dated = newId(1_700_000_000_000 + index)
    await testApp.db.updateTable('playlists').set({ id: dated }).where('id', '=', id).execute()
  }
}

test('users list the approved playlists, newest first; an admin lists all of them', async () => {
  const testApp = await openTestApp()
  const teacher = await testApp.user('Ada', 'Teacher')
  const admin = await testApp.user('Root', 'Student', { isAdmin: true })
  await everyStatus(testApp, teacher)
  expect(await titles(testApp)).toEqual(['approved'])
  expect(await titles(await testApp.user('Sam'))).toEqual(['approved'])
  expect(await titles(teacher)).toEqual(['approved'])
  expect((await titles(admin)).toSorted()).toEqual([...ApprovalStatus.options].toSorted())
  expect(await titles(admin, '?status=approved')).toEqual(['approved'])
  expect(await titles(admin, '?status=cancel')).toEqual(['cancel'])
})

test('no filter, sort or order shows unapproved playlists to anyone but an admin', async () => {
  const testApp = await openTestApp()
  const teacher = await testApp.user('Ada', 'Teacher')
  await everyStatus(testApp, teacher)
  for (const reader of [testApp, teacher]) {
    expect(await titles(reader, '?status=pending')).toEqual([])
    expect(await titles(reader, '?status=any')).toEqual(['approved'])
    expect(await titles(reader, '?sort=status&order=desc&q=pending')).toEqual(['approved'])
    expect(await titles(reader, `?teacherId=${teacher.id}`)).toEqual(['approved'])
  }
})

test('a playlist is found by its category, whatever its case; an unknown category has none', async () => {
  const testApp = await openTestApp()
  const teacher = await testApp.user('Ada', 'Teacher')
  await insertPlaylist(testApp, { teacher, title: 'Scales', category: 'music' })
  await insertPlaylist(testApp, { teacher, title: 'Grids', category: 'design' })
  expect(await titles(testApp, '?category=music')).toEqual(['Scales'])
  expect(await titles(testApp, '?category=Music')).toEqual(['Scales'])
  expect(await titles(testApp, '?category=cooking')).toEqual([])
})

test('lists are sorted by age, by saves or by title', async () => {
  const testApp = await openTestApp()
  const teacher = await testApp.user('Ada', 'Teacher')
  await inOrder(testApp, teacher, ['banana', 'Cherry', 'apple'])
  await giveSaves(testApp, { banana: 1, Cherry: 7, apple: 3 })
  expect(await titles(testApp)).toEqual(['apple', 'Cherry', 'banana'])
  expect(await titles(testApp, '?sort=newest')).toEqual(['apple', 'Cherry', 'banana'])
  expect(await titles(testApp, '?sort=popular')).toEqual(['Cherry', 'apple', 'banana'])
  expect(await titles(testApp, '?sort=title')).toEqual(['apple', 'banana', 'Cherry'])
})

test('an admin sorts by creator, status and date, both ways, and filters by words of title and teacher', async () => {
  const testApp = await openTestApp()
  const admin = await testApp.user('Root', 'Student', { isAdmin: true })
  const zoe = await testApp.user('Zoë Brown', 'Teacher')
  const adam = await testApp.user('Adam', 'Teacher')
  await insertPlaylist(testApp, { teacher: zoe, title: 'Alpha', status: 'pending' })
  await insertPlaylist(testApp, { teacher: adam, title: 'Beta course' })
  expect(await titles(admin, '?sort=creator')).toEqual(['Beta course', 'Alpha'])
  expect(await titles(admin, '?sort=creator&order=desc')).toEqual(['Alpha', 'Beta course'])
  expect(await titles(admin, '?sort=status')).toEqual(['Beta course', 'Alpha'])
  expect(await titles(admin, '?sort=status&order=desc')).toEqual(['Alpha', 'Beta course'])
  expect(await titles(admin, '?q=zoe%20ALPH')).toEqual(['Alpha'])
  expect(await titles(admin, '?q=zoe%20beta')).toEqual([])
  expect(await titles(admin, '?q=%25')).toEqual([])
})

test('pages follow each other without a gap or a repeat in every sort', async () => {
  const testApp = await openTestApp()
  const admin = await testApp.user('Root', 'Student', { isAdmin: true })
  for (const name of ['Bea', 'Cid']) {
    const teacher = await testApp.user(name, 'Teacher')
    for (const title of ['One', 'Two', 'One']) await insertPlaylist(testApp, { teacher, title })
  }
  for (const sort of ['newest', 'popular', 'title', 'creator', 'status', 'created']) {
    for (const order of ['asc', 'desc']) {
      const seen: string[] = []
      let cursor: string | null = ''
      while (cursor !== null) {
        const url = `/api/playlists?limit=2&sort=${sort}&order=${order}${cursor && `&cursor=${cursor}`}`
        const answer = await admin.request('GET', url)
        const {
          playlists,
          total,
          nextCursor,
        }: { playlists: PlaylistCard[]; total: number; nextCursor: string | null } = answer.json()
        expect(total).toBe(6)
        seen.push(...playlists.map(({ _id }) => _id))
        cursor = nextCursor
      }
      const whole = (await admin.request('GET', `/api/playlists?sort=${sort}&order=${order}`)).json()
      expect(seen).toEqual(whole.playlists.map(({ _id }: PlaylistCard) => _id))
      expect(new Set(seen).size).toBe(6)
    }
  }
})

test('an invalid cursor, a cursor of another sort, and an invalid limit or sort are rejected', async () => {
  const testApp = await openTestApp()
  const teacher = await testApp.user('Ada', 'Teacher')
  await inOrder(testApp, teacher, ['One', 'Two'])
  const { nextCursor } = (await testApp.request('GET', '/api/playlists?limit=1&sort=title')).json()
  const forged = (keys: unknown) => Buffer.from(JSON.stringify(keys)).toString('base64url')
  for (const query of [
    `sort=newest&cursor=${nextCursor}`,
    `sort=popular&cursor=${forged(['popular desc', 'x', 'y'])}`,
    `cursor=${forged(['newest desc', 'a', 'b'])}`,
    'cursor=nonsense',
    'limit=0',
    'limit=201',
    'sort=random',
    'status=gone',
    'limit=1&limit=2',
    `q=${'x'.repeat(101)}`,
  ]) {
    expect((await testApp.request('GET', `/api/playlists?${query}`)).statusCode, query).toBe(400)
  }
})

test('the longest title of any script still fits into a cursor', async () => {
  const testApp = await openTestApp()
  const teacher = await testApp.user('Ada', 'Teacher')
  const admin = await testApp.user('Root', 'Student', { isAdmin: true })
  for (const letter of ['각', 'ﷺ', '漢']) {
    for (const ending of ['a', 'b'])
      await insertPlaylist(testApp, { teacher, title: letter.repeat(119) + ending })
  }
  const seen = new Set<string>()
  let cursor: string | null = ''
  while (cursor !== null) {
    const answer = await admin.request(
      'GET',
      `/api/playlists?limit=1&sort=title${cursor && `&cursor=${cursor}`}`,
    )
    expect(answer.statusCode).toBe(200)
    seen.add(answer.json().playlists[0]._id)
    cursor = answer.json().nextCursor
  }
  expect(seen.size).toBe(6)
})

test('an unapproved playlist answers like a missing one, except to its teacher and an admin', async () => {
  const testApp = await openTestApp()
  const teacher = await testApp.user('Ada', 'Teacher')
  const admin = await testApp.user('Root', 'Student', { isAdmin: true })
  const others = [testApp, await testApp.user('Sam'), await testApp.user('Tom', 'Teacher')]
  const ids = await everyStatus(testApp, teacher)
  for (const [status, id] of ids) {
    for (const reader of others) {
      const answer = await reader.request('GET', `/api/playlists/${id}`)
      const none = await reader.request('GET', `/api/playlists/${newId()}`)
      expect(answer.statusCode, status).toBe(status === 'approved' ? 200 : 404)
      expect(none.json()).toMatchObject({ code: 'not_found', message: 'Playlist not found.' })
      if (status !== 'approved')
        expect({ ...answer.json(), requestId: '' }).toEqual({ ...none.json(), requestId: '' })
    }
    for (const reader of [teacher, admin]) {
      expect((await reader.request('GET', `/api/playlists/${id}`)).json()).toMatchObject({
        isPlaylistApproved: status,
      })
    }
  }
  expect((await testApp.request('GET', '/api/playlists/nonsense')).statusCode).toBe(404)
})

test('a playlist lists its courses in teaching order, the hidden ones to its teacher and an admin alone', async () => {
  const testApp = await openTestApp()
  const teacher = await testApp.user('Ada', 'Teacher')
  const admin = await testApp.user('Root', 'Student', { isAdmin: true })
  const student = await testApp.user('Sam')
  const playlistId = await insertPlaylist(testApp, { teacher })
  const ids: string[] = []
  for (const [index, status] of (['approved', 'pending', 'approved'] as const).entries()) {
    const id = await insertCourse(testApp, { playlistId, title: `Part ${index}`, status })
    const dated = newId(1_700_000_000_000 + index)
    await testApp.db.updateTable('courses').set({ id: dated }).where('id', '=', id).execute()
    ids.push(dated)
  }
  for (const [reader, visibleIds] of [
    [testApp, [ids[0], ids[2]]],
    [student, [ids[0], ids[2]]],
    [teacher, ids],
    [admin, ids],
  ] as const) {
    const playlist = (await reader.request('GET', `/api/playlists/${playlistId}`)).json()
    expect(playlist.courses.map(({ _id }: PlaylistCard) => _id)).toEqual(visibleIds)
    expect(playlist).toMatchObject({ coursesCount: visibleIds.length, approvedCoursesCount: 2 })
    const [card] = (await reader.request('GET', '/api/playlists')).json().playlists
    expect(card.courses.map(({ _id }: PlaylistCard) => _id)).toEqual(visibleIds)
    expect(card).toMatchObject({ coursesCount: visibleIds.length, approvedCoursesCount: 2 })
  }
  expect((await student.request('GET', `/api/playlists/${playlistId}`)).body).not.toContain('dQw4w9WgXcQ')
})

test('a playlist that is not public has no public course', async () => {
  const testApp = await openTestApp()
  const teacher = await testApp.user('Ada', 'Teacher')
  const playlistId = await insertPlaylist(testApp, { teacher, status: 'cancel' })
  await insertCourse(testApp, { playlistId })
  const playlist = (await teacher.request('GET', `/api/playlists/${playlistId}`)).json()
  expect(playlist).toMatchObject({ coursesCount: 1, approvedCoursesCount: 0 })
})

test('savedBy has only the caller, and the number counts all users', async () => {
  const testApp = await openTestApp()
  const teacher = await testApp.user('Ada', 'Teacher')
  const [sam, tim] = [await testApp.user('Sam'), await testApp.user('Tim')]
  const playlistId = await insertPlaylist(testApp, { teacher })
  for (const { id } of [sam, tim]) {
    await testApp.db
      .insertInto('saves')
      .values({ id: newId(), user_id: id, playlist_id: playlistId })
      .execute()
  }
  await giveSaves(testApp, { 'Learn HTML': 2 })
  for (const [reader, savedBy] of [
    [testApp, []],
    [sam, [sam.id]],
    [teacher, []],
  ] as const) {
    expect((await reader.request('GET', `/api/playlists/${playlistId}`)).json()).toMatchObject({
      savedBy,
      savedCount: 2,
    })
    expect((await reader.request('GET', '/api/playlists')).json().playlists[0]).toMatchObject({
      savedBy,
      savedCount: 2,
    })
  }
})

test('a list shows the first twenty courses', async () => {
  const testApp = await openTestApp()
  const teacher = await testApp.user('Ada', 'Teacher')
  const playlistId = await insertPlaylist(testApp, { teacher })
  for (let n = 0; n < 21; n += 1) await insertCourse(testApp, { playlistId })
  const [card] = (await testApp.request('GET', '/api/playlists')).json().playlists
  expect(card.courses).toHaveLength(20)
  expect(card.coursesCount).toBe(21)
})

test('a teacher’s playlists are the approved ones, all of them to the teacher and an admin', async () => {
  const testApp = await openTestApp()
  const teacher = await testApp.user('Ada', 'Teacher')
  const admin = await testApp.user('Root', 'Student', { isAdmin: true })
  const ids = await everyStatus(testApp, teacher)
  await insertPlaylist(testApp, { teacher: await testApp.user('Tom', 'Teacher') })
  await insertCourse(testApp, { playlistId: ids.get('approved') ?? '' })
  await insertCourse(testApp, { playlistId: ids.get('pending') ?? '' })
  for (const [reader, count] of [
    [testApp, 1],
    [await testApp.user('Sam'), 1],
    [teacher, 4],
    [admin, 4],
  ] as const) {
    const answer = (await reader.request('GET', `/api/playlists/teacher/${teacher.id}`)).json()
    expect(answer.playlists).toHaveLength(count)
    expect(answer).toMatchObject({ total: count, coursesCount: 1, nextCursor: null })
  }
  const first = (await teacher.request('GET', `/api/playlists/teacher/${teacher.id}?limit=3`)).json()
  const rest = (
    await teacher.request('GET', `/api/playlists/teacher/${teacher.id}?limit=3&cursor=${first.nextCursor}`)
  ).json()
  const seen = [...first.playlists, ...rest.playlists].map(({ _id }) => _id)
  expect(seen).toEqual([...ids.values()].toSorted().toReversed())
})

test('a user who is not a teacher has no teacher page, not even for themself', async () => {
  const testApp = await openTestApp()
  const student = await testApp.user('Sam')
  for (const { request } of [testApp, student]) {
    for (const id of [student.id, newId(), 'nonsense']) {
      const answer = await request('GET', `/api/playlists/teacher/${id}`)
      expect(answer.statusCode).toBe(404)
      expect(answer.json().message).toBe('Teacher not found.')
    }
  }
})

test('a visitor’s read is conditional, a person’s is never stored', async () => {
  const testApp = await openTestApp()
  const teacher = await testApp.user('Ada', 'Teacher')
  const id = await insertPlaylist(testApp, { teacher })
  const first = await testApp.request('GET', `/api/playlists/${id}`)
  const etag = String(first.headers.etag)
  const again = await testApp.request('GET', `/api/playlists/${id}`, undefined, { 'if-none-match': etag })
  expect(again.statusCode).toBe(304)
  expect((await teacher.request('GET', `/api/playlists/${id}`)).headers['cache-control']).toBe('no-store')
})

test('every list of playlists shows the first 20 courses as their playlist does; a card has less', async () => {
  const testApp = await openTestApp()
  const teacher = await testApp.user('Ada', 'Teacher')
  const student = await testApp.user('Sam')
  const playlistId = await insertPlaylist(testApp, { teacher, title: 'Learn Knots' })
  for (let n = 0; n < 22; n += 1) {
    const id = await insertCourse(testApp, { playlistId, title: `Part ${n}` })
    const dated = newId(1_700_000_000_000 + n)
    await testApp.db.updateTable('courses').set({ id: dated }).where('id', '=', id).execute()
  }
  await reindexPlaylist(testApp.db, playlistId)
  await student.request('POST', `/api/users/savePlaylist/${playlistId}`)
  const whole = (await testApp.request('GET', `/api/playlists/${playlistId}`)).json().courses
  expect(Object.keys(whole[0]).toSorted()).toEqual(
    [
      '_id',
      'captions',
      'createdAt',
      'durationSeconds',
      'isCourseApproved',
      'sectionId',
      'summary',
      'tutorialImage',
      'videoTitle',
    ].toSorted(),
  )
  const few = whole
    .slice(0, 20)
    .map(({ sectionId: _1, summary: _2, captions: _3, ...course }: PlaylistCourse) => course)
  const short = few.map(({ _id }: PlaylistCard) => ({ _id, isCourseApproved: 'approved' }))
  for (const [reader, path, key] of [
    [testApp, '/api/playlists', 'playlists'],
    [teacher, '/api/playlists', 'playlists'],
    [testApp, `/api/playlists/teacher/${teacher.id}`, 'playlists'],
    [teacher, `/api/playlists/teacher/${teacher.id}`, 'playlists'],
    [testApp, '/api/playlists/search-playlist?q=knots', 'data'],
    [student, '/api/users/savedPlaylists', 'data'],
  ] as const) {
    const list = await reader.request('GET', path)
    expect(list.json()[key][0].courses).toEqual(few)
    const cards = await reader.request('GET', `${path}${path.includes('?') ? '&' : '?'}view=card`)
    expect(cards.json()[key][0].courses).toEqual(short)
    const { courses: _1, ...card } = cards.json()[key][0]
    const { courses: _2, ...listed } = list.json()[key][0]
    expect(card).toEqual(listed)
  }
  expect((await testApp.request('GET', '/api/playlists?view=all')).json().message).toBe('View must be card.')
})

test('a playlist shows when its teacher joined and what they published, and shows admins the email address, too', async () => {
  const testApp = await openTestApp()
  const teacher = await testApp.user('Ada', 'Teacher')
  const admin = await testApp.user('Root', 'Other', { isAdmin: true })
  const ids = await everyStatus(testApp, teacher)
  await insertPlaylist(testApp, { teacher: await testApp.user('Bea', 'Teacher') })
  const { created_at, email } = await testApp.db
    .selectFrom('users')
    .select(['created_at', 'email'])
    .where('id', '=', teacher.id)
    .executeTakeFirstOrThrow()
  const approved = ids.get('approved')
  const seen = { _id: teacher.id, username: 'Ada', createdAt: created_at, createdPlaylists: [approved] }
  for (const { request } of [testApp, teacher]) {
    const read = (await request('GET', `/api/playlists/${approved}`)).json().teacher
    expect(read).toEqual({ ...seen, profilePhoto: expect.any(Object) })
  }
  const pending = await admin.request('GET', `/api/playlists/${ids.get('pending')}`)
  expect(pending.json().teacher).toMatchObject({ ...seen, email })
})
