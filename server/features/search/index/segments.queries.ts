import { sql } from 'kysely'
import type { Db } from '#server/data/database.ts'
import { isPostgres } from '#server/data/dialect.ts'

/** One step blocks all requests, so it must take a few milliseconds only. */
const PAGES_A_STEP = 16
/** SQLite's default merges four segments of one size. */
const MERGED_FROM = 2

/** SQLite's list of segments; it changes with every insert, delete and merge. */
async function segmentsOf(db: Db): Promise<string> {
  const { rows } = await sql<{ segments: string }>`
    select hex(block) as segments from search_index_data where id = 10`.execute(db)
  return rows[0]?.segments ?? ''
}

/**
 * SQLite stores each batch of entries in a separate segment, and every search reads all segments. Each call merges a few
 * pages and returns whether there may be more to merge. PostgreSQL has nothing to merge.
 */
export function createMerging(db: Db): () => Promise<boolean> {
  let merged: string | undefined
  let isLogged = false
  return async () => {
    if (isPostgres(db)) return false
    const before = await segmentsOf(db)
    if (before === merged) return false
    if (!isLogged)
      await sql`insert into search_index (search_index, rank) values ('usermerge', ${sql.lit(MERGED_FROM)})`.execute(
        db,
      )
    isLogged = true
    await sql`insert into search_index (search_index, rank) values ('merge', ${sql.lit(PAGES_A_STEP)})`.execute(
      db,
    )
    const after = await segmentsOf(db)
    if (after === before) merged = after
    return after !== before
  }
}

/** Merges all segments at once, at the end of a rebuild. */
export async function mergeWhole(trx: Db): Promise<void> {
  if (!isPostgres(trx)) await sql`insert into search_index (search_index) values ('optimize')`.execute(trx)
}
