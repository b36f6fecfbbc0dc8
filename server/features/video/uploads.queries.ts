import { sql } from 'kysely'
import type { Db } from '#server/data/database.ts'
import type { UploadRow, VideoRow } from '#server/data/upload-rows.ts'

export async function insertUpload(
  trx: Db,
  upload: Pick<UploadRow, 'id' | 'owner_id' | 'bytes' | 'name' | 'expires_at' | 'node'>,
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
