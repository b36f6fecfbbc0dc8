import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { deletePerson } from '#server/features/users/users.ts'
import { openHouse, type TestHouse } from '#server/test-house.ts'
import { readAccounts } from './accounts.ts'
import { type DemoImages, drawDemo } from './drawings.ts'
import { plantDemoOnNewSite } from './new-site.ts'

const LONG = 120_000

async function plant(
  { db, images, folder }: TestHouse,
  { demo, draw }: { demo?: boolean; draw?: typeof drawDemo } = {},
): Promise<string[]> {
  const lines: string[] = []
  const config = { DATA_DIR: folder, DEMO_CONTENT: demo }
  await plantDemoOnNewSite({ db, images, config, say: (line) => lines.push(line), draw })
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
  house: TestHouse,
  table: 'users' | 'playlists' | 'courses' | 'comments' | 'likes' | 'saves' | 'images',
) {
  const { n } = await house.db
    .selectFrom(table)
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  return n
}

test('a new site gets believable content whose people can log in, once, and can lose it again', {
  timeout: LONG,
}, async () => {
  const house = await openHouse()
  // Two nodes start at once: one plants, and the other starts too.
  const draw = drawnOnce()
  const said = (await Promise.all([plant(house, { draw }), plant(house, { draw })])).map((lines) =>
    lines.join('\n'),
  )
  const [late, first] = said.toSorted(
    (one, other) => Number(one.includes('Sign in')) - Number(other.includes('Sign in')),
  )
  expect(late).toContain('Another node has planted it meanwhile')
  expect(first).toMatch(/Sign in as:[\s\S]*Admin[\s\S]*Teacher[\s\S]*Student/)
  expect(await count(house, 'playlists')).toBe(12)
  expect(await count(house, 'courses')).toBe(60)
  for (const table of ['comments', 'likes', 'saves'] as const)
    expect(await count(house, table)).toBeGreaterThan(10)
  const open = (await house.ask('GET', '/api/playlists')).json()
  expect(open.total).toBeLessThan(12)
  expect(open.playlists[0].approvedCoursesCount).toBeGreaterThan(0)

  const kept = readAccounts(house.folder)
  const { mode } = await stat(join(house.folder, 'demo-accounts.json'))
  expect(mode & 0o777).toBe(0o600)
  const student = kept?.accounts.find(({ role }) => role === 'Student')
  const login = await house.ask('POST', '/api/auth/login', {
    email: student?.email,
    password: student?.password,
  })
  expect(login.statusCode).toBe(200)
  expect((await house.ask('GET', login.json().profilePhoto.url)).statusCode).toBe(200)

  expect(await plant(house)).toEqual([])
  expect(await count(house, 'playlists')).toBe(12)

  const guest = await house.user('Grace')
  for (const { id } of kept?.accounts ?? []) await deletePerson({ db: house.db, images: house.images }, id)
  expect(await count(house, 'playlists')).toBe(0)
  expect(await count(house, 'comments')).toBe(0)
  expect((await guest.ask('GET', `/api/users/profile/${guest.id}`)).statusCode).toBe(200)
})

test('nothing is planted where it is not wanted, or where somebody lives already', async () => {
  const refused = await openHouse()
  expect(await plant(refused, { demo: false })).toEqual([])
  expect(await count(refused, 'users')).toBe(0)
  const lived = await openHouse()
  await lived.user('Ada')
  expect(await plant(lived)).toEqual([])
  expect(await count(lived, 'playlists')).toBe(0)
})
