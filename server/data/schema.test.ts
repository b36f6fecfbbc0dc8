import SQLite from 'better-sqlite3'
import { Kysely, sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { columnsOfSchema } from '#server/test-schema-columns.ts'
import { migrate } from './migrate.ts'
import type { Schema } from './schema.ts'
import { sqliteDialect } from './sqlite.ts'
import { openSqlite } from './sqlite-file.ts'

interface FoundColumn {
  table: string
  column: string
  type: string
  notnull: number
  dflt_value: string | null
  pk: number
}

async function migrated() {
  const db = new Kysely<Schema>({ dialect: sqliteDialect(new SQLite(':memory:')) })
  onTestFinished(() => db.destroy())
  const ran = await migrate(db)
  return { db, ran }
}

function kindOf({ type, notnull, dflt_value, pk }: FoundColumn): string {
  const kind = type === 'double precision' || type === 'bigint' ? 'integer' : type
  if (!(notnull || pk)) return `${kind} or null`
  const numbered = type === 'integer' && pk === 1
  return dflt_value !== null || numbered ? `${kind} by default` : kind
}

test('the migrated database has the tables and columns that the program knows, and no others', async () => {
  const { db } = await migrated()
  const { rows } = await sql<FoundColumn>`
    select list.name as "table", info.name as "column", lower(info.type) as type, info."notnull", info.dflt_value, info.pk
    from pragma_table_list as list join pragma_table_xinfo(list.name) as info
    where list.type = 'table' and list.schema = 'main' and list.name not like 'sqlite_%' and list.name not like 'kysely_%'
  `.execute(db)
  const found: Record<string, Record<string, string>> = {}
  for (const row of rows) found[row.table] = { ...found[row.table], [row.column]: kindOf(row) }
  expect(found).toEqual(columnsOfSchema())
})

test('migrations run in order, each once', async () => {
  const { db, ran } = await migrated()
  expect(ran[0]).toBe('0001-baseline')
  expect(ran).toEqual(ran.toSorted())
  expect(await migrate(db)).toEqual([])
})

test('after an update the statistics of a restored site include the new indexes', async () => {
  const { db } = await migrated()
  const job = { kind: 'job', payload: '{}', run_at: '2026-01-01T00:00:00.000Z' }
  const jobs = ['1', '2'].map((id) => ({ ...job, id }))
  await db.insertInto('jobs').values(jobs).execute()
  await sql`analyze`.execute(db)
  await sql`create index added on jobs (kind, run_at)`.execute(db)
  await migrate(db)
  const { rows } = await sql<{ idx: string }>`select idx from sqlite_stat1 where tbl = 'jobs'`.execute(db)
  expect(rows.map(({ idx }) => idx)).toContain('added')
})

test('the pragmas make acknowledged writes survive a power cut', () => {
  const sqlite = openSqlite(':memory:')
  onTestFinished(() => {
    sqlite.close()
  })
  const setting = (name: string) => sqlite.pragma(name, { simple: true })
  // NORMAL; the driver syncs the log after each commit: sqlite-driver.test.ts.
  expect(setting('synchronous')).toBe(1)
  expect(setting('foreign_keys')).toBe(1)
  expect(setting('busy_timeout')).toBe(0)
  expect(setting('trusted_schema')).toBe(0)
})
