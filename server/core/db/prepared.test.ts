import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openTestDatabase } from '#server/test-database.ts'
import { type Given, prepared } from './prepared.ts'

test('a prepared query is built once and asked with what is given each time, inside a transaction too', async () => {
  const db = await openTestDatabase('', false)
  let built = 0
  const among = prepared((from, given: Given<{ first: string; other: string; most: number }>) => {
    built += 1
    return from
      .selectFrom('categories')
      .select('title')
      .where('title_key', 'in', [given.value('first'), given.value('other')])
      .where('title_key', '!=', 'business')
      .orderBy('title')
      .limit(given.value('most'))
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
  const these = prepared((from, given: Given<{ titles: string[] }>) =>
    from.selectFrom('categories').select('title').where(given.among('title_key', 'titles')).orderBy('title'),
  )
  const titles = ['science', 'music', '"]', "o'clock", 'art,music']
  expect(await these(db, { titles })).toEqual([{ title: 'music' }, { title: 'science' }])
  expect(await these(db, { titles: ['design'] })).toEqual([{ title: 'design' }])
  expect(await these(db, { titles: [] })).toEqual([])
  await db.destroy()
})

test('as many values as there are stand where a list was left open, also none', async () => {
  const db = await openTestDatabase('', false)
  const among = prepared((from, given: Given<{ titles: readonly string[] }>) =>
    from
      .selectFrom('categories')
      .select('title')
      .where('title', 'in', sql<string>`(select value from ${given.texts('titles')})`)
      .orderBy('title'),
  )
  const titlesOf = async (titles: string[]) => (await among(db, { titles })).map(({ title }) => title)
  expect(await titlesOf(['music', 'design', 'no "such" one'])).toEqual(['design', 'music'])
  expect(await titlesOf(['science'])).toEqual(['science'])
  expect(await titlesOf([])).toEqual([])
  const sum = prepared((from, given: Given<{ numbers: readonly number[] }>) =>
    from
      .selectFrom('categories')
      .select(sql<number>`(select sum(value) from ${given.numbers('numbers')})`.as('sum'))
      .limit(1),
  )
  expect(await sum(db, { numbers: [40, 1, 1] })).toEqual([{ sum: 42 }])
  await db.destroy()
})
