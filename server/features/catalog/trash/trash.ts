import { TRASH_DAYS } from '#contract/catalog/trash-messages.ts'
import { audit, type RequestMeta } from '#server/auth/audit.ts'
import type { Viewer } from '#server/auth/viewer.ts'
import type { Db } from '#server/data/database.ts'
import { lockToChange } from '#server/data/locks.ts'
import { emit } from '#server/events.ts'
import { outlineChanged } from '#server/features/catalog/courses/outline.queries.ts'
import {
  recountDone,
  recountPlaylist,
  recountTeacher,
  uncountDone,
} from '#server/features/catalog/playlists/counts.queries.ts'
import {
  COURSE_NOT_FOUND,
  type OpenCourse,
  type OpenPlaylist,
  PLAYLIST_NOT_FOUND,
} from '#server/features/catalog/playlists/visibility.ts'
import { findItem, findItems, type Item } from '#server/features/catalog/versions/items.queries.ts'
import { newestRevisions } from '#server/features/catalog/versions/newest.queries.ts'
import { isWaiting, settle, withdrawItem } from '#server/features/catalog/versions/revisions.ts'
import { AppError } from '#server/http/app-error.ts'
import { courseIdsInside, insertTrash, trashCourse, trashPlaylist } from './trash.queries.ts'

export interface Deleting {
  actor: Viewer
  meta: RequestMeta
}

/**
 * Moves a playlist with its courses to the trash. Everything that belongs to them stays with their rows; the open versions are
 * withdrawn. Returns the id in the trash.
 */
export async function movePlaylistToTrash(
  trx: Db,
  { actor, meta }: Deleting,
  { id, teacher_id: teacherId }: Pick<OpenPlaylist, 'id' | 'teacher_id'>,
): Promise<string> {
  await lockToChange(trx, 'users', { id: teacherId })
  const playlist = await findItem(trx, 'playlist', id)
  if (!playlist) throw new AppError('not_found', PLAYLIST_NOT_FOUND)
  await withdrawWaiting(trx, [playlist, ...(await findItems(trx, 'course', await courseIdsInside(trx, id)))])
  const trashId = await insertTrash(trx, {
    kind: 'playlist',
    subject_id: id,
    playlist_id: id,
    teacher_id: teacherId,
    deleted_by: actor.id,
    days: TRASH_DAYS,
  })
  await trashPlaylist(trx, id, trashId)
  await recountDone(trx, id)
  await recountPlaylist(trx, id)
  await emit(trx, 'playlist.changed', { playlistId: id })
  await recountTeacher(trx, teacherId)
  await audit(trx, meta, {
    action: 'playlist.deleted',
    actorId: actor.id,
    subject: id,
    detail: { teacherId },
  })
  return trashId
}

/** The same for courses of one playlist. Throws `not_found` if one of them is gone. Returns their ids in the trash. */
export async function moveCoursesToTrash(
  trx: Db,
  { actor, meta }: Deleting,
  { ids, playlistId, teacherId }: { ids: string[]; playlistId: string; teacherId: string },
): Promise<string[]> {
  await lockToChange(trx, 'users', { id: teacherId })
  const courses = await findItems(trx, 'course', ids)
  if (courses.length < ids.length || courses.some((course) => course.playlistId !== playlistId))
    throw new AppError('not_found', COURSE_NOT_FOUND)
  await withdrawWaiting(trx, courses)
  const trashIds: string[] = []
  for (const id of ids) {
    await uncountDone(trx, id)
    const trashId = await insertTrash(trx, {
      kind: 'course',
      subject_id: id,
      playlist_id: playlistId,
      teacher_id: teacherId,
      deleted_by: actor.id,
      days: TRASH_DAYS,
    })
    await trashCourse(trx, id, trashId)
    await audit(trx, meta, {
      action: 'course.deleted',
      actorId: actor.id,
      subject: id,
      detail: { playlistId, teacherId },
    })
    trashIds.push(trashId)
  }
  await outlineChanged(trx, playlistId)
  await settle(trx, teacherId, [playlistId])
  return trashIds
}

export async function moveCourseToTrash(trx: Db, deleting: Deleting, course: OpenCourse): Promise<string> {
  const { id, playlist_id: playlistId, teacher_id: teacherId } = course
  const [trashId = ''] = await moveCoursesToTrash(trx, deleting, { ids: [id], playlistId, teacherId })
  return trashId
}

/** Ends the review of those items that wait for an admin. */
async function withdrawWaiting(trx: Db, items: Item[]): Promise<void> {
  const newest = await newestRevisions(
    trx,
    items.map(({ id }) => id),
  )
  for (const item of items) {
    const state = newest.get(item.id)?.state
    if (state !== undefined && isWaiting(state)) await withdrawItem(trx, item)
  }
}
