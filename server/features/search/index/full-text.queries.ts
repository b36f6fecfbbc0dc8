import { sql } from 'kysely'
import type { Db } from '#server/data/database.ts'
import { isPostgres, valuesTable } from '#server/data/dialect.ts'
import { type Lexeme, SEARCH_INDEXES, type SearchIndex } from './indexes.ts'

/** Letters, digits and marks only, so that no text can contain syntax of the full-text query language. */
const SAFE = /^[\p{L}\p{N}\p{M}]+$/u

function quoted({ text, prefix }: Lexeme): string {
  return prefix ? `"${text}" *` : `"${text}"`
}

function quotedForPostgres({ text, prefix }: Lexeme): string {
  return prefix ? `'${text}':*` : `'${text}'`
}

/** The full-text query in the syntax of the engine. */
function expressionOf(groups: Lexeme[][], postgres: boolean): string {
  if (groups.flat().some(({ text }) => !SAFE.test(text)))
    throw new Error('A lexeme is one word of letters and digits')
  const quote = postgres ? quotedForPostgres : quoted
  const [or, and] = postgres ? [' | ', ' & '] : [' OR ', ' AND ']
  return groups.map((group) => `(${group.map(quote).join(or)})`).join(and)
}

type FullTextIndex = SearchIndex['playlists' | 'passages' | 'corrections']

interface Wanted {
  /** The number of newest entries to return. */
  limit: number
  /** An upper bound of the matches. */
  most: number
  index: FullTextIndex
  /** PostgreSQL looks at so many of the newest entries before it asks the index. */
  newest?: number | undefined
}

/**
 * Up to this many matches, reading all is faster than scanning from the newest until a thousand match. PostgreSQL's planner
 * underestimates the cost of checking each entry and would start to scan at half as many.
 */
const LOOKED_UP_MAX = 4500

/**
 * The newest entries, at most `limit`, that contain at least one lexeme of every group. SQLite's index returns them in this
 * order, so the work is bounded however common a word is. PostgreSQL uses its inverted index for a few matches; for more,
 * its planner chooses between that index and a scan from the newest.
 */
export async function matching(db: Db, groups: Lexeme[][], wanted: Wanted): Promise<number[]> {
  if (groups.length === 0 || groups.some((group) => group.length === 0)) return []
  if (isPostgres(db)) return matchingOnPostgres(db, groups, wanted)
  const { limit, index } = wanted
  const { rows } = await sql<{ seq: number }>`select rowid as seq from ${sql.table(index)}
    where ${sql.table(index)} match ${expressionOf(groups, false)} order by rowid desc limit ${limit}`.execute(
    db,
  )
  return rows.map(({ seq }) => seq)
}

async function matchingOnPostgres(db: Db, groups: Lexeme[][], wanted: Wanted): Promise<number[]> {
  const { limit, most, index, newest } = wanted
  if (newest !== undefined) {
    const found = await amongNewest(db, groups, { limit, index, newest })
    if (found.length === limit) return found
  }
  const held = sql`${sql.table(index)} where lexemes @@ ${expressionOf(groups, true)}::tsquery`
  // `offset 0` hides the limit from the planner.
  const from = most <= LOOKED_UP_MAX ? sql`(select rowid from ${held} offset 0) as held` : held
  // One aggregated row is much faster to send than a thousand.
  const { rows } = await sql<{ seqs: number[] }>`
    select array(select rowid from ${from} order by rowid desc limit ${limit}) as seqs`.execute(db)
  return rows[0]?.seqs ?? []
}

/**
 * Words that are often said together are in far more entries than the planner expects, and it would read them all. Where the
 * newest entries have enough of them, it need not decide.
 */
async function amongNewest(
  db: Db,
  groups: Lexeme[][],
  { limit, index, newest }: Required<Pick<Wanted, 'limit' | 'index'>> & { newest: number },
): Promise<number[]> {
  const { rows } = await sql<{ seqs: number[] }>`
    select array(select rowid from (select rowid, lexemes from ${sql.table(index)} order by rowid desc limit ${newest}) as newest
      where lexemes @@ ${expressionOf(groups, true)}::tsquery order by rowid desc limit ${limit}) as seqs`.execute(
    db,
  )
  return rows[0]?.seqs ?? []
}

/** Enters words of letters and digits, with a space between them, under their numbers. */
export async function enterEntries(
  trx: Db,
  index: FullTextIndex,
  entries: readonly { seq: number; lexemes: string }[],
): Promise<void> {
  if (entries.length === 0) return
  const entry = valuesTable(trx, 'entry', {
    number: entries.map(({ seq }) => seq),
    words: entries.map(({ lexemes }) => lexemes),
  })
  const kept = isPostgres(trx) ? sql`array_to_tsvector(string_to_array(words, ' '))` : sql`words`
  await sql`insert into ${sql.table(index)} (rowid, lexemes) select number, ${kept} from ${entry} where true`.execute(
    trx,
  )
}

export async function removeEntry(trx: Db, index: FullTextIndex, seq: number): Promise<void> {
  await sql`delete from ${sql.table(index)} where rowid = ${seq}`.execute(trx)
}

/** Empties the indexes of playlists. */
export async function removeAllEntries(trx: Db): Promise<void> {
  for (const { playlists } of SEARCH_INDEXES) {
    const index = sql.table(playlists)
    if (isPostgres(trx)) await sql`delete from ${index}`.execute(trx)
    else await sql`insert into ${index} (${index}) values ('delete-all')`.execute(trx)
  }
}

/** One step blocks all requests, so it must take a few milliseconds only. */
const PAGES_A_STEP = 16
/** SQLite's default merges four segments of one size. */
const MERGED_FROM = 2

/** SQLite's list of segments; it changes with every insert, delete and merge. */
async function segmentsOf(db: Db, index: SearchIndex['playlists']): Promise<string> {
  const { rows } = await sql<{ segments: string }>`
    select hex(block) as segments from ${sql.table(`${index}_data`)} where id = 10`.execute(db)
  return rows[0]?.segments ?? ''
}

/**
 * SQLite stores each batch of entries in a separate segment, and every search reads all segments. Each call merges a few
 * pages and returns whether there may be more to merge. PostgreSQL has nothing to merge.
 */
export function createMerging(db: Db): () => Promise<boolean> {
  if (isPostgres(db)) return async () => false
  const steps = SEARCH_INDEXES.map(({ playlists }) => createMergingOf(db, playlists))
  return async () => {
    for (const step of steps) if (await step()) return true
    return false
  }
}

function createMergingOf(db: Db, name: SearchIndex['playlists']): () => Promise<boolean> {
  const index = sql.table(name)
  let merged: string | undefined
  let isLogged = false
  return async () => {
    const before = await segmentsOf(db, name)
    if (before === merged) return false
    if (!isLogged)
      await sql`insert into ${index} (${index}, rank) values ('usermerge', ${sql.lit(MERGED_FROM)})`.execute(
        db,
      )
    isLogged = true
    await sql`insert into ${index} (${index}, rank) values ('merge', ${sql.lit(PAGES_A_STEP)})`.execute(db)
    const after = await segmentsOf(db, name)
    if (after === before) merged = after
    return after !== before
  }
}

/** Merges all segments of some indexes at once, at the end of a rebuild. */
export async function mergeWhole(trx: Db, of: 'playlists' | 'passages'): Promise<void> {
  if (isPostgres(trx)) return
  for (const indexes of SEARCH_INDEXES) {
    const index = sql.table(indexes[of])
    await sql`insert into ${index} (${index}) values ('optimize')`.execute(trx)
  }
}
