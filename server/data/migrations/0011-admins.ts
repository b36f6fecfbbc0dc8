import { type Kysely, sql } from 'kysely'
import type { Schema } from '#server/data/schema.ts'

/** Finds the few admins among many users. */
export async function up(db: Kysely<Schema>): Promise<void> {
  const isAdmin = sql<boolean>`is_admin = 1`
  await db.schema.createIndex('users_admins').on('users').column('is_admin').where(isAdmin).execute()
}
