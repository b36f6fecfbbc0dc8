import type { Kysely } from 'kysely'

/** The request that writes to the file of an upload, so that no other process writes to it as well. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('uploads').addColumn('locked_by', 'text').execute()
  await db.schema.alterTable('uploads').addColumn('locked_until', 'text').execute()
  await db.schema
    .alterTable('uploads')
    .addColumn('lock_wanted', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()
}
