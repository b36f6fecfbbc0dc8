import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openTestDatabase } from '#server/test-database.ts'
import { type Db, transaction } from './database.ts'
import { type Params, type ParamsByName, prepared, preparedChange, preparedInShapes } from './prepared.ts'

test('a prepared query is built once and runs with new values each time, also in a transaction', async () => {
  const db = await openTestDatabase('', false)
  let built = 0
  const among = prepared((from, params: Params<{ first: string; other: string; most: number }>) => {
    built += 1
    return from
      .selectFrom('categories')
      .select('title')
      .where('title_key', 'in', [params.value('first'), params.value('other')])
      .where('title_key', '!=', 'business')
      .orderBy('title')
      .limit(params.value('most'))
  })
  const music = { title: 'music' }
  const design = { title: 'design' }
  expect(await among(db, { first: 'music', other: 'design', most: 5 })).toEqual([design, music])
  expect(await among(db, { first: 'music', other: 'business', most: 5 })).toEqual([music])
  const inside = await db
    .transaction()
    .execute((trx) => among(trx, { first: 'music', other: 'design', most: 1 }))
  expect(inside).toEqual([design])
  expect(built).toBe(1)
  await db.destroy()
})

test('a prepared query takes lists of any length as one parameter', async () => {
  const db = await openTestDatabase('', false)
  const these = prepared((from, params: Params<{ titles: string[] }>) =>
    from.selectFrom('categories').select('title').where(params.among('title_key', 'titles')).orderBy('title'),
  )
  const titles = ['science', 'music', '"]', "o'clock", 'art,music']
  expect(await these(db, { titles })).toEqual([{ title: 'music' }, { title: 'science' }])
  expect(await these(db, { titles: ['design'] })).toEqual([{ title: 'design' }])
  expect(await these(db, { titles: [] })).toEqual([])
  await db.destroy()
})

test('a list parameter takes any number of values, also none', async () => {
  const db = await openTestDatabase('', false)
  const among = prepared((from, params: Params<{ titles: readonly string[] }>) =>
    from
      .selectFrom('categories')
      .select('title')
      .where('title', 'in', sql<string>`(select value from ${params.texts('titles')})`)
      .orderBy('title'),
  )
  const titlesOf = async (titles: string[]) => (await among(db, { titles })).map(({ title }) => title)
  expect(await titlesOf(['music', 'design', 'no "such" one'])).toEqual(['design', 'music'])
  expect(await titlesOf(['science'])).toEqual(['science'])
  expect(await titlesOf([])).toEqual([])
  const sum = prepared((from, params: Params<{ numbers: readonly number[] }>) =>
    from
      .selectFrom('categories')
      .select(sql<number>`(select sum(value) from ${params.numbers('numbers')})`.as('sum'))
      .limit(1),
  )
  expect(await sum(db, { numbers: [40, 1, 1] })).toEqual([{ sum: 42 }])
  await db.destroy()
})

test('a query with several shapes is built once for each shape, and each time for slow ones', async () => {
  const db = await openTestDatabase('', false)
  const built: string[] = []
  const titled = preparedInShapes(
    (from, { direction }: { direction: 'asc' | 'desc'; slow: boolean }, param: ParamsByName<'least'>) => {
      built.push(direction)
      return from
        .selectFrom('categories')
        .select('title')
        .where('title_key', '>=', param('least'))
        .orderBy('title', direction)
    },
    ({ slow }) => slow,
  )
  const titlesOf = async (direction: 'asc' | 'desc', least: string, slow = false) =>
    (await titled(db, { direction, slow }, { least })).map(({ title }) => title)
  expect(await titlesOf('asc', 'music')).toEqual(['music', 'photography', 'science'])
  expect(await titlesOf('desc', 'music')).toEqual(['science', 'photography', 'music'])
  expect(await titlesOf('asc', 'photography')).toEqual(['photography', 'science'])
  expect(await titlesOf('desc', 'science')).toEqual(['science'])
  expect(built).toEqual(['asc', 'desc'])
  for (const least of ['photography', 'science']) expect((await titlesOf('asc', least, true))[0]).toBe(least)
  expect(built).toEqual(['asc', 'desc', 'asc', 'asc'])
  await db.destroy()
})

const TITLE = { id: 'a'.repeat(24), title: 'pottery', title_key: 'pottery', created_at: '2026' }
const added = preparedChange((db, params: Params<{ title: string }>) =>
  db
    .insertInto('categories')
    .values({ ...TITLE, title: params.value('title') })
    .onConflict((conflict) => conflict.columns(['id']).doNothing()),
)
const titled = prepared((db, params: Params<{ title: string }>) =>
  db.selectFrom('categories').select('title').where('title', '=', params.value('title')),
)

test('a change returns the number of rows and belongs to its transaction', async () => {
  const db = await openTestDatabase('', false)
  const pottery = { title: 'pottery' }
  const failing = transaction(db, async (trx) => {
    expect(await added(trx, pottery)).toBe(1)
    expect(await titled(trx, pottery)).toEqual([pottery])
    throw new Error('half-way')
  })
  await expect(failing).rejects.toThrow('half-way')
  expect(await titled(db, pottery)).toEqual([])
  expect(await transaction(db, (trx) => added(trx, pottery))).toBe(1)
  expect(await added(db, pottery)).toBe(0)
  expect(await titled(db, pottery)).toEqual([pottery])
  await db.destroy()
})

test('a finished transaction accepts no query', async () => {
  const db = await openTestDatabase('', false)
  const left: Db[] = []
  await transaction(db, async (trx) => void left.push(trx))
  for (const trx of left) {
    await expect(added(trx, { title: 'pottery' })).rejects.toThrow()
    await expect(trx.deleteFrom('categories').execute()).rejects.toThrow()
  }
  expect(left).toHaveLength(1)
  expect((await db.selectFrom('categories').select('id').execute()).length).toBeGreaterThan(0)
  await db.destroy()
})
