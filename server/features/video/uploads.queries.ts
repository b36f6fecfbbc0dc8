import { sql } from 'kysely'
import type { Db } from '#server/data/database.ts'
import type { UploadRow, VideoRow } from '#server/data/video-rows.ts'

export type PlaceColumns = Pick<UploadRow, 'playlist_id' | 'section_id' | 'course_id' | 'title'>

export async function insertUpload(
  trx: Db,
  upload: Pick<UploadRow, 'id' | 'owner_id' | 'bytes' | 'name' | 'expires_at' | 'node'> &
    Partial<PlaceColumns>,
): Promise<void> {
  await trx.insertInto('uploads').values(upload).execute()
}

export function findUpload(db: Db, id: string): Promise<UploadRow | undefined> {
  return db.selectFrom('uploads').selectAll().where('id', '=', id).executeTakeFirst()
}

/** Gives the row to the one caller that finishes it. Its file has been announced long before: it is kept from now on. */
export function finishUpload(trx: Db, id: string, expiresAt: string): Promise<UploadRow | undefined> {
  return trx
    .updateTable('uploads')
    .set(({ ref }) => ({ state: 'finished', received: ref('bytes'), expires_at: expiresAt }))
    .where('id', '=', id)
    .where('state', '=', 'receiving')
    .returningAll()
    .executeTakeFirst()
}

/** Keeps the original of a failed video until then. */
export async function keepUntil(db: Db, id: string, expiresAt: string): Promise<void> {
  await db.updateTable('uploads').set({ expires_at: expiresAt }).where('id', '=', id).execute()
}

export async function deleteUpload(db: Db, id: string): Promise<void> {
  await db.deleteFrom('uploads').where('id', '=', id).execute()
}

/** Deletes an upload that has not arrived whole. */
export async function deleteUnfinished(db: Db, id: string): Promise<void> {
  await db.deleteFrom('uploads').where('id', '=', id).where('state', '=', 'receiving').execute()
}

/** The uploads of a teacher that have neither arrived whole nor expired. */
export function unfinishedOf(
  db: Db,
  { ownerId, now }: { ownerId: string; now: string },
): Promise<UploadRow[]> {
  return db
    .selectFrom('uploads')
    .selectAll()
    .where('owner_id', '=', ownerId)
    .where('state', '=', 'receiving')
    .where('expires_at', '>', now)
    .orderBy('id', 'desc')
    .execute()
}

/** Bytes that all teachers have announced to this node and that have not been received. */
export async function announcedBytes(db: Db, { node, now }: { node: string; now: string }): Promise<number> {
  const row = await db
    .selectFrom('uploads')
    .select(({ fn, eb }) => fn.sum<number | null>(eb('bytes', '-', eb.ref('received'))).as('bytes'))
    .where('state', '=', 'receiving')
    .where('node', '=', node)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return row?.bytes ?? 0
}

/** Bytes that count against a teacher's space: videos, and files on their way. */
export async function usedBytes(db: Db, { ownerId, now }: { ownerId: string; now: string }): Promise<number> {
  const sum = async (table: 'videos' | 'uploads') => {
    let query = db
      .selectFrom(table)
      .select(({ fn }) => fn.sum<number | null>('bytes').as('bytes'))
      .where('owner_id', '=', ownerId)
    // The original of a video that exists counts as the video.
    if (table === 'uploads')
      query = query.where('uploads.state', '=', 'receiving').where('uploads.expires_at', '>', now)
    return (await query.executeTakeFirst())?.bytes ?? 0
  }
  const [videos, uploads] = await Promise.all([sum('videos'), sum('uploads')])
  return videos + uploads
}

/** The id of an upload ends with that of its video. */
export const videoOfUpload = sql<string>`substr(uploads.id, length(uploads.id) - 23)`

