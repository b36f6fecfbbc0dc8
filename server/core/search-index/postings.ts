import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { isPostgres } from '../db/dialect.ts'
import { type Given, prepared } from '../db/prepared.ts'
import { isCategoryLexeme } from './document.ts'

/** A word as the index knows it → entries that hold it, the newest first. */
type Postings = Map<string, number[]>

/** Entries from one on and before another. */
interface Stretch {
  from: number
  before: number
}

/** At least one lexeme of each group must be held. */
type Groups = readonly (readonly string[])[]

/** So many of the newest are read of each lexeme, where more than one must meet in an entry. */
const FIRST_READ = 4096
const AFTER_ALL = 2 ** 31 - 1
/** So many joins take no longer than reading all their words. */
const JOINS_MAX = 4
/** When no more than so many are to be expected, the inverted index gives them sooner than all postings are read. */
const FEW_EXPECTED = 300
/** A little further than was worked out, or a second look would be needed half of the time. */
const MARGIN = 1.25

/**
 * The newest entries, at most `limit`, that hold at least one lexeme of every group; there is no group without one.
 * `undefined` when few are to be expected, which are looked up sooner. PostgreSQL only, from its postings (0009).
 */
export async function newestInAll(db: Db, groups: Groups, limit: number): Promise<number[] | undefined> {
  if (groups.length === 1 || groups.length > 3) return newestRead(db, groups, limit)
  const joins = combined(groups)
  if (joins.length > JOINS_MAX) return newestRead(db, groups, limit)
  const found = await Promise.all(joins.map((lexemes) => newestHolding(db, lexemes, limit)))
  return [...new Set(found.flat())].toSorted((a, b) => b - a).slice(0, limit)
}

/** One lexeme of each group in every way, but for two categories: no playlist is in both. */
function combined(groups: Groups): string[][] {
  const ways = groups.reduce<string[][]>(
    (made, group) => made.flatMap((lexemes) => group.map((lexeme) => [...lexemes, lexeme])),
    [[]],
  )
  return ways.filter((lexemes) => new Set(lexemes.filter(isCategoryLexeme)).size < 2)
}

/** The newest that hold all of two or three lexemes. */
async function newestHolding(db: Db, lexemes: string[], limit: number): Promise<number[]> {
  const [one = '', other = '', third] = lexemes
  const asked = { one, other, limit }
  const rows = third === undefined ? await holdingTwo(db, asked) : await holdingThree(db, { ...asked, third })
  return rows.flatMap(({ seqs }) => numbersIn(seqs))
}

type Asked<More = unknown> = Given<{ one: string; other: string; limit: number } & More>

/** Two lists in one order are gone through side by side: nothing is given but what is in both, as one text. */
const holdingTwo = prepared((db, given: Asked) =>
  db.selectNoFrom(
    sql<string>`array(
      select one.seq from search_index_postings as one join search_index_postings as other using (seq)
      where one.lexeme = ${given.value('one')} and other.lexeme = ${given.value('other')}
      order by one.seq desc limit ${given.value('limit')})::text`.as('seqs'),
  ),
)

const holdingThree = prepared((db, given: Asked<{ third: string }>) =>
  db.selectNoFrom(
    sql<string>`array(
      select one.seq from search_index_postings as one join search_index_postings as other using (seq)
      join search_index_postings as third using (seq)
      where one.lexeme = ${given.value('one')} and other.lexeme = ${given.value('other')}
      and third.lexeme = ${given.value('third')}
      order by one.seq desc limit ${given.value('limit')})::text`.as('seqs'),
  ),
)

/** As one text a thousand numbers are read at once; as an array the driver makes them one by one. */
function numbersIn(array: string): number[] {
  return JSON.parse(`[${array.slice(1, -1)}]`)
}

/**
 * Where one of many words will do, the planner would read and sort all of them. So the newest of each are read, then
 * older ones, as far as enough of them must be expected to be in all groups.
 */
