import type { Kysely } from 'kysely'

/** The second at which a video starts, as in a link with `?t=90`. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('courses').addColumn('start_s', 'integer').execute()
}
