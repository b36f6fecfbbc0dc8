import {
  DELETED_BY_ADMIN,
  OWNER_NO_TEACHER,
  RESTORE_PLAYLIST_FIRST,
} from '#contract/catalog/trash-messages.ts'
import { NOT_FOUND } from '#contract/not-found.ts'
import { audit, type RequestMeta } from '#server/auth/audit.ts'
import type { Viewer } from '#server/auth/viewer.ts'
import { type Db, transaction } from '#server/data/database.ts'
import { lockToChange } from '#server/data/locks.ts'
import type { TrashRow } from '#server/data/schema.ts'
import { emit } from '#server/events.ts'
import { checkQuota as checkCourses } from '#server/features/catalog/courses/courses.ts'
import { outlineChanged } from '#server/features/catalog/courses/outline.queries.ts'
import {
  countDone,
  recountDone,
  recountPlaylist,
  recountTeacher,
} from '#server/features/catalog/playlists/counts.queries.ts'
import { isTeacher } from '#server/features/catalog/playlists/playlists.queries.ts'
import { checkQuota as checkPlaylists } from '#server/features/catalog/playlists/playlists.ts'
import { listedPlaylist, markCoursesAnnounced } from '#server/features/catalog/versions/new-public.queries.ts'
import { AppError } from '#server/http/app-error.ts'
import { deleteTrash, findTrash, isPlaylistInTrash, restoreRows } from './trash.queries.ts'

interface Restoring {
  viewer: Viewer
  meta: RequestMeta
}

/** Restores items of one teacher's trash, all or none. Returns the playlist of the first. */
export function restore(
  db: Db,
  restoring: Restoring,
  { ids, teacherId }: { ids: readonly string[]; teacherId: string },
): Promise<string> {
  return transaction(db, async (trx) => {
    await lockToChange(trx, 'users', { id: teacherId })
    return restoreInside(trx, restoring, { ids, teacherId })
  })
}

/** The same in the transaction of a caller that has locked the teacher. */
export async function restoreInside(
  trx: Db,
  restoring: Restoring,
  { ids, teacherId }: { ids: readonly string[]; teacherId: string },
): Promise<string> {
  const rows: TrashRow[] = []
  for (const id of new Set(ids)) {
    const row = await findTrash(trx, id)
    if (row?.teacher_id !== teacherId) throw new AppError('not_found', NOT_FOUND.trash)
    await restoreOne(trx, restoring, row)
    rows.push(row)
  }
  const playlists = new Set(rows.map(({ playlist_id }) => playlist_id))
  for (const playlistId of playlists) await settleSilently(trx, playlistId)
  await recountTeacher(trx, teacherId)
  return rows[0]?.playlist_id ?? ''
}

async function restoreOne(trx: Db, { viewer, meta }: Restoring, row: TrashRow): Promise<void> {
  const { id, kind, subject_id: subjectId, playlist_id: playlistId, teacher_id: teacherId } = row
  if (row.deleted_by !== teacherId && !viewer.isAdmin) throw new AppError('forbidden', DELETED_BY_ADMIN)
  if (!(await isTeacher(trx, teacherId))) throw new AppError('conflict', OWNER_NO_TEACHER)
  if (kind === 'course' && (await isPlaylistInTrash(trx, playlistId)))
    throw new AppError('conflict', RESTORE_PLAYLIST_FIRST)
  await (kind === 'course' ? checkCourses(trx, playlistId) : checkPlaylists(trx, teacherId))
  await restoreRows(trx, id)
  await (kind === 'course' ? countDone(trx, subjectId) : recountDone(trx, playlistId))
  await deleteTrash(trx, id)
  await audit(trx, meta, {
    action: `${kind}.restored`,
    actorId: viewer.id,
    subject: subjectId,
    detail: { teacherId },
  })
}

/** Updates the counts and the search index. Nobody is notified: what was public before is not new. */
async function settleSilently(trx: Db, playlistId: string): Promise<void> {
  await outlineChanged(trx, playlistId)
  await recountPlaylist(trx, playlistId)
  await emit(trx, 'playlist.changed', { playlistId })
  if (await listedPlaylist(trx, playlistId))
    await markCoursesAnnounced(trx, playlistId, new Date().toISOString())
}
