import type { Db } from '#server/data/database.ts'

/** The ids of a user's playlists. */
export async function playlistIdsOf(trx: Db, userId: string): Promise<string[]> {
  const rows = await trx.selectFrom('playlists').select('id').where('teacher_id', '=', userId).execute()
  return rows.map(({ id }) => id)
}

/** The names of all pictures that a user's rows refer to. */
export async function imagesOf(trx: Db, userId: string): Promise<string[]> {
  const rows = await trx
    .selectFrom('users')
    .select('photo as name')
    .where('id', '=', userId)
    .union(trx.selectFrom('playlists').select('image as name').where('teacher_id', '=', userId))
    .union(
      trx
        .selectFrom('courses')
        .innerJoin('playlists', 'playlists.id', 'courses.playlist_id')
        .select('courses.image as name')
        .where('playlists.teacher_id', '=', userId),
    )
    .union(
      trx
        .selectFrom('revisions')
        .select(({ ref }) => ref('image').$notNull().as('name'))
        .where('teacher_id', '=', userId)
        .where('image', 'is not', null),
    )
    .execute()
  return rows.map(({ name }) => name)
}

/** Returns whether the user existed. Foreign keys delete their sessions, playlists, courses, comments, likes and saves. */
export async function deleteAccount(trx: Db, userId: string): Promise<boolean> {
  const { numDeletedRows } = await trx.deleteFrom('users').where('id', '=', userId).executeTakeFirst()
  return numDeletedRows > 0n
}
