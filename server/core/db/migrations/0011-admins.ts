import type { Kysely } from 'kysely'
import type { Schema } from '../schema.ts'

/** The admins among many people: there are few, so the index holds nobody else. */
export async function up(db: Kysely<Schema>): Promise<void> {
  await db.schema.createIndex('users_admins').on('users').column('id').where('is_admin', '=', 1).execute()
}
