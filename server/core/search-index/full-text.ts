import { sql } from 'kysely'
import type { Db } from '../db/database.ts'

/** A word as the index knows it, or all that begin with it. */
export interface Lexeme {
  text: string
  prefix: boolean
}

/** Letters, digits and the marks they carry: nothing that the full-text engine could read as its own language. */
const SAFE = /^[\p{L}\p{N}\p{M}]+$/u

function quoted({ text, prefix }: Lexeme): string {
  if (!SAFE.test(text)) throw new Error('A lexeme is one word of letters and digits')
  return prefix ? `"${text}" *` : `"${text}"`
}

/**
 * The newest in the index, at most `limit`, that hold at least one lexeme of every group. The index hands them out in
 * this order, so that the work is bounded however common a word is.
 */
export async function matching(db: Db, groups: Lexeme[][], limit: number): Promise<number[]> {
  if (groups.length === 0 || groups.some((group) => group.length === 0)) return []
  const expression = groups.map((group) => `(${group.map(quoted).join(' OR ')})`).join(' AND ')
  const found = await sql<{ seq: number }>`
    select rowid as seq from search_index where search_index match ${expression}
    order by rowid desc limit ${limit}`.execute(db)
  return found.rows.map(({ seq }) => seq)
}

export async function enterLexemes(trx: Db, seq: number, lexemes: string): Promise<void> {
  await sql`insert into search_index (rowid, lexemes) values (${seq}, ${lexemes})`.execute(trx)
}

export async function removeLexemes(trx: Db, seq: number): Promise<void> {
  await sql`delete from search_index where rowid = ${seq}`.execute(trx)
}

export async function removeAllLexemes(trx: Db): Promise<void> {
  await sql`insert into search_index (search_index) values ('delete-all')`.execute(trx)
}
