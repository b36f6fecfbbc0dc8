import { expect, test } from 'vitest'
import { openTestApp, type TestApp, type TestUser } from '#server/test-app.ts'
import { stopClock } from '#server/test-clock.ts'
import { insertCourse, insertPlaylist } from '#server/test-publications.ts'

async function openPlaylist() {
  const testApp = await openTestApp()
  const teacher = await testApp.user('Ada', 'Teacher')
  const playlistId = await insertPlaylist(testApp, { teacher })
  return { testApp, teacher, playlistId, student: await testApp.user('Sam') }
}

type Caller = Pick<TestUser, 'request'>
const save = ({ request }: Caller, id: string) => request('POST', `/api/users/savePlaylist/${id}`)
const unsave = ({ request }: Caller, id: string) => request('DELETE', `/api/users/savedPlaylists/${id}`)

interface Listed {
  data: { _id: string; savedBy: string[]; savedCount: number; courses: unknown[] }[]
  total: number
  nextCursor: string | null
}

async function list({ request }: Caller, query = ''): Promise<Listed> {
  return (await request('GET', `/api/users/savedPlaylists${query}`)).json()
}

async function savedIds(person: Caller, query = ''): Promise<string[]> {
  return (await list(person, query)).data.map(({ _id }) => _id)
}

async function counts({ db }: TestApp, playlistId: string, userId: string) {
  const playlist = await db
    .selectFrom('playlists')
    .select('saves_count')
    .where('id', '=', playlistId)
    .executeTakeFirstOrThrow()
  const person = await db
    .selectFrom('users')
    .select('saves_count')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  const rows = await db.selectFrom('saves').select('id').where('playlist_id', '=', playlistId).execute()
  return { playlist: playlist.saves_count, person: person.saves_count, rows: rows.length }
}

test('a save returns the whole new list, newest first, and saving twice is one save', async () => {
  const { testApp, teacher, student, playlistId } = await openPlaylist()
  const second = await insertPlaylist(testApp, { teacher, title: 'Learn CSS' })
  const later = stopClock()
  const first = await save(student, playlistId)
  later()
  expect(first.statusCode).toBe(200)
  expect(first.json()).toEqual({
    success: true,
    message: 'Playlist saved.',
    data: (await list(student)).data,
    savedPlaylists: [playlistId],
  })
  for (const id of [second, playlistId]) {
    const { data, savedPlaylists } = (await save(student, id)).json()
    expect(savedPlaylists).toEqual([second, playlistId])
    expect(data).toEqual((await list(student)).data)
    expect(data.map(({ _id }: { _id: string }) => _id)).toEqual(savedPlaylists)
  }
  expect(await counts(testApp, playlistId, student.id)).toEqual({ playlist: 1, person: 2, rows: 1 })
})

test('a client may leave out the saved playlists or limit their number', async () => {
  const { testApp, teacher, student, playlistId } = await openPlaylist()
  await insertCourse(testApp, { playlistId })
  await save(student, await insertPlaylist(testApp, { teacher }))
  const received = async (query: string) =>
    (await student.request('POST', `/api/users/savePlaylist/${playlistId}?${query}`)).json()
  expect(await received('view=ids')).not.toHaveProperty('data')
  const { data, savedPlaylists } = await received('view=card&limit=1')
  expect(savedPlaylists).toHaveLength(2)
  expect(data).toHaveLength(1)
  expect(await received('view=some')).toMatchObject({ message: 'View must be card or ids.' })
})

test('unsaving returns the whole new list, and a playlist that was not saved is no error', async () => {
  const { testApp, student, playlistId } = await openPlaylist()
  await save(student, playlistId)
  for (const id of ['0'.repeat(24), playlistId, playlistId]) {
    const answer = await unsave(student, id)
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toEqual({
      success: true,
      message: 'Playlist removed from your list.',
      data: id === playlistId ? [] : [playlistId],
      savedPlaylists: id === playlistId ? [] : [playlistId],
    })
  }
  expect(await counts(testApp, playlistId, student.id)).toEqual({ playlist: 0, person: 0, rows: 0 })
})

test('a malformed id is no playlist', async () => {
  const { student } = await openPlaylist()
  for (const answer of [await save(student, 'nothing'), await unsave(student, 'nothing')]) {
    expect(answer.statusCode).toBe(404)
    expect(answer.json().message).toBe('Playlist not found.')
  }
})

test('many saves and unsaves at once are counted exactly', async () => {
  const { testApp, playlistId } = await openPlaylist()
  const users = await Promise.all(Array.from({ length: 12 }, (_, index) => testApp.user(`TestUser ${index}`)))
  await Promise.all(users.flatMap((person) => [1, 2, 3].map(() => save(person, playlistId))))
  const [person] = users
  expect(await counts(testApp, playlistId, person?.id ?? '')).toEqual({ playlist: 12, person: 1, rows: 12 })
  await Promise.all(users.flatMap((each) => [1, 2].map(() => unsave(each, playlistId))))
  expect(await counts(testApp, playlistId, person?.id ?? '')).toEqual({ playlist: 0, person: 0, rows: 0 })
})

