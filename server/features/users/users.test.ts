import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { newId } from '#server/data/ids.ts'
import { openHouse, type Person, type TestHouse } from '#server/test-app.ts'
import { insertPlaylist } from '#server/test-publications.ts'

const PATH = '/api/users/profile'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] })
})
afterEach(() => {
  vi.useRealTimers()
})

/** Somebody newer than everybody before: within a millisecond it is chance who is. */
function newcomer(house: TestHouse, ...[name, role, extras]: Parameters<TestHouse['user']>): Promise<Person> {
  vi.setSystemTime(Date.now() + 1)
  return house.user(name, role, extras)
}

interface Listed {
  users: { _id: string; username: string }[]
  total: number
  nextCursor: string | null
}

async function list(ask: Person['ask'], query = ''): Promise<Listed> {
  const answer = await ask('GET', `${PATH}${query}`)
  expect(answer.statusCode).toBe(200)
  return answer.json()
}

const namesOf = ({ users }: Listed) => users.map(({ username }) => username)

/** Follows the cursors to the end, two people at a time. */
async function walk(ask: Person['ask'], query: string): Promise<string[]> {
  const names: string[] = []
  let cursor: string | null = ''
  while (cursor !== null) {
    const page: Listed = await list(ask, `?limit=2${query}${cursor && `&cursor=${cursor}`}`)
    names.push(...namesOf(page))
    cursor = page.nextCursor
  }
  return names
}

async function crowd(house: TestHouse) {
  const admin = await newcomer(house, 'Root', 'Student', { isAdmin: true })
  for (const [name, role] of [
    ['Émile', 'Teacher'],
    ['ada', 'Student'],
    ['Bea', 'Other'],
    ['Zoe', 'Teacher'],
  ] as const) {
    const { id } = await newcomer(house, name, role, role === 'Other' ? { profession: 'Librarian' } : {})
    const email = `${name.normalize('NFKD').replace(/\W/g, '')}@Example.org`
    await house.db
      .updateTable('users')
      .set({ email, email_key: email.toLowerCase() })
      .where('id', '=', id)
      .execute()
  }
  return admin
}

test('everybody sees people newest first, with public fields alone', async () => {
  const house = await openHouse()
  const ada = await newcomer(house, 'Ada', 'Teacher')
  const bea = await newcomer(house, 'Bea', 'Other', { profession: 'Librarian' })
  const open = await insertPlaylist(house, { teacher: ada, status: 'approved' })
  await insertPlaylist(house, { teacher: ada, status: 'pending' })
  await insertPlaylist(house, { teacher: ada, status: 'cancel' })
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
        ...person,
      },
    ],
    total: 2,
    nextCursor: null,
  }
  expect(await list(house.ask)).toEqual(expected)
  expect(await list((await house.user('Eve')).ask, '?role=Teacher')).toEqual({
    ...expected,
    users: expected.users.slice(1),
    total: 1,
  })
})

test('addresses and admins are shown to the person themself and to an admin, saves to the person alone', async () => {
  const house = await openHouse()
  const [ada, bea, root] = [
    await house.user('Ada', 'Teacher'),
    await house.user('Bea'),
    await house.user('Root', 'Student', { isAdmin: true }),
  ]
  const playlist = await insertPlaylist(house, { teacher: ada })
  await house.db.insertInto('saves').values({ id: newId(), user_id: bea.id, playlist_id: playlist }).execute()
  const seenBy = async (ask: Person['ask'], of: Person) => {
    const { email, isAdmin, savedPlaylists } = (await ask('GET', `${PATH}/${of.id}`)).json()
    return { email, isAdmin, savedPlaylists }
  }
  const own = { email: `${bea.id}@example.org`, isAdmin: false }
  expect(await seenBy(bea.ask, bea)).toEqual({ ...own, savedPlaylists: [playlist] })
  expect(await seenBy(root.ask, bea)).toEqual(own)
  expect(await seenBy(ada.ask, bea)).toEqual({})
  expect(await seenBy(house.ask, root)).toEqual({})
  const lists = await Promise.all([house.ask, ada.ask].map(async (ask) => JSON.stringify(await list(ask))))
  expect(lists[0]).not.toMatch(/@|isAdmin|savedPlaylists"/)
  expect(lists[1]?.match(/@/g)).toHaveLength(1)
  expect(lists.join('')).not.toContain('argon2')
})

test('a person who does not exist is a 404, whatever the id looks like', async () => {
  const { ask } = await openHouse()
  for (const id of [newId(), 'nonsense', '0', '%00', "1' or '1'='1"]) {
    const answer = await ask('GET', `${PATH}/${encodeURIComponent(id)}`)
    expect(answer.statusCode).toBe(404)
    expect(answer.json().message).toBe('User not found.')
  }
})

test('the list goes on where it ended, and everybody is on it once', async () => {
  const house = await openHouse()
  await crowd(house)
  const newest = namesOf(await list(house.ask))
  expect(newest).toEqual(['Zoe', 'Bea', 'ada', 'Émile', 'Root'])
  expect(await walk(house.ask, '')).toEqual(newest)
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
  const house = await openHouse()
  const admin = await crowd(house)
  expect(await walk(admin.ask, query)).toEqual(names)
})

test('nobody else sorts, or finds people by their address', async () => {
  const house = await openHouse()
  await crowd(house)
  const eve = await house.user('Eve')
  for (const ask of [house.ask, eve.ask]) {
    const newest = namesOf(await list(ask))
    expect(namesOf(await list(ask, '?sort=email&order=asc'))).toEqual(newest)
    expect(namesOf(await list(ask, '?q=example.org'))).toEqual([])
    expect(namesOf(await list(ask, '?q=EMILE'))).toEqual(['Émile'])
    expect((await list(ask, '?q=EMILE')).total).toBe(1)
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
])('a wrong question is refused: %s', async (query, field, message) => {
  const { ask } = await openHouse()
  const answer = await ask('GET', `${PATH}${query}`)
  expect(answer.statusCode).toBe(400)
  expect(answer.json().errors).toEqual({ [field]: message })
})

test('a cursor of another order, or one made by hand, is refused', async () => {
  const house = await openHouse()
  const admin = await crowd(house)
  const { nextCursor } = await list(admin.ask, '?limit=1&sort=name')
  const forged = Buffer.from(JSON.stringify(['name asc', 1, 2])).toString('base64url')
  for (const cursor of [nextCursor, forged]) {
    const sort = cursor === forged ? 'name' : 'email'
    expect((await admin.ask('GET', `${PATH}?sort=${sort}&cursor=${cursor}`)).statusCode).toBe(400)
  }
})

test('a visitor’s second look at an unchanged list costs a 304', async () => {
  const house = await openHouse()
  await house.user('Ada')
  const first = await house.ask('GET', PATH)
  const again = await house.ask('GET', PATH, undefined, { 'if-none-match': String(first.headers.etag) })
  expect(again.statusCode).toBe(304)
  const ada = await house.user('Bea')
  expect((await ada.ask('GET', PATH)).headers['cache-control']).toBe('no-store')
})
