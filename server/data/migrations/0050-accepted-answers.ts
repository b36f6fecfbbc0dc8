import type { Kysely } from 'kysely'

/** Adds when the answer of a question was accepted; of older answers that is not known. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('comments').addColumn('accepted_at', 'text').execute()
}
