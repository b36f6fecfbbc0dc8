import { sql } from 'kysely'
import type { Db } from './database.ts'
import { SITE_NAME_IN_POSTGRES } from './dialect.ts'

/** Whether a running site is connected to this PostgreSQL database. */
export async function isServed(db: Db): Promise<boolean> {
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from pg_stat_activity
    where datname = current_database() and application_name = ${SITE_NAME_IN_POSTGRES}`.execute(db)
  return (rows[0]?.n ?? 0) > 0
}

export async function tablesIn(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = current_schema() order by 1`.execute(db)
  return rows.map(({ name }) => name)
}

/** Moves tables, with their indexes and rows, into a separate schema. Call it in a transaction. */
export async function setTablesAside(trx: Db, tables: string[], schema: string): Promise<void> {
  await sql`create schema ${sql.id(schema)}`.execute(trx)
  // A database of version 0.1.0 has these; new tables do without.
  await sql`drop view if exists search_index_postings, search_index_marks`.execute(trx)
  for (const table of tables) {
    // Kysely looks for its own tables in every schema: their rows are stored under another name.
    if (table === 'kysely_migration')
      await sql`create table ${sql.id(schema, 'migrations')} as select * from kysely_migration`.execute(trx)
    if (table.startsWith('kysely_')) await trx.schema.dropTable(table).execute()
    else await sql`alter table ${sql.table(table)} set schema ${sql.id(schema)}`.execute(trx)
  }
}
