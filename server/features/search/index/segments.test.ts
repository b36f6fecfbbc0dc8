import { Kysely, sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { migrate } from '#server/data/migrate.ts'
import type { Schema } from '#server/data/schema.ts'
import { sqliteDialect } from '#server/data/sqlite.ts'
import { openSqlite } from '#server/data/sqlite-file.ts'
import { createMerging, enterEntries, matching, mergeWhole, removeEntry } from './full-text.queries.ts'

async function openIndex() {
  const db = new Kysely<Schema>({ dialect: sqliteDialect(openSqlite(':memory:')) })
  onTestFinished(() => db.destroy())
  await migrate(db)
  const number = async (query: ReturnType<typeof sql<{ n: number }>>) =>
    (await query.execute(db)).rows[0]?.n ?? 0
  return {
    db,
    segments: () => number(sql`select count(distinct segid) as n from search_index_idx`),
    changes: () => number(sql`select total_changes() as n`),
    find: (text: string) =>
      matching(db, [[{ text, prefix: false }]], { limit: 1000, most: 1000, index: 'search_index' }),
    enter: async (from: number, to: number) => {
      for (let seq = from; seq <= to; seq += 1)
        await enterEntries(db, 'search_index', [{ seq, lexemes: `aall ax${seq % 7} ay${seq}` }])
    },
  }
}

const DESCENDING = (from: number, to: number) => Array.from({ length: from - to + 1 }, (_, n) => from - n)

test('rows that were inserted one by one are merged step by step, and searches find the same', async () => {
  const { db, segments, changes, find, enter } = await openIndex()
  await enter(1, 300)
  await removeEntry(db, 'search_index', 3)
  expect(await segments()).toBeGreaterThan(3)
  const merge = createMerging(db)
  let steps = 0
  while (await merge()) steps += 1
  expect(steps).toBeGreaterThan(0)
  expect(await segments()).toBeLessThanOrEqual(2)
  const left = DESCENDING(300, 1).filter((seq) => seq !== 3)
  expect(await find('aall')).toEqual(left)
  expect(await find('ax3')).toEqual(left.filter((seq) => seq % 7 === 3))
  const before = await changes()
  expect(await merge()).toBe(false)
  expect(await changes()).toBe(before)
})

test('rows that are inserted later are merged, too', async () => {
  const { db, segments, find, enter } = await openIndex()
  const merge = createMerging(db)
  await enter(1, 30)
  while (await merge());
  await enter(31, 36)
  expect(await segments()).toBeGreaterThan(2)
  while (await merge());
  expect(await segments()).toBeLessThanOrEqual(3)
  expect(await find('aall')).toEqual(DESCENDING(36, 1))
})

test('the whole index can be merged at once', async () => {
  const { db, segments, find, enter } = await openIndex()
  await enter(1, 60)
  await mergeWhole(db, 'playlists')
  expect(await segments()).toBe(1)
  expect(await find('aall')).toEqual(DESCENDING(60, 1))
})
