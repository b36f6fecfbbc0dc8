import { sql } from 'kysely'
import type { Db } from './database.ts'
import { isDamaged } from './dialect.ts'

export interface BrokenReference {
  table: string
  parent: string
  rows: number
}

/** Rows that point at nothing, by table. */
export async function brokenReferences(db: Db): Promise<BrokenReference[]> {
  const found = await sql<{ table: string; parent: string; rows: number }>`
    select "table", parent, count(*) as rows from pragma_foreign_key_check group by 1, 2 order by 1, 2`.execute(
    db,
  )
  return found.rows
}

/** What SQLite finds wrong with its pages and indexes, at most twenty sentences; none when all is well. */
export async function findingsOf(db: Db): Promise<string[]> {
  try {
    const found = await sql<{ integrity_check: string }>`pragma integrity_check(20)`.execute(db)
    const findings = found.rows.map((row) => row.integrity_check)
    return findings.length === 1 && findings[0] === 'ok' ? [] : findings
  } catch (error) {
    if (isDamaged(error) && error instanceof Error) return [error.message]
    throw error
  }
}
