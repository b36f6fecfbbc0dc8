import type { Db } from '#server/data/database.ts'
import type { CourseRow } from '#server/data/schema.ts'

/** The videos of all courses of a playlist. */
export function videosInside(
  db: Db,
  playlistId: string,
): Promise<Pick<CourseRow, 'source' | 'source_key' | 'video_id'>[]> {
  return db
    .selectFrom('courses')
    .select(['source', 'source_key', 'video_id'])
    .where('playlist_id', '=', playlistId)
    .execute()
}

/** The title of the category of a playlist, which decides how its covers look. */
export async function categoryOf(db: Db, playlistId: string): Promise<string> {
  const row = await db
    .selectFrom('playlists')
    .innerJoin('categories', 'categories.id', 'playlists.category_id')
    .select('categories.title')
    .where('playlists.id', '=', playlistId)
    .executeTakeFirst()
  return row?.title ?? ''
}
