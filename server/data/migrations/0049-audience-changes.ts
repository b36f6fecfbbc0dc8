import { type Kysely, sql } from 'kysely'
import { createIndexes } from './baseline/columns.ts'

/** Finds the changes of who can see a playlist, which its history shows. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createIndexes(db, 'audit', {
    audit_visibility: { columns: ['subject', 'id'], where: sql`action = 'playlist.visibility'` },
  })
}
