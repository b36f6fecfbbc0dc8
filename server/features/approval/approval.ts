import type { ApprovalStatus } from '#contract/status.ts'
import { audit, type Trail } from '#server/core/audit.ts'
import { recountPlaylist, recountTeacher } from '#server/core/counts.ts'
import { type Db, transaction } from '#server/core/db/database.ts'
import { lockTeacherOf } from '#server/core/db/locks.ts'
import { reindexPlaylist } from '#server/core/search-index.ts'
import type { Viewer } from '#server/core/viewer.ts'
import { visibleCourse, visiblePlaylist } from '#server/core/visibility.ts'
import { writeCourseStatus, writePlaylistStatus } from './approval.queries.ts'

interface Approver {
  admin: Viewer
  trail: Trail
}

interface Verdict {
  id: string
  status: ApprovalStatus
}

/**
 * Any of the four statuses from any of them (specification section 4); who, from and to are kept. Throws the `not_found`
 * Refusal when the playlist is gone.
 */
export async function setPlaylistStatus(
  db: Db,
  { admin, trail }: Approver,
  { id, status }: Verdict,
): Promise<void> {
  await transaction(db, async (trx) => {
    await lockTeacherOf(trx, 'playlists', id)
    const { status: from, teacher_id } = await visiblePlaylist(trx, admin, { playlistId: id })
    await writePlaylistStatus(trx, id, status)
    await recountPlaylist(trx, id)
    await recountTeacher(trx, teacher_id)
    await reindexPlaylist(trx, id)
    const detail = { from, to: status }
    await audit(trx, trail, { action: 'playlist.status', actorId: admin.id, subject: id, detail })
  })
}

/** As `setPlaylistStatus`, for one course. */
export async function setCourseStatus(
  db: Db,
  { admin, trail }: Approver,
  { id, status }: Verdict,
): Promise<void> {
  await transaction(db, async (trx) => {
    await lockTeacherOf(trx, 'courses', id)
    const { status: from, playlist_id, teacher_id } = await visibleCourse(trx, admin, { courseId: id })
    await writeCourseStatus(trx, id, status)
    await recountPlaylist(trx, playlist_id)
    await recountTeacher(trx, teacher_id)
    await reindexPlaylist(trx, playlist_id)
    const detail = { from, to: status }
    await audit(trx, trail, { action: 'course.status', actorId: admin.id, subject: id, detail })
  })
}
