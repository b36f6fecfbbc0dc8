import { sql } from 'kysely'
import { isDamaged } from './damaged.ts'
import type { Db } from './database.ts'
import { isPostgres } from './dialect.ts'

export interface BrokenReference {
  table: string
  parent: string
  rows: number
}

/** Counts the rows whose foreign key points at no row, by table. */
export async function brokenReferences(db: Db): Promise<BrokenReference[]> {
  if (isPostgres(db)) return brokenOnPostgres(db)
  const found = await sql<{ table: string; parent: string; rows: number }>`
    select "table", parent, count(*) as rows from pragma_foreign_key_check group by 1, 2 order by 1, 2`.execute(
    db,
  )
  return found.rows
}

interface Reference {
  table: string
  column: string
  parent: string
  key: string
}

/** PostgreSQL has no such check, so this checks each foreign key. */
async function brokenOnPostgres(db: Db): Promise<BrokenReference[]> {
  const { rows: references } = await sql<Reference>`
    select child.relname as "table", attribute.attname as "column", parent.relname as parent, key.attname as key
    from pg_constraint as reference
    join pg_class as child on child.oid = reference.conrelid
    join pg_class as parent on parent.oid = reference.confrelid
    join pg_attribute as attribute on attribute.attrelid = child.oid and attribute.attnum = reference.conkey[1]
    join pg_attribute as key on key.attrelid = parent.oid and key.attnum = reference.confkey[1]
    where reference.contype = 'f' and reference.connamespace = current_schema()::regnamespace
    order by 1, 2`.execute(db)
  const broken: BrokenReference[] = []
  for (const { table, column, parent, key } of references) {
    const { rows } = await sql<{ n: number }>`
      select count(*) as n from ${sql.table(table)} as child where child.${sql.ref(column)} is not null
        and not exists (select 1 from ${sql.table(parent)} as parent where parent.${sql.ref(key)} = child.${sql.ref(column)})`.execute(
      db,
    )
    const n = rows[0]?.n ?? 0
    if (n > 0) broken.push({ table, parent, rows: n })
  }
  return broken
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
