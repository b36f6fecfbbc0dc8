import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { newId } from '#server/data/ids.ts'
import { openTestApp, type TestApp, type TestUser } from '#server/test-app.ts'
import { insertPlaylist } from '#server/test-publications.ts'

const PATH = '/api/users/profile'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] })
})
afterEach(() => {
  vi.useRealTimers()
})

/** A user who is newer than all before: within a millisecond the order is random. */
function newcomer(testApp: TestApp, ...[name, role, extras]: Parameters<TestApp['user']>): Promise<TestUser> {
  vi.setSystemTime(Date.now() + 1)
  return testApp.user(name, role, extras)
}

interface Listed {
  users: { _id: string; username: string }[]
  total: number
  nextCursor: string | null
}

async function list(request: TestUser['request'], query = ''): Promise<Listed> {
  const answer = await request('GET', `${PATH}${query}`)
  expect(answer.statusCode).toBe(200)
  return answer.json()
}

const namesOf = ({ users }: Listed) => users.map(({ username }) => username)

/** Follows the cursors to the end, two people at a time. */
async function walk(request: TestUser['request'], query: string): Promise<string[]> {
  const names: string[] = []
  let cursor: string | null = ''
  while (cursor !== null) {
    const page: Listed = await list(request, `?limit=2${query}${cursor && `&cursor=${cursor}`}`)
    names.push(...namesOf(page))
    cursor = page.nextCursor
  }
  return names
}

async function crowd(testApp: TestApp) {
  const admin = await newcomer(testApp, 'Root', 'Student', { isAdmin: true })
  for (const [name, role] of [
    ['Émile', 'Teacher'],
    ['ada', 'Student'],
    ['Bea', 'Other'],
    ['Zoe', 'Teacher'],
  ] as const) {
    const { id } = await newcomer(testApp, name, role, role === 'Other' ? { profession: 'Librarian' } : {})
    const email = `${name.normalize('NFKD').replace(/\W/g, '')}@Example.org`
    await testApp.db
      .updateTable('users')
      .set({ email, email_key: email.toLowerCase() })
      .where('id', '=', id)
      .execute()
  }
  return admin
}

test('everyone sees users newest first, with public fields only', async () => {
  const testApp = await openTestApp()
  const ada = await newcomer(testApp, 'Ada', 'Teacher')
  const bea = await newcomer(testApp, 'Bea', 'Other', { profession: 'Librarian' })
  const open = await insertPlaylist(testApp, { teacher: ada, status: 'approved' })
  await insertPlaylist(testApp, { teacher: ada, status: 'pending' })
  await insertPlaylist(testApp, { teacher: ada, status: 'cancel' })
  const person = {
    profilePhoto: expect.objectContaining({ url: expect.stringContaining('/media/') }),
    createdAt: expect.stringMatching(/^\d{4}-.*\.\d{3}Z$/),
    savedPlaylistsCount: 0,
  }
  const expected = {
    users: [
      {
        _id: bea.id,
        username: 'Bea',
        role: 'Other',
        profession: 'Librarian',
        createdPlaylists: [],
        ...person,
      },
      {
        _id: ada.id,
        username: 'Ada',
        role: 'Teacher',
        createdPlaylists: [open],
        approvedPlaylistsCount: 1,
        approvedCoursesCount: 0,
        likesCount: 0,
        commentsCount: 0,
        ...person,
      },
    ],
    total: 2,
    nextCursor: null,
  }
  expect(await list(testApp.request)).toEqual(expected)
  expect(await list((await testApp.user('Eve')).request, '?role=Teacher')).toEqual({
    ...expected,
    users: expected.users.slice(1),
    total: 1,
  })
})

