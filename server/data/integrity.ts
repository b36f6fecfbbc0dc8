import type SQLite from 'better-sqlite3'
import { sql } from 'kysely'
import type { Db } from './database.ts'
import { codeOf, isPostgres } from './dialect.ts'

export interface BrokenReference {
  table: string
  parent: string
  rows: number
}

/** Counts the rows whose foreign key points at no row, by table. PostgreSQL checks each row when it is written. */
export async function brokenReferences(db: Db): Promise<BrokenReference[]> {
  if (isPostgres(db)) return []
  const found = await sql<{ table: string; parent: string; rows: number }>`
    select "table", parent, count(*) as rows from pragma_foreign_key_check group by 1, 2 order by 1, 2`.execute(
    db,
  )
  return found.rows
}

/** The problems that SQLite finds in its pages and indexes, at most twenty. */
export async function findingsOf(db: Db): Promise<string[]> {
  // PostgreSQL checks its pages itself; amcheck and checksums are up to its administrator.
  if (isPostgres(db)) return []
  try {
    const found = await sql<{ integrity_check: string }>`pragma integrity_check(20)`.execute(db)
    const findings = found.rows.map((row) => row.integrity_check)
    return findings.length === 1 && findings[0] === 'ok' ? [] : findings
  } catch (error) {
    if (isDamaged(error) && error instanceof Error) return [error.message]
    throw error
  }
}

/** Whether the error means that pages are corrupt. No write may build on corrupt pages. */
export function isDamaged(error: unknown): boolean {
  return /^(SQLITE_(CORRUPT|NOTADB)|XX001$|XX002$)/.test(codeOf(error))
}

/** The first problem in the pages of a database, or `undefined`. */
export function damageOf(sqlite: SQLite.Database): string | undefined {
  try {
    const finding = sqlite.pragma('quick_check(1)', { simple: true })
    return finding === 'ok' ? undefined : String(finding)
  } catch (error) {
    if (isDamaged(error) && error instanceof Error) return error.message
    throw error
  }
}
