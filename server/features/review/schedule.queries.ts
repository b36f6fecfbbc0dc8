import type { Db } from '#server/data/database.ts'

/** The approved items whose time has come, with their teachers. */
export async function dueItems(
  db: Db,
  now: string,
): Promise<{ kind: 'playlist' | 'course'; id: string; teacherId: string }[]> {
  const playlists = await db
    .selectFrom('playlists')
    .select(['id', 'teacher_id as teacherId'])
    .where('scheduled_at', 'is not', null)
    .where('publish_at', '<=', now)
    .where('trash_id', 'is', null)
    .execute()
  const courses = await db
    .selectFrom('courses')
    .innerJoin('playlists', 'playlists.id', 'courses.playlist_id')
    .select(['courses.id', 'playlists.teacher_id as teacherId'])
    .where('courses.scheduled_at', 'is not', null)
    .where('courses.publish_at', '<=', now)
    .where('courses.trash_id', 'is', null)
    .execute()
  return [
    ...courses.map((course) => ({ kind: 'course' as const, ...course })),
    ...playlists.map((playlist) => ({ kind: 'playlist' as const, ...playlist })),
  ]
}