async function newestRead(db: Db, groups: Groups, limit: number): Promise<number[] | undefined> {
  const lexemes = [...new Set(groups.flat())]
  const each = groups.length > 1 ? Math.max(FIRST_READ, limit) : limit
  const first = await readPostings(db, lexemes, { from: 0, before: AFTER_ALL, each })
  const newest = Math.max(0, ...[...first.values()].map((seqs) => seqs[0] ?? 0))
  let { from, end } = whatIsKnown(groups, first, each)
  const found = inAll(groups, first, { from, before: newest + 1 })
  while (found.length < limit && from > end) {
    const looked = newest - from + 1
    if ((found.length * newest) / looked < FEW_EXPECTED) return undefined
    const before = from
    const further = (MARGIN * looked * (limit - found.length)) / found.length
    from = Math.max(end, Math.floor(before - further))
    const older = await readPostings(db, lexemes, { from, before, each: AFTER_ALL })
    for (const seq of inAll(groups, older, { from, before })) found.push(seq)
  }
  return found.slice(0, limit)
}

const postingsOf = prepared(
  (db, given: Given<{ lexemes: readonly string[]; from: number; before: number; each: number }>) =>
    db
      .selectFrom(sql<{ value: string }>`(select value from ${given.texts('lexemes')})`.as('asked'))
      .select('value as lexeme')
      .select(
        sql<string>`array(select seq from search_index_postings
          where lexeme = value and seq >= ${given.value('from')} and seq < ${given.value('before')}
          order by seq desc limit ${given.value('each')})::text`.as('seqs'),
      ),
)

async function readPostings(
  db: Db,
  lexemes: readonly string[],
  stretch: Stretch & { each: number },
): Promise<Postings> {
  const rows = await postingsOf(db, { lexemes, ...stretch })
  return new Map(rows.map(({ lexeme, seqs }) => [lexeme, numbersIn(seqs)]))
}

/**
 * After `each` of every lexeme were read: everything `from` one entry on is known, and none before `end` is in all groups,
 * because all of one group is known.
 */
function whatIsKnown(groups: Groups, postings: Postings, each: number): { from: number; end: number } {
  const seqsOf = (lexeme: string) => postings.get(lexeme) ?? []
  const goesOn = (lexeme: string) => seqsOf(lexeme).length >= each
  const lastOfThoseThatGoOn = [...postings.keys()].filter(goesOn).map((lexeme) => seqsOf(lexeme).at(-1) ?? 0)
  const oldestOfWhole = groups
    .filter((group) => !group.some(goesOn))
    .map((group) => Math.min(...group.map((lexeme) => seqsOf(lexeme).at(-1) ?? AFTER_ALL)))
  return { from: Math.max(0, ...lastOfThoseThatGoOn), end: Math.max(0, ...oldestOfWhole) }
}

/** Those of the stretch that hold a lexeme of every group, the newest first. */
function inAll(groups: Groups, postings: Postings, { from, before }: Stretch): number[] {
  /** Of each entry, how many groups it is in, counted from the first until one does not have it. */
  const groupsOf = new Uint8Array(Math.max(0, before - from))
  const advance = (seq: number, n: number) => {
    if (groupsOf[seq - from] === n) groupsOf[seq - from] = n + 1
  }
  for (const [n, group] of groups.entries()) {
    for (const lexeme of group) for (const seq of postings.get(lexeme) ?? []) advance(seq, n)
  }
  const found: number[] = []
  let at = groupsOf.lastIndexOf(groups.length)
  while (at >= 0) {
    found.push(at + from)
    at = groupsOf.subarray(0, at).lastIndexOf(groups.length)
  }
  return found
}

/** Before the index is made anew: also those that no entry says, which go with none. */
export async function removeAllPostings(trx: Db): Promise<void> {
  if (isPostgres(trx)) await sql`delete from search_index_postings`.execute(trx)
}
