import { type RawBuilder, sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { copyOfTemplate, placeOf } from '#server/test-database.ts'
import { type Db, openToolDatabase } from '../db/database.ts'
import { migrate, migrateTo } from '../db/migrate.ts'
import { heldInMemory, matching } from './full-text.ts'
import { indexMark, newestKept } from './kept-postings.ts'

async function openPostgres() {
  const db = openToolDatabase(placeOf('', await copyOfTemplate()))
  onTestFinished(() => db.destroy())
  return db
}

async function enter(db: Db, seqs: number[], lexemes: string[]): Promise<void> {
  await sql`insert into search_index (rowid, lexemes)
    select seq, array_to_tsvector(${lexemes}::text[]) from unnest(${seqs}::int[]) as entry (seq)`.execute(db)
}

async function markNow(db: Db): Promise<string> {
  return (await indexMark(db)) ?? expect.fail('PostgreSQL’s index has a name')
}

const WANTED = [['aone'], ['atwo', 'athree']]

/** Asked for once, a second time, and once it is there. */
async function askThrice(db: Db, mark: string): Promise<(number[] | undefined)[]> {
  const answers: (number[] | undefined)[] = []
  for (let asked = 0; asked < 3; asked += 1) answers.push(await newestKept(db, WANTED, { limit: 3, mark }))
  return answers
}

async function openIndex() {
  const db = await openPostgres()
  await enter(db, [1, 2, 3, 64, 65], ['aone', 'atwo'])
  await enter(db, [4], ['aone', 'athree'])
  await enter(db, [70, 71], ['atwo', 'athree'])
  return db
}

test('what is asked for a third time is in memory', async () => {
  const db = await openIndex()
  expect(await askThrice(db, await markNow(db))).toEqual([undefined, undefined, [65, 64, 4]])
  await sql`drop table search_index_postings`.execute(db)
  expect(await newestKept(db, WANTED, { limit: 9, mark: await markNow(db) })).toEqual([65, 64, 4, 3, 2, 1])
})

const CHANGES: Record<string, RawBuilder<unknown>> = {
  'a new entry': sql`insert into search_index values (99, array_to_tsvector(array['aone', 'atwo']))`,
  'a changed entry': sql`update search_index set lexemes = array_to_tsvector(array['aone']) where rowid = 65`,
  'an entry that is gone': sql`delete from search_index where rowid = 64`,
  'an empty index': sql`truncate search_index`,
}
const NEWEST: Record<string, number[]> = {
  'a new entry': [99, 65, 64],
  'a changed entry': [64, 4, 3],
  'an entry that is gone': [65, 4, 3],
}

test.for(Object.entries(CHANGES))('%s: what was kept before is of another index', async ([what, change]) => {
  const db = await openIndex()
  const mark = await markNow(db)
  await askThrice(db, mark)
  await change.execute(db)
  const changed = await markNow(db)
  expect(changed).not.toBe(mark)
  const wanted = NEWEST[what]
  if (wanted) expect(await askThrice(db, changed)).toEqual([undefined, undefined, wanted])
})

test('what is read when the index is another one already is not kept under the name of the former', async () => {
  const db = await openIndex()
  const mark = await markNow(db)
  await enter(db, [98], ['aone', 'atwo'])
  expect(await askThrice(db, mark)).toEqual([undefined, undefined, undefined])
  expect(await askThrice(db, await markNow(db))).toEqual([undefined, undefined, [98, 65, 64]])
})

test('a change that is taken back, or not yet there, leaves what is kept', async () => {
  const db = await openIndex()
  const mark = await markNow(db)
  const trx = await db.startTransaction().execute()
  await enter(trx, [99], ['aone', 'atwo'])
  expect(await markNow(db)).toBe(mark)
  expect(await markNow(trx)).not.toBe(mark)
  await trx.rollback().execute()
  expect(await markNow(db)).toBe(mark)
})

test('a search that knows what the index is called finds the same from memory', async () => {
  const db = await openIndex()
  const groups = WANTED.map((group) => group.map((text) => ({ text, prefix: false })))
  for (let asked = 0; asked < 4; asked += 1) {
    const wanted = { limit: 4, most: Infinity, mark: await markNow(db) }
    expect(await matching(db, groups, wanted)).toEqual([65, 64, 4, 3])
  }
})

test('which of some entries hold a word is known of words in memory alone', async () => {
  const db = await openIndex()
  const mark = await markNow(db)
  const word = { text: 'athree', prefix: false }
  expect(await heldInMemory([70, 65, 4], [word], mark)).toBeUndefined()
  await askThrice(db, mark)
  expect(await heldInMemory([70, 65, 4], [word], mark)).toEqual([70, 4])
  expect(await heldInMemory([70, 65, 4], [word, { text: 'aone', prefix: false }], mark)).toEqual([70, 65, 4])
  expect(await heldInMemory([70], [word, { text: 'afour', prefix: false }], mark)).toBeUndefined()
  expect(await heldInMemory([70], [{ text: 'athree', prefix: true }], mark)).toBeUndefined()
  expect(await heldInMemory([70], [word], undefined)).toBeUndefined()
  await enter(db, [72], ['athree'])
  expect(await heldInMemory([72, 70], [word], await markNow(db))).toBeUndefined()
})

test('of many words some are read at a time, and in the end all are there', async () => {
  const db = await openIndex()
  const many = [['aone'], ['atwo', ...Array.from({ length: 15 }, (_, n) => `astranger${n}`)]]
  const mark = await markNow(db)
  await expect.poll(() => newestKept(db, many, { limit: 2, mark })).toEqual([65, 64])
})

test('of a word that is in a hundred thousand entries nothing is kept', async () => {
  const db = await openIndex()
  await sql`insert into search_index_postings select 'aone', seq from generate_series(1000, 101000) as more (seq)`.execute(
    db,
  )
  const mark = await markNow(db)
  expect(await askThrice(db, mark)).toEqual([undefined, undefined, undefined])
  const others = [['athree'], ['atwo']]
  await expect.poll(() => newestKept(db, others, { limit: 2, mark })).toEqual([71, 70])
  expect(await newestKept(db, WANTED, { limit: 2, mark })).toBeUndefined()
})

test('what cannot be read is read from the database again, and known when it can', async () => {
  const db = await openIndex()
  const mark = await markNow(db)
  await sql`alter table search_index_postings rename to elsewhere`.execute(db)
  expect(await askThrice(db, mark)).toEqual([undefined, undefined, undefined])
  await sql`alter table elsewhere rename to search_index_postings`.execute(db)
  await expect.poll(() => newestKept(db, WANTED, { limit: 1, mark })).toEqual([65])
})

test('no two indexes have one name, and a site that was there before has one', async () => {
  const db = await openIndex()
  const other = await openIndex()
  expect(await markNow(other)).not.toBe(await markNow(db))
  await sql`drop schema public cascade`.execute(db)
  await sql`create schema public`.execute(db)
  await migrateTo(db, '0009-postings')
  await enter(db, [1], ['aone', 'atwo'])
  await migrate(db)
  expect(await askThrice(db, await markNow(db))).toEqual([undefined, undefined, [1]])
})