test('unsaving touches the caller’s own list only', async () => {
  const { testApp, student, playlistId } = await openPlaylist()
  const eve = await testApp.user('Eve')
  await save(student, playlistId)
  await unsave(eve, `${playlistId}?userId=${student.id}`)
  expect(await savedIds(student)).toEqual([playlistId])
})

test('a hidden playlist cannot be saved and answers like a missing one; its teacher may save it', async () => {
  const { testApp, teacher, student } = await openPlaylist()
  const hidden = await insertPlaylist(testApp, { teacher, status: 'pending' })
  for (const id of [hidden, '0'.repeat(24)]) {
    const answer = await save(student, id)
    expect(answer.statusCode).toBe(404)
    expect(answer.json()).toMatchObject({ message: 'Playlist not found.', code: 'not_found' })
  }
  expect(await counts(testApp, hidden, student.id)).toEqual({ playlist: 0, person: 0, rows: 0 })
  expect((await save(teacher, hidden)).statusCode).toBe(200)
})

test('a visitor neither saves nor reads saves', async () => {
  const { testApp, student, playlistId } = await openPlaylist()
  const answer = await save(testApp, playlistId)
  expect(answer.statusCode).toBe(401)
  expect(answer.json().message).toBe('You should login to save playlists')
  for (const rejected of [
    await unsave(testApp, playlistId),
    await testApp.request('GET', `/api/users/savedPlaylists?userId=${student.id}`),
  ]) {
    expect(rejected.statusCode).toBe(401)
    expect(rejected.json().message).toBe('You must be logged in.')
  }
  expect(await counts(testApp, playlistId, student.id)).toEqual({ playlist: 0, person: 0, rows: 0 })
})

test('the list holds cards as lists show them; whether the reader saved them is the reader’s alone', async () => {
  const { testApp, student, playlistId } = await openPlaylist()
  await insertCourse(testApp, { playlistId })
  await insertCourse(testApp, { playlistId, status: 'pending' })
  await save(student, playlistId)
  const own = await list(student)
  expect(own).toMatchObject({ success: true, total: 1, nextCursor: null })
  expect(own.data[0]).toMatchObject({ _id: playlistId, savedBy: [student.id], savedCount: 1 })
  expect(own.data[0]?.courses).toHaveLength(1)
  const seen = await list(await testApp.user('Eve'), `?userId=${student.id}`)
  expect(seen.data[0]).toMatchObject({ _id: playlistId, savedBy: [], savedCount: 1 })
})

test('a saved playlist that was hidden later is shown only to its teacher and an admin', async () => {
  const { testApp, teacher, student, playlistId } = await openPlaylist()
  const admin = await testApp.user('Root', 'Student', { isAdmin: true })
  const other = await insertPlaylist(testApp, { teacher, title: 'Learn CSS' })
  const later = stopClock()
  await save(student, playlistId)
  later()
  await save(student, other)
  await testApp.db.updateTable('playlists').set({ status: 'cancel' }).where('id', '=', playlistId).execute()
  const query = `?userId=${student.id}`
  for (const person of [student, await testApp.user('Eve'), await testApp.user('Bob', 'Teacher')]) {
    expect(await savedIds(person, query)).toEqual([other])
    expect((await list(person, query)).total).toBe(1)
  }
  for (const person of [teacher, admin]) {
    expect(await savedIds(person, query)).toEqual([other, playlistId])
    expect((await list(person, query)).total).toBe(2)
  }
})

test('the pages of a list hold each playlist once, newest save first, with one total', async () => {
  const { testApp, teacher, student } = await openPlaylist()
  const ids: string[] = []
  const later = stopClock()
  for (let count = 0; count < 5; count += 1) {
    later()
    const id = await insertPlaylist(testApp, { teacher })
    await save(student, id)
    ids.unshift(id)
  }
  const seen: string[] = []
  let cursor: string | null = ''
  while (cursor !== null) {
    const page = await list(student, `?limit=2${cursor && `&cursor=${cursor}`}`)
    expect(page.data.length).toBeLessThanOrEqual(2)
    expect(page.total).toBe(5)
    seen.push(...page.data.map(({ _id }) => _id))
    cursor = page.nextCursor
  }
  expect(seen).toEqual(ids)
})

test.each(['0'.repeat(24), 'nothing', ''])('?userId=%s is an unknown user', async (userId) => {
  const { student } = await openPlaylist()
  const answer = await student.request('GET', `/api/users/savedPlaylists?userId=${userId}`)
  expect(answer.statusCode).toBe(404)
  expect(answer.json()).toMatchObject({ message: 'User not found.', code: 'not_found' })
})

test.each([
  ['limit=0', 'Limit must be between 1 and 200.'],
  ['limit=abc', 'Limit must be between 1 and 200.'],
  ['cursor=nonsense', 'Invalid cursor.'],
])('?%s is rejected', async (query, message) => {
  const { student } = await openPlaylist()
  const answer = await student.request('GET', `/api/users/savedPlaylists?${query}`)
  expect(answer.statusCode).toBe(400)
  expect(answer.json().message).toBe(message)
})
