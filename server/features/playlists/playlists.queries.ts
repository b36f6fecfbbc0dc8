import type { Resource } from '#server/auth/permissions.ts'
import type { Db } from '#server/data/database.ts'
import type { PlaylistRow } from '#server/data/schema.ts'

/** The category with exactly this title. */
export async function categoryIdOf(db: Db, title: string): Promise<string | undefined> {
  const category = await db
    .selectFrom('categories')
    .select('id')
    .where('title', '=', title)
    .executeTakeFirst()
  return category?.id
}

export interface Teacher {
  id: string
  /** Counts public courses only. */
  coursesCount: number
}

/** The user, if they are a teacher. */
export async function findTeacher(db: Db, id: string): Promise<(Teacher & Resource) | undefined> {
  const teacher = await db
    .selectFrom('users')
    .select(['id', 'approved_courses_count as coursesCount'])
    .where('id', '=', id)
    .where('role', '=', 'Teacher')
    .executeTakeFirst()
  return teacher && { ...teacher, access: { ownerId: id } }
}

export async function isTeacher(db: Db, id: string): Promise<boolean> {
  return (await findTeacher(db, id)) !== undefined
}

export async function insertPlaylist(
  trx: Db,
  row: Omit<PlaylistRow, `${string}_count` | 'status' | 'outline_version'>,
): Promise<void> {
  await trx.insertInto('playlists').values(row).execute()
}

/** The playlist's picture, if the playlist belongs to this teacher. */
export async function imageOfOwn(
  trx: Db,
  own: { id: string; teacherId: string },
): Promise<string | undefined> {
  const row = await trx
    .selectFrom('playlists')
    .select('image')
    .where('id', '=', own.id)
    .where('teacher_id', '=', own.teacherId)
    .executeTakeFirst()
  return row?.image
}

type Changes = Partial<
  Pick<
    PlaylistRow,
    'title' | 'title_key' | 'description' | 'category_id' | 'image' | 'language' | 'level' | 'promise'
  >
>

export async function updatePlaylist(
  trx: Db,
  own: { id: string; teacherId: string },
  changes: Changes & { updated_at: string },
): Promise<void> {
  await trx
    .updateTable('playlists')
    .set(changes)
    .where('id', '=', own.id)
    .where('teacher_id', '=', own.teacherId)
    .execute()
}

/** The names of the pictures of a playlist and its courses. */
export async function imagesInside(trx: Db, playlistId: string): Promise<string[]> {
  const rows = await trx
    .selectFrom('playlists')
    .select('image')
    .where('id', '=', playlistId)
    .union(trx.selectFrom('courses').select('image').where('playlist_id', '=', playlistId))
    .execute()
  return rows.map(({ image }) => image)
}

/** Deletes a playlist; foreign keys delete its courses, likes, comments and saves. Returns whether it existed. */
export async function deletePlaylist(trx: Db, playlistId: string): Promise<boolean> {
  const { numDeletedRows } = await trx.deleteFrom('playlists').where('id', '=', playlistId).executeTakeFirst()
  return numDeletedRows > 0n
}
