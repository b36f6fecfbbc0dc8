import { sql } from 'kysely'
import type { Database } from './database.ts'

/**
 * For a new database that is discarded after any failure: nothing is synced until `endBulkLoad`, and rows may be inserted
 * before the rows that they reference.
 */
export async function beginBulkLoad(db: Database): Promise<void> {
  await sql`pragma foreign_keys = off`.execute(db)
  await sql`pragma journal_mode = memory`.execute(db)
  await sql`pragma synchronous = off`.execute(db)
}

/** Restores the settings of a serving site. The caller syncs the file. */
export async function endBulkLoad(db: Database): Promise<void> {
  await sql`pragma optimize`.execute(db)
  await sql`pragma journal_mode = wal`.execute(db)
  await sql`pragma wal_checkpoint(truncate)`.execute(db)
  await sql`pragma synchronous = normal`.execute(db)
}
