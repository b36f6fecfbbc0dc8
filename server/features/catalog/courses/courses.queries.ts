import type { Db } from '#server/data/database.ts'
import { isId } from '#server/data/ids.ts'
import type { CourseRow } from '#server/data/schema.ts'
import { newestRevisions, seenAt } from '#server/features/catalog/versions/newest.queries.ts'

/** The playlist, if it belongs to this teacher; `trashId` is its entry in the trash. */
export async function findOwnPlaylist(
  db: Db,
  id: string,
  teacherId: string,
): Promise<{ trashId: string | undefined } | undefined> {
  if (!isId(id)) return
  const playlist = await db
    .selectFrom('playlists')
    .select('trash_id')
    .where('id', '=', id)
    .where('teacher_id', '=', teacherId)
    .executeTakeFirst()
  return playlist && { trashId: playlist.trash_id ?? undefined }
}

/** Whether the playlist belongs to this teacher and is not in the trash. */
export async function isOwnPlaylist(db: Db, id: string, teacherId: string): Promise<boolean> {
  const playlist = await findOwnPlaylist(db, id, teacherId)
  return playlist !== undefined && playlist.trashId === undefined
}

/** The name of the picture of a playlist. */
export async function pictureOfPlaylist(db: Db, id: string): Promise<string> {
  const { image } = await db
    .selectFrom('playlists')
    .select('image')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return image
}

export async function insertCourse(
  trx: Db,
  row: Omit<
    CourseRow,
    | `${string}_count`
    | `assigned_${string}`
    | 'duration_s'
    | 'chapters'
    | 'unavailable_since'
    | 'announced_at'
    | 'trash_id'
    | 'trashed_status'
    | 'publish_at'
    | 'scheduled_at'
  > & { duration_s?: number | null; chapters?: string | null },
): Promise<void> {
  await trx.insertInto('courses').values(row).execute()
}

/** When the course, or its version that waits, was last edited. */
export async function versionOf(trx: Db, id: string): Promise<string | undefined> {
  const row = await trx
    .selectFrom('courses')
    .select(['status', 'scheduled_at', 'updated_at'])
    .where('id', '=', id)
    .executeTakeFirst()
  return row && seenAt(row, (await newestRevisions(trx, [id])).get(id))
}

export async function updateCourse(
  trx: Db,
  id: string,
  changes: Partial<Pick<CourseRow, 'playlist_id' | 'section_id' | 'position' | 'chapters'>> & {
    updated_at: string
  },
): Promise<void> {
  await trx.updateTable('courses').set(changes).where('id', '=', id).execute()
}

/** Deletes a course; foreign keys delete its likes and comments. Returns the name of its picture, if it had one. */
export async function deleteCourse(
  trx: Db,
  { id, playlistId }: { id: string; playlistId: string },
): Promise<string | undefined> {
  const gone = await trx
    .deleteFrom('courses')
    .where('id', '=', id)
    .where('playlist_id', '=', playlistId)
    .returning('image')
    .executeTakeFirst()
  return gone?.image
}

export async function storedChapters(trx: Db, id: string): Promise<string | null> {
  const row = await trx.selectFrom('courses').select('chapters').where('id', '=', id).executeTakeFirst()
  return row?.chapters ?? null
}

/** The ids of those of these comments that are neither removed nor hidden by reports. */
export async function commentsToSend(db: Db, ids: string[]): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('comments')
    .select('id')
    .where('id', 'in', ids)
    .where('removed_at', 'is', null)
    .where('hidden_at', 'is', null)
    .execute()
  return new Set(rows.map(({ id }) => id))
}
