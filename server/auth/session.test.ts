import { expect, test } from 'vitest'
import { openTestApp, type TestApp, type TestUser } from '#server/test-app.ts'
import { makeReadOnly } from '#server/test-database.ts'
import {
  bearerOf,
  endSessions,
  findViewer,
  hashToken,
  newToken,
  peekViewer,
  startSession,
} from './session.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const meta = { network: '203.0.113.7', agent: 'test' }

async function begin({ db }: TestApp, { id }: TestUser, isAdmin = false): Promise<string> {
  return startSession(db, { userId: id, isAdmin, meta })
}

async function lastUse({ db }: TestApp, token: string): Promise<number> {
  const { last_used_at } = await db
    .selectFrom('sessions')
    .select('last_used_at')
    .where('token_hash', '=', hashToken(token))
    .executeTakeFirstOrThrow()
  return Date.parse(last_used_at)
}

test('tokens are 256 random bits in a fixed format and never repeat', () => {
  const tokens = Array.from({ length: 100 }, newToken)
  expect(new Set(tokens).size).toBe(100)
  for (const token of tokens) expect(token).toMatch(/^vc1_[A-Za-z0-9_-]{43}$/)
})

test('the database keeps no token, only its hash', async () => {
  const testApp = await openTestApp()
  const token = await begin(testApp, await testApp.user('Sam'))
  const rows = await testApp.db.selectFrom('sessions').selectAll().execute()
  expect(JSON.stringify(rows)).not.toContain(token)
  expect(rows.map(({ token_hash }) => token_hash)).toContain(hashToken(token))
  expect(await findViewer(testApp.db, hashToken(token))).toBeUndefined()
})

test.each([
  ['Bearer', true],
  ['bearer', true],
  ['BEARER', true],
  ['Basic', false],
  ['Bearer Bearer', false],
  ['', false],
])('the scheme “%s” carries a token: %s', (scheme, works) => {
  const token = newToken()
  expect(bearerOf(`${scheme} ${token}`)).toBe(works ? token : null)
})

test.each([
  'Bearer undefined',
  'Bearer null',
  'Bearer ',
  'Bearer vc1_short',
  `Bearer ${newToken()}x`,
  `Bearer ${newToken()},`,
])('an invalid token is malformed: %s', (header) => {
  expect(bearerOf(header)).toBeNull()
})

test('without the header there is no token at all', () => {
  expect(bearerOf(undefined)).toBeUndefined()
})

test('a session returns its user with their current role', async () => {
  const testApp = await openTestApp()
  const ada = await testApp.user('Ada', 'Teacher')
  const token = await begin(testApp, ada)
  const viewer = await findViewer(testApp.db, token)
  expect(viewer).toMatchObject({ id: ada.id, username: 'Ada', role: 'Teacher', isAdmin: false })
  await testApp.db.updateTable('users').set({ is_admin: 1, role: 'Other' }).where('id', '=', ada.id).execute()
  expect(await findViewer(testApp.db, token)).toMatchObject({ role: 'Other', isAdmin: true })
})

test.each([
  { who: 'a user', isAdmin: false, idle: 7 * DAY, absolute: 30 * DAY },
  { who: 'an admin', isAdmin: true, idle: HOUR, absolute: 12 * HOUR },
])(
  '$who’s session ends unused after its time, and for good after its longest',
  async ({ isAdmin, idle, absolute }) => {
    const testApp = await openTestApp()
    const person = await testApp.user('Sam', 'Student', { isAdmin })
    const token = await begin(testApp, person, isAdmin)
    const began = await lastUse(testApp, token)
    expect(await peekViewer(testApp.db, token, { now: began + idle })).toBeDefined()
    expect(await peekViewer(testApp.db, token, { now: began + idle + 1 })).toBeUndefined()
    for (let now = began; now < began + absolute; now += idle / 2) {
      expect(await findViewer(testApp.db, token, { now })).toBeDefined()
    }
    expect(await findViewer(testApp.db, token, { now: began + absolute + 1 })).toBeUndefined()
  },
)

test('a new admin has the short session of an admin at once', async () => {
  const testApp = await openTestApp()
  const sam = await testApp.user('Sam')
  const token = await begin(testApp, sam)
  const later = (await lastUse(testApp, token)) + 2 * HOUR
  expect(await peekViewer(testApp.db, token, { now: later })).toBeDefined()
  await testApp.db.updateTable('users').set({ is_admin: 1 }).where('id', '=', sam.id).execute()
  expect(await peekViewer(testApp.db, token, { now: later })).toBeUndefined()
})

test('the last use is stored every five minutes, and a check is not a use', async () => {
  const testApp = await openTestApp()
  const token = await begin(testApp, await testApp.user('Sam'))
  const began = await lastUse(testApp, token)
  await findViewer(testApp.db, token, { now: began + 300_000 })
  expect(await lastUse(testApp, token)).toBe(began)
  await peekViewer(testApp.db, token, { now: began + 300_001 })
  expect(await lastUse(testApp, token)).toBe(began)
  await findViewer(testApp.db, token, { now: began + 300_001 })
  expect(await lastUse(testApp, token)).toBe(began + 300_001)
})

test('sessions work while the database is read-only', async () => {
  const testApp = await openTestApp()
  const token = await begin(testApp, await testApp.user('Sam'))
  const later = (await lastUse(testApp, token)) + 600_000
  await makeReadOnly(testApp.db)
  expect(await findViewer(testApp.db, token, { now: later })).toMatchObject({ username: 'Sam' })
})

test('the twenty-first session of a user ends only their oldest', async () => {
  const testApp = await openTestApp()
  const [sam, eve] = [await testApp.user('Sam'), await testApp.user('Eve')]
  // Sessions of one millisecond have no age among themselves.
  const began = Date.now()
  await expect.poll(() => Date.now()).toBeGreaterThan(began)
  const tokens: string[] = []
  for (let count = 0; count < 20; count += 1) tokens.push(await begin(testApp, sam))
  const alive = await testApp.db.selectFrom('sessions').select('id').where('user_id', '=', sam.id).execute()
  expect(alive).toHaveLength(20)
  expect((await sam.request('GET', '/api/comments')).statusCode).toBe(401)
  expect((await eve.request('GET', '/api/comments')).statusCode).toBe(200)
})

test('sessions end all at once, or all but one', async () => {
  const testApp = await openTestApp()
  const [sam, eve] = [await testApp.user('Sam'), await testApp.user('Eve')]
  const kept = await begin(testApp, sam)
  const { sessionId } = (await findViewer(testApp.db, kept)) ?? {}
  await endSessions(testApp.db, sam.id, sessionId)
  expect(await findViewer(testApp.db, sam.token)).toBeUndefined()
  expect(await findViewer(testApp.db, kept)).toBeDefined()
  await endSessions(testApp.db, sam.id)
  expect(await findViewer(testApp.db, kept)).toBeUndefined()
  expect(await findViewer(testApp.db, eve.token)).toBeDefined()
})
