import type { Db } from '#server/data/database.ts'
import { isId } from '#server/data/ids.ts'
import type { CourseRow, PlaylistRow } from '#server/data/schema.ts'
import { newestRevisions, seenAt } from '#server/features/catalog/versions/newest.queries.ts'

/** The playlist of this teacher, even if it is in the trash. */
export async function ownPlaylist(
  db: Db,
  id: string,
  teacherId: string,
): Promise<Pick<PlaylistRow, 'trash_id'> | undefined> {
  if (!isId(id)) return undefined
  return db
    .selectFrom('playlists')
    .select('trash_id')
    .where('id', '=', id)
    .where('teacher_id', '=', teacherId)
    .executeTakeFirst()
}

/** Whether the playlist exists and belongs to this teacher. */
export async function isOwnPlaylist(db: Db, id: string, teacherId: string): Promise<boolean> {
  return (await ownPlaylist(db, id, teacherId))?.trash_id === null
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
    | 'corrections'
    | `changed_${string}`
    | 'unavailable_since'
    | 'announced_at'
    | 'trash_id'
    | 'trashed_status'
    | 'publish_at'
    | 'scheduled_at'
  > & { duration_s?: number | null; chapters?: string | null; corrections?: string | null },
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
  changes: Partial<Pick<CourseRow, 'playlist_id' | 'section_id' | 'position'>> & {
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

/** The length of the video that is online, if it is known. */
export async function secondsOfCourse(trx: Db, id: string): Promise<number | null> {
  const row = await trx.selectFrom('courses').select('duration_s').where('id', '=', id).executeTakeFirst()
  return row?.duration_s ?? null
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
