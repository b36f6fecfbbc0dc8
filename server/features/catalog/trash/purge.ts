import { type AuditAction, audit, type RequestMeta } from '#server/auth/audit.ts'
import { type Db, transaction } from '#server/data/database.ts'
import { lockToChange, lockToDelete } from '#server/data/locks.ts'
import type { TrashRow } from '#server/data/schema.ts'
import { emit } from '#server/events.ts'
import { deleteCourse } from '#server/features/catalog/courses/courses.queries.ts'
import { uncountSaves } from '#server/features/catalog/playlists/counts.queries.ts'
import { deletePlaylist, imagesInside } from '#server/features/catalog/playlists/playlists.queries.ts'
import { picturesOfItem } from '#server/features/catalog/versions/revisions.queries.ts'
import type { Images } from '#server/features/media/media.ts'
import { deleteTrash, findTrash, overdue, trashOf } from './trash.queries.ts'

export interface Purging {
  db: Db
  images: Images
}

/** The user who deletes something for good; absent when the daily job does. */
interface Purger {
  actorId: string
  meta: RequestMeta
}

/** Deletes an item of the trash for good, with everything that belongs to it, then its pictures. The sweep deletes its videos. */
export async function purge(
  { db, images }: Purging,
  { id }: Pick<TrashRow, 'id'>,
  purger?: Purger,
): Promise<void> {
  const unused = await transaction(db, async (trx) => {
    const found = await findTrash(trx, id)
    if (!found) return []
    await lockToChange(trx, 'users', { id: found.teacher_id })
    // Somebody may have restored it before the lock.
    const row = await findTrash(trx, id)
    if (!row) return []
    const pictures = await (row.kind === 'playlist' ? purgePlaylist(trx, row) : purgeCourse(trx, row))
    await deleteTrash(trx, id)
    await emit(trx, 'item.gone', {})
    if (purger) {
      const action: AuditAction = `${row.kind}.purged`
      await audit(trx, purger.meta, { action, actorId: purger.actorId, subject: row.subject_id })
    }
    return pictures
  })
  await images.release(unused)
}

async function purgePlaylist(trx: Db, { playlist_id: id }: TrashRow): Promise<string[]> {
  await lockToDelete(trx, 'playlists', { id })
  await lockToDelete(trx, 'saves', { playlist_id: id })
  const pictures = await imagesInside(trx, id)
  await emit(trx, 'playlist.deleting', { playlistId: id })
  await uncountSaves(trx, id)
  await deletePlaylist(trx, id)
  return pictures
}

async function purgeCourse(
  trx: Db,
  { subject_id: id, playlist_id: playlistId }: TrashRow,
): Promise<string[]> {
  const pictures = await picturesOfItem(trx, id)
  const image = await deleteCourse(trx, { id, playlistId })
  return image === undefined ? pictures : [image, ...pictures]
}

/** Deletes everything in a teacher's own trash for good. Returns how many items there were. */
export async function emptyTrash(purging: Purging, teacherId: string, meta: RequestMeta): Promise<number> {
  const rows = await trashOf(purging.db, teacherId)
  for (const row of rows) await purge(purging, row, { actorId: teacherId, meta })
  return rows.length
}

const AT_ONCE = 100

/** Deletes everything for good whose time is over. Returns how many items there were. */
export async function purgeOverdue(purging: Purging, time = Date.now()): Promise<number> {
  const now = new Date(time).toISOString()
  let purged = 0
  for (;;) {
    const rows = await overdue(purging.db, { now, count: AT_ONCE })
    for (const row of rows) await purge(purging, row)
    purged += rows.length
    if (rows.length < AT_ONCE) return purged
  }
}