/** The original of a video, while it is kept. Its owner is that of the video, and has an index. */
export function findOriginal(
  db: Db,
  { id, owner_id }: Pick<VideoRow, 'id' | 'owner_id'>,
): Promise<UploadRow | undefined> {
  return db
    .selectFrom('uploads')
    .selectAll()
    .where('owner_id', '=', owner_id)
    .where('state', '=', 'finished')
    .where(videoOfUpload, '=', id)
    .executeTakeFirst()
}

interface Expired {
  node: string
  now: string
  /** The originals of videos that are ready stay. */
  keepsOriginals: boolean
}

/** The ids of this node's expired uploads. The original of a video that is still to be prepared never expires. */
export async function expiredUploads(db: Db, { node, now, keepsOriginals }: Expired): Promise<string[]> {
  const needed: VideoRow['state'][] = ['queued', 'working', ...(keepsOriginals ? (['ready'] as const) : [])]
  const rows = await db
    .selectFrom('uploads')
    .select('uploads.id')
    .where('uploads.expires_at', '<', now)
    .where('uploads.node', '=', node)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('videos')
            .select('videos.id')
            .where('videos.state', 'in', needed)
            .where('videos.id', '=', videoOfUpload),
        ),
      ),
    )
    .execute()
  return rows.map(({ id }) => id)
}

/** Forgets uploads that had not arrived when the backup was made: their beginnings are not in it. */
export async function forgetUnfinished(db: Db): Promise<void> {
  await db.deleteFrom('uploads').where('state', '=', 'receiving').execute()
}

interface Taking {
  id: string
  holder: string
  now: string
  until: string
}

/** Locks an upload that nobody holds, or whose holder has let the lock expire. False when another one holds it. */
export async function takeLock(db: Db, { id, holder, now, until }: Taking): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('uploads')
    .set({ locked_by: holder, locked_until: until, lock_wanted: 0 })
    .where('id', '=', id)
    .where(({ or, eb }) => or([eb('locked_until', 'is', null), eb('locked_until', '<=', now)]))
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Asks the holder of a lock to release it. */
export async function wantLock(db: Db, id: string): Promise<void> {
  await db
    .updateTable('uploads')
    .set({ lock_wanted: 1 })
    .where('id', '=', id)
    .where('locked_by', 'is not', null)
    .where('lock_wanted', '=', 0)
    .execute()
}

type Held = Pick<Taking, 'id' | 'holder'>

/** Holds a lock longer. Gives whether somebody wants it; `undefined` when it was lost, or its upload discarded. */
export async function renewLock(
  db: Db,
  { id, holder, until }: Held & Pick<Taking, 'until'>,
): Promise<boolean | undefined> {
  const row = await db
    .updateTable('uploads')
    .set({ locked_until: until })
    .where('id', '=', id)
    .where('locked_by', '=', holder)
    .returning('lock_wanted')
    .executeTakeFirst()
  return row && row.lock_wanted === 1
}

/** Ends a lock. `received` is what the file has by now. */
export async function releaseLock(
  db: Db,
  { id, holder, received }: Held & { received: number },
): Promise<void> {
  await db
    .updateTable('uploads')
    .set({ locked_by: null, locked_until: null, lock_wanted: 0, received })
    .where('id', '=', id)
    .where('locked_by', '=', holder)
    .execute()
}

/** In GB; null for a teacher without a quota of their own. */
export async function ownQuotaGb(db: Db, ownerId: string): Promise<number | null> {
  const owner = await db.selectFrom('users').select('quota_gb').where('id', '=', ownerId).executeTakeFirst()
  return owner?.quota_gb ?? null
}

/** The videos of a teacher belong to another one from now on. Files on their way stay: nobody will send the rest. */
export async function moveVideos(trx: Db, { from, to }: { from: string; to: string }): Promise<void> {
  await trx.updateTable('videos').set({ owner_id: to }).where('owner_id', '=', from).execute()
  await trx
    .updateTable('uploads')
    .set({ owner_id: to })
    .where('owner_id', '=', from)
    .where('state', '<>', 'receiving')
    .execute()
}
