import { CompiledQuery, sql } from 'kysely'
import { beginBulkLoad, endBulkLoad } from '#server/data/bulk-load.ts'
import type { Database } from '#server/data/database.ts'
import { isPostgres, valuesTable } from '#server/data/dialect.ts'
import type { Schema } from '#server/data/schema.ts'
import { createProgress } from './progress.ts'

const ROWS_AT_ONCE = 5000
type Row = Readonly<Record<string, string | number>>

interface Filling {
  table: keyof Schema
  /** How many rows there will be. */
  all: number
  rows: Iterable<Row>
}

/** Inserts rows as they are made, thousands by one statement of either engine; the columns are the first row's. */
export async function fill(db: Database, { table, all, rows }: Filling): Promise<void> {
  const progress = createProgress(table, all)
  let chunk: Row[] = []
  const flush = async () => {
    await insertRows(db, table, chunk)
    progress.move(chunk.length)
    chunk = []
  }
  for (const row of rows) {
    chunk.push(row)
    if (chunk.length === ROWS_AT_ONCE) await flush()
  }
  await flush()
  progress.done()
}

async function insertRows(db: Database, table: keyof Schema, rows: Row[]): Promise<void> {
  const [first] = rows
  if (!first) return
  const names = Object.keys(first)
  const columns = Object.fromEntries(names.map((name) => [name, columnOf(rows, name)]))
  const listed = sql.join(names.map((name) => sql.id(name)))
  await sql`insert into ${sql.table(table)} (${listed})
    select ${listed} from ${valuesTable(db, 'made', columns)} where true`.execute(db)
}

function columnOf(rows: Row[], name: string): string[] | number[] {
  const values = rows.map((row) => row[name])
  const numbers = values.filter((value) => typeof value === 'number')
  return numbers.length === values.length ? numbers : values.map(String)
}

const CACHE_KIB = 1_500_000

/** Nobody reads this database yet: indexes that only help reading are made at the end, and nothing is synced. */
export async function openForBulk(db: Database): Promise<() => Promise<void>> {
  const postgres = isPostgres(db)
  if (!postgres) {
    await beginBulkLoad(db)
    await sql`pragma cache_size = ${sql.lit(-CACHE_KIB)}`.execute(db)
  }
  const indexes = await readingIndexes(db, postgres)
  for (const { name } of indexes) await sql`drop index ${sql.id(name)}`.execute(db)
  return async () => {
    const progress = createProgress('indexes', indexes.length)
    for (const { definition } of indexes) {
      await db.executeQuery(CompiledQuery.raw(definition))
      progress.move(1)
    }
    progress.done()
    // Counting row by row needs the indexes, and PostgreSQL takes them when it knows how much there is.
    if (postgres) await analyzeFilled(db)
  }
}

/**
 * Skips empty tables. If PostgreSQL knew that the passages are empty, it would scan the whole table for each row that is
 * inserted later.
 */
async function analyzeFilled(db: Database): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class
    where relkind = 'r' and relnamespace = 'public'::regnamespace and pg_relation_size(oid) > 0`.execute(db)
  for (const { name } of rows) await sql`analyze ${sql.id(name)}`.execute(db)
}

/** Those that no rule of a table stands on. */
async function readingIndexes(
  db: Database,
  postgres: boolean,
): Promise<{ name: string; definition: string }[]> {
  const result = postgres
    ? await sql<{ name: string; definition: string }>`
        select indexname as name, indexdef as definition from pg_indexes where schemaname = 'public'
        and indexname not in (select conname from pg_constraint) and indexdef not like 'CREATE UNIQUE%'`.execute(
        db,
      )
    : await sql<{ name: string; definition: string }>`
        select name, sql as definition from sqlite_master where type = 'index' and sql is not null
        and tbl_name not like 'search_index%'`.execute(db)
  return result.rows
}

/** The database as a site that grew to this size has it: PostgreSQL looks at its tables by itself, SQLite never does. */
export async function settle(db: Database): Promise<void> {
  if (isPostgres(db)) await sql`vacuum analyze`.execute(db)
  else await endBulkLoad(db)
}
