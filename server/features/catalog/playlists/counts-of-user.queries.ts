import { sql } from 'kysely'
import type { Db } from '#server/data/database.ts'
import { isPostgres, valuesTable } from '#server/data/dialect.ts'

/** The ids of rows with stored counts. */
export type CountedRows = Record<'courses' | 'playlists' | 'users', string[]>

/**
 * Locks the rows whose counts include likes, comments, saves and follows of a user, or saves of the user's playlists. Recount
 * them with `recountRows` after the user is deleted. Lock the user and their work before.
 */
export async function lockCounted(trx: Db, userId: string): Promise<CountedRows> {
  const courses = await trx
    .selectFrom('likes')
    .select('course_id as id')
    .where('user_id', '=', userId)
    // The replies of others go with the comments that they answer, on the same courses.
    .union(trx.selectFrom('comments').select('course_id as id').where('user_id', '=', userId))
    .orderBy('id')
    .execute()
  const playlists = await trx
    .selectFrom('saves')
    .select('playlist_id as id')
    .where('user_id', '=', userId)
    .union(
      trx
        .selectFrom('follows')
        .select(({ ref }) => ref('playlist_id').$notNull().as('id'))
        .where('user_id', '=', userId)
        .where('playlist_id', 'is not', null),
    )
    .orderBy('id')
    .execute()
  const users = await trx
    .selectFrom('follows')
    .select(({ ref }) => ref('teacher_id').$notNull().as('id'))
    .where('user_id', '=', userId)
    .where('teacher_id', 'is not', null)
    .union(
      trx
        .selectFrom('saves')
        .innerJoin('playlists', 'playlists.id', 'saves.playlist_id')
        .select('saves.user_id as id')
        .where('playlists.teacher_id', '=', userId),
    )
    .orderBy('id')
    .execute()
  const counted = { users: idsOf(users), playlists: idsOf(playlists), courses: idsOf(courses) }
  for (const table of ['users', 'playlists', 'courses'] as const) await lockRows(trx, table, counted[table])
  return counted
}

const idsOf = (rows: { id: string }[]) => rows.map(({ id }) => id)

async function lockRows(trx: Db, table: keyof CountedRows, ids: string[]): Promise<void> {
  if (!isPostgres(trx) || ids.length === 0) return
  await sql`select 1 from ${sql.table(table)} where id in (select id from ${valuesTable(trx, 'counted', { id: ids })})
    order by id for no key update`.execute(trx)
}
