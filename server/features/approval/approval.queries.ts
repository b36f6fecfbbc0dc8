import { sql } from 'kysely'
import type { ApprovalStatus } from '#contract/status.ts'
import type { Db } from '#server/data/database.ts'

/** When it was last changed; a like or a comment is no change. */
export async function updatedAtOf(
  trx: Db,
  table: 'playlists' | 'courses',
  id: string,
): Promise<string | undefined> {
  const row = await trx.selectFrom(table).select('updated_at').where('id', '=', id).executeTakeFirst()
  return row?.updated_at
}

/** Whether somebody else is an admin too. */
export async function hasOtherAdmin(db: Db, adminId: string): Promise<boolean> {
  const other = await db
    .selectFrom('users')
    .select('id')
    .where('is_admin', '=', sql.lit(1))
    .where('id', '<>', adminId)
    .limit(1)
    .executeTakeFirst()
  return other !== undefined
}

export async function writePlaylistStatus(
  trx: Db,
  playlistId: string,
  status: ApprovalStatus,
): Promise<void> {
  await trx
    .updateTable('playlists')
    .set({ status, updated_at: new Date().toISOString() })
    .where('id', '=', playlistId)
    .execute()
}

export async function writeCourseStatus(trx: Db, courseId: string, status: ApprovalStatus): Promise<void> {
  await trx
    .updateTable('courses')
    .set({ status, updated_at: new Date().toISOString() })
    .where('id', '=', courseId)
    .execute()
}
