import type { ApprovalStatus } from '#contract/status.ts'
import type { Db } from '#server/core/db/database.ts'

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
