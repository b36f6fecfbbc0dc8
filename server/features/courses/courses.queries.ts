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
  row: Omit<CourseRow, `${string}_count` | 'status' | 'duration_s' | 'chapters' | 'unavailable_since'> & {
    duration_s?: number | null
  },
): Promise<void> {
  await trx.insertInto('courses').values(row).execute()
}

/** The columns that an edit needs, if the course is inside this playlist. */
export function findInside(
  trx: Db,
  { id, playlistId }: { id: string; playlistId: string },
): Promise<Pick<CourseRow, 'image' | 'status' | 'source' | 'source_key' | 'video_id'> | undefined> {
  return trx
    .selectFrom('courses')
    .select(['image', 'status', 'source', 'source_key', 'video_id'])
    .where('id', '=', id)
    .where('playlist_id', '=', playlistId)
    .executeTakeFirst()
}

type Changes = Partial<
  Pick<
    CourseRow,
    | 'title'
    | 'title_key'
    | 'source'
    | 'source_key'
    | 'video_id'
    | 'duration_s'
    | 'chapters'
    | 'unavailable_since'
    | 'description'
    | 'image'
    | 'status'
    | 'playlist_id'
    | 'section_id'
    | 'position'
  >
>

/** When the course was last edited. */
export async function versionOf(trx: Db, id: string): Promise<string | undefined> {
  const row = await trx.selectFrom('courses').select('updated_at').where('id', '=', id).executeTakeFirst()
  return row?.updated_at
}

export async function updateCourse(
  trx: Db,
  id: string,
  changes: Changes & { updated_at: string },
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
