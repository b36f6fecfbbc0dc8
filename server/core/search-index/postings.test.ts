import { type RawBuilder, sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { copyOfTemplate, placeOf } from '#server/test-database.ts'
import { type Db, openToolDatabase } from '../db/database.ts'
import { migrate, migrateTo } from '../db/migrate.ts'
import { searchFaults } from '../search-index-check.ts'
import { matching } from './full-text.ts'
import { newestInAll } from './postings.ts'
import { wrongPostings } from './postings-check.ts'
import { rebuildSearchIndex } from './rebuild.ts'

async function openPostgres() {
  const db = openToolDatabase(placeOf('', await copyOfTemplate()))
  onTestFinished(() => db.destroy())
  return db
}

const ENTRIES = 10_000

/** By lexeme, which entries hold it; more than are read at once, fewer, none, only the oldest and only the newest. */
const HOLDERS: Record<string, (seq: number) => boolean> = {
  all: () => true,
  most: (seq) => seq % 7 !== 0,
  half: (seq) => seq % 2 === 0,
  odd: (seq) => seq % 2 === 1,
  some: (seq) => seq % 11 === 4,
  few: (seq) => seq % 997 === 5,
  one: (seq) => seq === 4321,
  first: (seq) => seq <= 40,
  old: (seq) => seq <= 3000,
  new: (seq) => seq > 9000,
  none: () => false,
}
const LEXEMES = Object.keys(HOLDERS)

async function enterAll(db: Db): Promise<void> {
  const seqs = Array.from({ length: ENTRIES }, (_, n) => n + 1)
  const lexemes = seqs.map((seq) => LEXEMES.filter((lexeme) => HOLDERS[lexeme]?.(seq)).join(' '))
  await sql`insert into search_index (rowid, lexemes)
    select seq, array_to_tsvector(string_to_array(words, ' '))
    from unnest(${seqs}::int[], ${lexemes}::text[]) as entry (seq, words)`.execute(db)
  // A site's planner knows soon how many there are; here it would learn it, or not, in the middle of a test.
  await sql`analyze search_index, search_index_postings`.execute(db)
}

const NEWEST_FIRST = Array.from({ length: ENTRIES }, (_, n) => ENTRIES - n)

function lookedThrough(groups: string[][]): number[] {
  const holds = (seq: number) => groups.every((group) => group.some((lexeme) => HOLDERS[lexeme]?.(seq)))
  return NEWEST_FIRST.filter(holds)
}

/** Every lexeme alone, with each of the others, and where one of several will do. */
const QUESTIONS = LEXEMES.flatMap((one, n) => [
  [[one]],
  [[one, 'few']],
  ...LEXEMES.slice(n).flatMap((other) => [
    [[one], [other]],
    [[other], [one], ['most']],
    [[one, 'few'], [other], ['most'], ['half']],
    [
      [one, 'few'],
      [other, 'first'],
    ],
    [[one], ['none', other], ['most', 'new']],
    [[other], ['none', one], ['most', 'new']],
  ]),
])

test('the newest that hold a lexeme of every group are those that a look at every entry would find', async () => {
  const db = await openPostgres()
  await enterAll(db)
  let read = 0
  for (const asked of QUESTIONS) {
    const groups = asked.map((group) => group.map((text) => ({ text, prefix: false })))
    const all = lookedThrough(asked)
    for (const limit of [1, 1001, 3500, 2 * ENTRIES]) {
      const wanted = all.slice(0, limit).join()
      const found = await newestInAll(db, asked, limit)
      if (found) read += 1
      expect(found?.join() ?? wanted, JSON.stringify({ asked, limit })).toBe(wanted)
    }
    const matched = await matching(db, groups, { limit: 1001, most: Infinity })
    expect(matched.join(), JSON.stringify(asked)).toBe(all.slice(0, 1001).join())
  }
  expect(read).toBeGreaterThan(QUESTIONS.length)
})

test('how many lexemes there are, and what is known of them, changes nothing of what is found', async () => {
  const db = await openPostgres()
  await enterAll(db)
  const wanted = lookedThrough([['some'], ['half']]).slice(0, 1001)
  const words = (texts: string[]) => texts.map((text) => ({ text, prefix: false }))
  const strangers = Array.from({ length: 40 }, (_, n) => `stranger${n}`)
  for (const most of [800, 3000, Infinity]) {
    for (const asked of [words(['some']), words(['some', ...strangers]), [{ text: 'som', prefix: true }]]) {
      expect(await matching(db, [asked, words(['half'])], { limit: 1001, most })).toEqual(wanted)
    }
  }
})

/** What is written into the index by a program that knows nothing of postings. */
const CHANGES: RawBuilder<unknown>[] = [
  sql`insert into search_index values (1, array_to_tsvector(array['ame', 'aherb'])), (2, array_to_tsvector(array['ame']))`,
  sql`update search_index set lexemes = array_to_tsvector(array['ame', 'ayou']) where rowid = 1`,
  sql`update search_index set rowid = 3 where rowid = 2`,
  sql`delete from search_index where rowid = 1`,
]

test('postings follow whatever is written into the index', async () => {
  const db = await openPostgres()
  const holders: number[][] = []
  for (const change of CHANGES) {
    await change.execute(db)
    expect(await wrongPostings(db)).toBe(0)
    holders.push((await newestInAll(db, [['ame']], 10)) ?? [])
  }
  expect(holders).toEqual([[2, 1], [2, 1], [3, 1], [3]])
})

test('postings that are missing or too many are found, and a new index has none of them', async () => {
  const db = await openPostgres()
  await CHANGES[0]?.execute(db)
  await sql`delete from search_index_postings where lexeme = 'ame'`.execute(db)
  expect(await wrongPostings(db)).toBe(2)
  await sql`insert into search_index_postings values ('aherb', 7)`.execute(db)
  expect(await wrongPostings(db)).toBe(3)
  await db.transaction().execute(rebuildSearchIndex)
  expect(await wrongPostings(db)).toBe(0)
  expect(await newestInAll(db, [['aherb']], 10)).toEqual([])
  await sql`insert into search_index_postings values ('aherb', 7)`.execute(db)
  expect(await searchFaults(db)).toBe(1)
})

test('a site that was there before has the postings of its entries', async () => {
  const db = await openPostgres()
  await sql`drop schema public cascade`.execute(db)
  await sql`create schema public`.execute(db)
  await migrateTo(db, '0008-comment-totals')
  await CHANGES[0]?.execute(db)
  await migrate(db)
  expect(await wrongPostings(db)).toBe(0)
  expect(await newestInAll(db, [['ame'], ['aherb', 'ayou']], 10)).toEqual([1])
})
