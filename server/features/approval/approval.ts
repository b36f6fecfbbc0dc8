import { CHANGED_SINCE_OPENED, OWN_WORK } from '#contract/approval-messages.ts'
import type { ApprovalStatus } from '#contract/status.ts'
import { audit, type RequestMeta } from '#server/auth/audit.ts'
import type { Viewer } from '#server/auth/viewer.ts'
import { type Db, transaction } from '#server/data/database.ts'
import { countDone, recountPlaylist, recountTeacher, uncountDone } from '#server/features/playlists/counts.ts'
import { visibleCourse, visiblePlaylist } from '#server/features/playlists/visibility.ts'
import { reindexPlaylist } from '#server/features/search/index/search-index.ts'
import { AppError } from '#server/http/app-error.ts'
import {
  hasOtherAdmin,
  lockTeacherOf,
  updatedAtOf,
  writeCourseStatus,
  writePlaylistStatus,
} from './approval.queries.ts'

interface Approver {
  admin: Viewer
  meta: RequestMeta
}

interface Decision {
  id: string
  status: ApprovalStatus
  /** The `updatedAt` of the version that the admin opened, if the request names it. */
  seen: string | undefined
}

/** Whether an admin may approve their own playlists and courses (teaching.md, "States and edge cases"). */
export type SelfReview = 'only-admin' | 'always' | 'never'

/** Throws the `forbidden` AppError when this is the admin's own work and another admin has to review it. */
export async function checkReviewer(
  db: Db,
  { admin, selfReview }: { admin: Viewer; selfReview: SelfReview },
  teacherId: string,
): Promise<void> {
  if (!admin.isAdmin || teacherId !== admin.id || selfReview === 'always') return
  if (selfReview === 'never' || (await hasOtherAdmin(db, admin.id))) throw new AppError('forbidden', OWN_WORK)
}

/** Call it after the lock: an admin decides only about the version they opened. */
async function checkSeen(trx: Db, table: 'playlists' | 'courses', { id, seen }: Decision): Promise<void> {
  if (seen !== undefined && seen !== (await updatedAtOf(trx, table, id)))
    throw new AppError('conflict', CHANGED_SINCE_OPENED)
}

/**
 * Any of the four statuses from any of them (specification section 4); the audit log records who changed it, from what and to what.
 * Throws an AppError when the playlist is deleted or has changed since the admin opened it.
 */
export async function setPlaylistStatus(
  db: Db,
  { admin, meta }: Approver,
  decision: Decision,
): Promise<void> {
  const { id, status } = decision
  await transaction(db, async (trx) => {
    await lockTeacherOf(trx, 'playlists', id)
    const { status: from, teacher_id } = await visiblePlaylist(trx, admin, { playlistId: id })
    await checkSeen(trx, 'playlists', decision)
    await writePlaylistStatus(trx, id, status)
    await recountPlaylist(trx, id)
    await recountTeacher(trx, teacher_id)
    await reindexPlaylist(trx, id)
    const detail = { from, to: status }
    await audit(trx, meta, { action: 'playlist.status', actorId: admin.id, subject: id, detail })
  })
}

/** As `setPlaylistStatus`, for one course. */
export async function setCourseStatus(db: Db, { admin, meta }: Approver, decision: Decision): Promise<void> {
  const { id, status } = decision
  await transaction(db, async (trx) => {
    await lockTeacherOf(trx, 'courses', id)
    const { status: from, playlist_id, teacher_id } = await visibleCourse(trx, admin, { courseId: id })
    await checkSeen(trx, 'courses', decision)
    await uncountDone(trx, id)
    await writeCourseStatus(trx, id, status)
    await countDone(trx, id)
    await recountPlaylist(trx, playlist_id)
    await recountTeacher(trx, teacher_id)
    await reindexPlaylist(trx, playlist_id)
    const detail = { from, to: status }
    await audit(trx, meta, { action: 'course.status', actorId: admin.id, subject: id, detail })
  })
}
