import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { CATEGORIES, TOPICS } from '#contract/messages.ts'
import { deleteUser } from '#server/features/users/users.ts'
import { openTestApp, type TestApp } from '#server/test-app.ts'
import { readAccounts } from './accounts.ts'
import { type DemoImages, drawDemo } from './drawings.ts'
import { seedDemoOnNewSite } from './new-site.ts'
import { DEMO_PLAYLISTS } from './seed.ts'

const LONG = 120_000

async function plant(
  { db, images, folder }: TestApp,
  { demo, draw }: { demo?: boolean; draw?: typeof drawDemo } = {},
): Promise<string[]> {
  const lines: string[] = []
  const config = { DATA_DIR: folder, DEMO_CONTENT: demo }
  await seedDemoOnNewSite({ db, images, config, say: (line) => lines.push(line), draw })
  return lines
}

/** Nodes draw the same pictures, which takes longer than all the rest: here the first to ask draws for all. */
function drawnOnce(): typeof drawDemo {
  let drawn: Promise<DemoImages> | undefined
  return (...asked) => {
    drawn ??= drawDemo(...asked)
    return drawn
  }
}

async function count(
  testApp: TestApp,
  table: 'users' | 'playlists' | 'courses' | 'comments' | 'likes' | 'saves' | 'images',
) {
  const { n } = await testApp.db
    .selectFrom(table)
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  return n
}

/** Every chip of the home page: the categories, and the popular topics. */
async function expectChipsToLead(testApp: TestApp): Promise<void> {
  const find = async (q: string) => (await testApp.ask('GET', `/api/playlists/search-playlist?q=${q}`)).json()
  for (const words of [...TOPICS, ...CATEGORIES]) expect((await find(words)).total, words).toBeGreaterThan(0)
  for (const category of CATEGORIES) {
    const { total } = (await testApp.ask('GET', `/api/playlists?category=${category}`)).json()
    expect(total, category).toBeGreaterThan(0)
  }
}

test('a new site gets believable content whose people can log in, once, and can lose it again', {
  timeout: LONG,
}, async () => {
  const testApp = await openTestApp()
  // Two nodes start at once: one plants, and the other starts too.
  const draw = drawnOnce()
  const said = (await Promise.all([plant(testApp, { draw }), plant(testApp, { draw })])).map((lines) =>
    lines.join('\n'),
  )
  const [late, first] = said.toSorted(
    (one, other) => Number(one.includes('Sign in')) - Number(other.includes('Sign in')),
  )
  expect(late).toContain('Another node has planted it meanwhile')
  expect(first).toMatch(/Sign in as:[\s\S]*Admin[\s\S]*Teacher[\s\S]*Student/)
  expect(await count(testApp, 'playlists')).toBe(DEMO_PLAYLISTS.length)
  const sizes = DEMO_PLAYLISTS.map(({ courses }) => courses.length)
  expect([Math.min(...sizes), Math.max(...sizes)]).toEqual([4, 12])
  expect(await count(testApp, 'courses')).toBe(sizes.reduce((sum, size) => sum + size, 0))
  for (const table of ['comments', 'likes', 'saves'] as const)
    expect(await count(testApp, table)).toBeGreaterThan(10)
  const open = (await testApp.ask('GET', '/api/playlists')).json()
  expect(open.total).toBeLessThan(DEMO_PLAYLISTS.length)
  await expectChipsToLead(testApp)
  const rejected = await testApp.db
    .selectFrom('courses')
    .select('id')
    .where('status', '=', 'cancel')
    .execute()
  expect(rejected).toHaveLength(1)
  expect(open.playlists[0].approvedCoursesCount).toBeGreaterThan(0)

  const kept = readAccounts(testApp.folder)
  const { mode } = await stat(join(testApp.folder, 'demo-accounts.json'))
  expect(mode & 0o777).toBe(0o600)
  const student = kept?.accounts.find(({ role }) => role === 'Student')
  const login = await testApp.ask('POST', '/api/auth/login', {
    email: student?.email,
    password: student?.password,
  })
  expect(login.statusCode).toBe(200)
  expect((await testApp.ask('GET', login.json().profilePhoto.url)).statusCode).toBe(200)

  expect(await plant(testApp)).toEqual([])
  expect(await count(testApp, 'playlists')).toBe(DEMO_PLAYLISTS.length)

  const guest = await testApp.user('Grace')
  for (const { id } of kept?.accounts ?? []) await deleteUser({ db: testApp.db, images: testApp.images }, id)
  expect(await count(testApp, 'playlists')).toBe(0)
  expect(await count(testApp, 'comments')).toBe(0)
  expect((await guest.ask('GET', `/api/users/profile/${guest.id}`)).statusCode).toBe(200)
})

test('nothing is planted where it is not wanted, or where somebody lives already', async () => {
  const refused = await openTestApp()
  expect(await plant(refused, { demo: false })).toEqual([])
  expect(await count(refused, 'users')).toBe(0)
  const lived = await openTestApp()
  await lived.user('Ada')
  expect(await plant(lived)).toEqual([])
  expect(await count(lived, 'playlists')).toBe(0)
})
