import { sql } from 'kysely'
import type { Db } from '#server/data/database.ts'
import { isPostgres, valuesTable } from '#server/data/dialect.ts'
import { lexemesOf, type SearchDocument } from './document.ts'

/** A word as the index knows it, or all that begin with it. */
export interface Lexeme {
  text: string
  prefix: boolean
}

/** Letters, digits and the marks they carry: nothing that the full-text engine could read as its own language. */
const SAFE = /^[\p{L}\p{N}\p{M}]+$/u

function quoted({ text, prefix }: Lexeme): string {
  return prefix ? `"${text}" *` : `"${text}"`
}

function quotedForPostgres({ text, prefix }: Lexeme): string {
  return prefix ? `'${text}':*` : `'${text}'`
}

/** The same question in the words of each engine. */
function expressionOf(groups: Lexeme[][], postgres: boolean): string {
  if (groups.flat().some(({ text }) => !SAFE.test(text)))
    throw new Error('A lexeme is one word of letters and digits')
  const quote = postgres ? quotedForPostgres : quoted
  const [or, and] = postgres ? [' | ', ' & '] : [' OR ', ' AND ']
  return groups.map((group) => `(${group.map(quote).join(or)})`).join(and)
}

interface Wanted {
  /** So many of the newest. */
  limit: number
  /** It is known that no more than so many hold them. */
  most: number
}

/**
 * Of so many it gives all sooner than a walk from the newest meets a thousand. By itself PostgreSQL would walk for half
 * as many: what a look at each entry costs, it thinks too little of.
 */
const LOOKED_UP_MAX = 4500

/**
 * The newest in the index, at most `limit`, that hold at least one lexeme of every group. SQLite's index hands them out in
 * this order, so that the work is bounded however common a word is. PostgreSQL asks its inverted index for few, and for
 * more it walks from the newest or asks that index, whichever it thinks is less work.
 */
export async function matching(db: Db, groups: Lexeme[][], { limit, most }: Wanted): Promise<number[]> {
  if (groups.length === 0 || groups.some((group) => group.length === 0)) return []
  if (isPostgres(db)) return matchingOnPostgres(db, groups, { limit, most })
  const { rows } = await sql<{ seq: number }>`select rowid as seq from search_index
    where search_index match ${expressionOf(groups, false)} order by rowid desc limit ${limit}`.execute(db)
  return rows.map(({ seq }) => seq)
}

async function matchingOnPostgres(db: Db, groups: Lexeme[][], { limit, most }: Wanted): Promise<number[]> {
  const held = sql`search_index where lexemes @@ ${expressionOf(groups, true)}::tsquery`
  // Behind `offset 0` the planner does not know that few of the newest are wanted.
  const from = most <= LOOKED_UP_MAX ? sql`(select rowid from ${held} offset 0) as held` : held
  // A thousand rows of one number each are a thousand messages.
  const { rows } = await sql<{ seqs: number[] }>`
    select array(select rowid from ${from} order by rowid desc limit ${limit}) as seqs`.execute(db)
  return rows[0]?.seqs ?? []
}

/** `lexemes` are words of letters and digits with a space between them. */
export async function enterLexemes(trx: Db, seq: number, lexemes: string): Promise<void> {
  const kept = isPostgres(trx) ? sql`array_to_tsvector(string_to_array(${lexemes}, ' '))` : sql`${lexemes}`
  await sql`insert into search_index (rowid, lexemes) values (${seq}, ${kept})`.execute(trx)
}

/** The same for many at once, the oldest first. */
export async function enterAllLexemes(
  trx: Db,
  entries: readonly { seq: number; document: SearchDocument }[],
): Promise<void> {
  const entry = valuesTable(trx, 'entry', {
    number: entries.map(({ seq }) => seq),
    words: entries.map(({ document }) => lexemesOf(document)),
  })
  const kept = isPostgres(trx) ? sql`array_to_tsvector(string_to_array(words, ' '))` : sql`words`
  await sql`insert into search_index (rowid, lexemes) select number, ${kept} from ${entry} where true`.execute(
    trx,
  )
}

export async function removeLexemes(trx: Db, seq: number): Promise<void> {
  await sql`delete from search_index where rowid = ${seq}`.execute(trx)
}

export async function removeAllLexemes(trx: Db): Promise<void> {
  if (isPostgres(trx)) await sql`delete from search_index`.execute(trx)
  else await sql`insert into search_index (search_index) values ('delete-all')`.execute(trx)
}
