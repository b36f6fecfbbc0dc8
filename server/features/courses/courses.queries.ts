import type { Db } from '#server/data/database.ts'
import { isId } from '#server/data/ids.ts'
import type { CourseRow } from '#server/data/schema.ts'

/** Whether the playlist exists and belongs to this teacher. */
export async function isOwnPlaylist(db: Db, id: string, teacherId: string): Promise<boolean> {
  if (!isId(id)) return false
  const playlist = await db
    .selectFrom('playlists')
    .select('id')
    .where('id', '=', id)
    .where('teacher_id', '=', teacherId)
    .executeTakeFirst()
  return playlist !== undefined
}

export async function insertCourse(
  trx: Db,
  row: Omit<CourseRow, `${string}_count` | `assigned_${string}` | 'duration_s' | 'chapters'>,
): Promise<void> {
  await trx.insertInto('courses').values(row).execute()
}

export async function updateCourse(
  trx: Db,
  id: string,
  changes: Pick<CourseRow, 'playlist_id' | 'updated_at'>,
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
