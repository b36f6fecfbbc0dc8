import type { Db } from '#server/data/database.ts'

/** Describes the rows that refer to this picture, as text for the operator. */
export async function usesOfPicture(db: Db, name: string): Promise<string[]> {
  const users = await db.selectFrom('users').select('email').where('photo', '=', name).execute()
  const playlists = await db.selectFrom('playlists').select('id').where('image', '=', name).execute()
  const courses = await db.selectFrom('courses').select('id').where('image', '=', name).execute()
  return [
    ...users.map(({ email }) => `user ${email}`),
    ...playlists.map(({ id }) => `playlist ${id}`),
    ...courses.map(({ id }) => `course ${id}`),
  ]
}

/** How many passkeys belong to each host. */
export function countPasskeys(db: Db): Promise<{ host: string; n: number }[]> {
  return db
    .selectFrom('passkeys')
    .select(({ fn }) => ['rp_id as host', fn.countAll<number>().as('n')])
    .groupBy('rp_id')
    .orderBy('rp_id')
    .execute()
}
