import type { Kysely } from 'kysely'

/** Work that a transaction leaves for later (product/next.md, "Shared parts"). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('jobs')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('payload', 'text', (column) => column.notNull())
    .addColumn('run_at', 'text', (column) => column.notNull())
    .addColumn('attempts', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('leased_until', 'text')
    .addColumn('leased_by', 'text')
    .addColumn('state', 'text', (column) => column.notNull().defaultTo('ready'))
    .addColumn('last_error', 'text')
    .addColumn('dedupe_key', 'text', (column) => column.unique())
    .execute()
  await db.schema.createIndex('jobs_due').on('jobs').columns(['state', 'kind', 'run_at']).execute()
}
