import { type Kysely, sql } from 'kysely'
import { isPostgres } from '#server/data/dialect.ts'
import type { Schema } from '#server/data/schema.ts'
import { keepOnPostgres, keepOnSqlite, stopWriters } from './totals-triggers.ts'

/**
 * How many playlists there are by category and status, courses by status, people by role (decision 0014). Triggers keep
 * them, so that they stay exact beside an older program that knows nothing of them.
 */
export async function up(db: Kysely<Schema>): Promise<void> {
  const postgres = isPostgres(db)
  await db.schema
    .createTable('totals')
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('category_id', 'text', (column) => column.notNull())
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('slot', 'integer', (column) => column.notNull())
    .addColumn('amount', 'integer', (column) => column.notNull())
    .addPrimaryKeyConstraint('totals_key', ['kind', 'category_id', 'status', 'slot'])
    .$call((table) => (postgres ? table : table.modifyEnd(sql`without rowid`)))
    .execute()
  if (postgres) await stopWriters(db)
  await sql`insert into totals (kind, category_id, status, slot, amount)
    select 'playlists', category_id, status, 0, count(*) from playlists group by category_id, status`.execute(
    db,
  )
  await sql`insert into totals (kind, category_id, status, slot, amount)
    select 'courses', '', status, 0, count(*) from courses group by status`.execute(db)
  await sql`insert into totals (kind, category_id, status, slot, amount)
    select 'people', '', role, 0, count(*) from users group by role`.execute(db)
  await (postgres ? keepOnPostgres(db) : keepOnSqlite(db))
}