test('addresses and admins are shown to the person themself and to an admin, saves to the person alone', async () => {
  const testApp = await openTestApp()
  const [ada, bea, root] = [
    await testApp.user('Ada', 'Teacher'),
    await testApp.user('Bea'),
    await testApp.user('Root', 'Student', { isAdmin: true }),
  ]
  const playlist = await insertPlaylist(testApp, { teacher: ada })
  await testApp.db
    .insertInto('saves')
    .values({ id: newId(), user_id: bea.id, playlist_id: playlist })
    .execute()
  const seenBy = async (request: TestUser['request'], of: TestUser) => {
    const { email, isAdmin, savedPlaylists } = (await request('GET', `${PATH}/${of.id}`)).json()
    return { email, isAdmin, savedPlaylists }
  }
  const own = { email: `${bea.id}@example.org`, isAdmin: false }
  expect(await seenBy(bea.request, bea)).toEqual({ ...own, savedPlaylists: [playlist] })
  expect(await seenBy(root.request, bea)).toEqual(own)
  expect(await seenBy(ada.request, bea)).toEqual({})
  expect(await seenBy(testApp.request, root)).toEqual({})
  const lists = await Promise.all(
    [testApp.request, ada.request].map(async (request) => JSON.stringify(await list(request))),
  )
  expect(lists[0]).not.toMatch(/@|isAdmin|savedPlaylists"/)
  expect(lists[1]?.match(/@/g)).toHaveLength(1)
  expect(lists.join('')).not.toContain('argon2')
})

test('an unknown user is a 404, with any form of id', async () => {
  const { request } = await openTestApp()
  for (const id of [newId(), 'nonsense', '0', '%00', "1' or '1'='1"]) {
    const answer = await request('GET', `${PATH}/${encodeURIComponent(id)}`)
    expect(answer.statusCode).toBe(404)
    expect(answer.json().message).toBe('User not found.')
  }
})

test('pages continue where they ended, and each user is listed once', async () => {
  const testApp = await openTestApp()
  await crowd(testApp)
  const newest = namesOf(await list(testApp.request))
  expect(newest).toEqual(['Zoe', 'Bea', 'ada', 'Émile', 'Root'])
  expect(await walk(testApp.request, '')).toEqual(newest)
})

test.each([
  ['&sort=name', ['ada', 'Bea', 'Émile', 'Root', 'Zoe']],
  ['&sort=name&order=desc', ['Zoe', 'Root', 'Émile', 'Bea', 'ada']],
  ['&sort=created', ['Zoe', 'Bea', 'ada', 'Émile', 'Root']],
  ['&sort=created&order=asc', ['Root', 'Émile', 'ada', 'Bea', 'Zoe']],
  ['&sort=role', ['Bea', 'Root', 'ada', 'Émile', 'Zoe']],
  ['&sort=role&order=desc', ['Zoe', 'Émile', 'ada', 'Root', 'Bea']],
  ['&role=Teacher&sort=name&order=desc', ['Zoe', 'Émile']],
  ['&role=Teacher&sort=email', ['Émile', 'Zoe']],
  ['&q=MIL', ['Émile']],
  ['&q=example&sort=name', ['ada', 'Bea', 'Émile', 'Root', 'Zoe']],
  ['&q=emile@EX', ['Émile']],
  ['&q=%25', []],
])('an admin sorts and finds: %s', async (query, names) => {
  const testApp = await openTestApp()
  const admin = await crowd(testApp)
  expect(await walk(admin.request, query)).toEqual(names)
})

test('only admins can sort users or find them by email', async () => {
  const testApp = await openTestApp()
  await crowd(testApp)
  const eve = await testApp.user('Eve')
  for (const request of [testApp.request, eve.request]) {
    const newest = namesOf(await list(request))
    expect(namesOf(await list(request, '?sort=email&order=asc'))).toEqual(newest)
    expect(namesOf(await list(request, '?q=example.org'))).toEqual([])
    expect(namesOf(await list(request, '?q=EMILE'))).toEqual(['Émile'])
    expect((await list(request, '?q=EMILE')).total).toBe(1)
  }
})

test.each([
  ['?limit=0', 'limit', 'Limit must be between 1 and 200.'],
  ['?limit=201', 'limit', 'Limit must be between 1 and 200.'],
  ['?limit=1e2', 'limit', 'Limit must be between 1 and 200.'],
  ['?role=Admin', 'role', 'Role must be Teacher, Student or Other.'],
  ['?sort=password_hash', 'sort', 'Sort must be name, email, role or created.'],
  ['?order=up', 'order', 'Order must be asc or desc.'],
  [`?q=${'x'.repeat(101)}`, 'q', 'Search text must be at most 100 characters.'],
  ['?cursor=abc', 'cursor', 'Invalid cursor.'],
])('a wrong question is rejected: %s', async (query, field, message) => {
  const { request } = await openTestApp()
  const answer = await request('GET', `${PATH}${query}`)
  expect(answer.statusCode).toBe(400)
  expect(answer.json().errors).toEqual({ [field]: message })
})

test('a cursor of another order, or one made by hand, is rejected', async () => {
  const testApp = await openTestApp()
  const admin = await crowd(testApp)
  const { nextCursor } = await list(admin.request, '?limit=1&sort=name')
  const forged = Buffer.from(JSON.stringify(['name asc', 1, 2])).toString('base64url')
  for (const cursor of [nextCursor, forged]) {
    const sort = cursor === forged ? 'name' : 'email'
    expect((await admin.request('GET', `${PATH}?sort=${sort}&cursor=${cursor}`)).statusCode).toBe(400)
  }
})

test('a visitor’s second look at an unchanged list costs a 304', async () => {
  const testApp = await openTestApp()
  await testApp.user('Ada')
  const first = await testApp.request('GET', PATH)
  const again = await testApp.request('GET', PATH, undefined, { 'if-none-match': String(first.headers.etag) })
  expect(again.statusCode).toBe(304)
  const ada = await testApp.user('Bea')
  expect((await ada.request('GET', PATH)).headers['cache-control']).toBe('no-store')
})
