import { type Kysely, sql } from 'kysely'
import type { Schema } from '../schema.ts'

/** The admins among many people: there are few, so the index holds nobody else. */
export async function up(db: Kysely<Schema>): Promise<void> {
  const isAdmin = sql<boolean>`is_admin = 1`
  await db.schema.createIndex('users_admins').on('users').column('id').where(isAdmin).execute()
}
