import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { isPostgres } from '../db/dialect.ts'

/** Postings that the entries do not say, and such as are missing; none on SQLite, whose index has its own. */
export async function wrongPostings(db: Db): Promise<number> {
  if (!isPostgres(db)) return 0
  const { rows } = await sql<{ wrong: number }>`
    select (count(*) - count(posting.seq)
      + (select count(*) from search_index_postings) - count(posting.seq))::int as wrong
    from search_index cross join unnest(tsvector_to_array(lexemes)) as held (lexeme)
    left join search_index_postings as posting on posting.lexeme = held.lexeme and posting.seq = rowid`.execute(
    db,
  )
  return rows[0]?.wrong ?? 0
}
