import type { Kysely } from 'kysely'

/** Stores when captions were last saved; null where a former version of the program has saved them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('captions').addColumn('updated_at', 'text').execute()
}
