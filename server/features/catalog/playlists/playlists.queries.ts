import { sql } from 'kysely'
import type { Resource } from '#server/auth/permissions.ts'
import type { Db } from '#server/data/database.ts'
import { type Params, prepared } from '#server/data/prepared.ts'
import type { PlaylistRow, StoredStatus } from '#server/data/schema.ts'

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

/** The user, if they are a teacher whose account is not deleted. */
export async function findTeacher(db: Db, id: string): Promise<(Teacher & Resource) | undefined> {
  const teacher = await db
    .selectFrom('users')
    .select(['id', 'approved_courses_count as coursesCount'])
    .where('id', '=', id)
    .where('role', '=', 'Teacher')
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return teacher && { ...teacher, access: { ownerId: id } }
}

export async function isTeacher(db: Db, id: string): Promise<boolean> {
  return (await findTeacher(db, id)) !== undefined
}

export async function insertPlaylist(
  trx: Db,
  row: Omit<
    PlaylistRow,
    | `${string}_count`
    | `assigned_${string}`
    | 'outline_version'
    | 'former_section_titles'
    | 'announced_at'
    | 'newest_at'
    | 'trash_id'
    | 'trashed_status'
    | 'publish_at'
    | 'scheduled_at'
    | 'link_number'
    | 'shown'
  >,
): Promise<void> {
  await trx.insertInto('playlists').values(row).execute()
}

/** The names of the pictures of a playlist and its courses, and of the versions of them that wait. */
export async function imagesInside(trx: Db, playlistId: string): Promise<string[]> {
  const rows = await trx
    .selectFrom('playlists')
    .select('image')
    .where('id', '=', playlistId)
    .union(trx.selectFrom('courses').select('image').where('playlist_id', '=', playlistId))
    .union(
      trx
        .selectFrom('revisions')
        .select(({ ref }) => ref('image').$notNull().as('image'))
        .where('playlist_id', '=', playlistId)
        .where('image', 'is not', null),
    )
    .execute()
  return rows.map(({ image }) => image)
}

/** Deletes a playlist; foreign keys delete its courses, likes, comments and saves. Returns whether it existed. */
export async function deletePlaylist(trx: Db, playlistId: string): Promise<boolean> {
  const { numDeletedRows } = await trx.deleteFrom('playlists').where('id', '=', playlistId).executeTakeFirst()
  return numDeletedRows > 0n
}

/** The number of playlists without a video and with this status. */
export const emptyPlaylists = prepared((db, params: Params<{ status: string }>) =>
  db
    .selectFrom('playlists')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .where('courses_count', '=', sql.lit(0))
    .where('status', '=', sql<StoredStatus>`${params.value('status')}`),
)
