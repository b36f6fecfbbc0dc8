import { sql } from 'kysely'
import type { ApprovalStatus } from '#contract/status.ts'
import type { Db } from '#server/data/database.ts'
import { isPostgres } from '#server/data/dialect.ts'

/**
 * Locks the row of the teacher who owns a playlist or course, so that all changes to the status and the counts of one
 * teacher's work run one after the other. SQLite needs no lock (`server/data/locks.ts`).
 */
export async function lockTeacherOf(trx: Db, table: 'playlists' | 'courses', id: string): Promise<void> {
  if (!isPostgres(trx)) return
  const playlist =
    table === 'playlists' ? sql`${id}` : sql`(select playlist_id from courses where id = ${id})`
  await sql`select 1 from users where id = (select teacher_id from playlists where id = ${playlist})
    for no key update`.execute(trx)
}

/** The time of the last edit; likes and comments are not edits. */
export async function updatedAtOf(
  trx: Db,
  table: 'playlists' | 'courses',
  id: string,
): Promise<string | undefined> {
  const row = await trx.selectFrom(table).select('updated_at').where('id', '=', id).executeTakeFirst()
  return row?.updated_at
}

/** Whether there is another admin. */
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
