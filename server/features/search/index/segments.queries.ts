import { sql } from 'kysely'
import type { Db } from '#server/data/database.ts'
import { isPostgres } from '#server/data/dialect.ts'

/** One step takes some milliseconds, in which nobody is answered. */
const PAGES_A_STEP = 16
/** By itself SQLite merges segments of one size when there are four of them. */
const MERGED_FROM = 2

/** SQLite's list of segments: it changes with whatever is entered, removed or merged. */
async function segmentsOf(db: Db): Promise<string> {
  const { rows } = await sql<{ segments: string }>`
    select hex(block) as segments from search_index_data where id = 10`.execute(db)
  return rows[0]?.segments ?? ''
}

/**
 * SQLite keeps what is entered together in a segment of its own, and a search asks every segment. Each call merges a
 * little, and gives whether there may be more to do; what is merged already is not written again. PostgreSQL has one
 * index and nothing to merge.
 */
export function createMerging(db: Db): () => Promise<boolean> {
  let merged: string | undefined
  let told = false
  return async () => {
    if (isPostgres(db)) return false
    const before = await segmentsOf(db)
    if (before === merged) return false
    if (!told)
      await sql`insert into search_index (search_index, rank) values ('usermerge', ${sql.lit(MERGED_FROM)})`.execute(
        db,
      )
    told = true
    await sql`insert into search_index (search_index, rank) values ('merge', ${sql.lit(PAGES_A_STEP)})`.execute(
      db,
    )
    const after = await segmentsOf(db)
    if (after === before) merged = after
    return after !== before
  }
}

/** The same at once, where nobody waits: at the end of an index made anew. */
export async function mergeWhole(trx: Db): Promise<void> {
  if (!isPostgres(trx)) await sql`insert into search_index (search_index) values ('optimize')`.execute(trx)
}
