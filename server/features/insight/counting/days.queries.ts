import { sql } from 'kysely'
import type { Db } from '#server/data/database.ts'
import { type Params, preparedChange } from '#server/data/prepared.ts'

/** What was new on a day. */
export type NewOnDay = { learners: number; started: number; finished: number; watched_s: number }

const SUMS = ['learners', 'started', 'finished', 'watched_s'] as const

const added = (table: string, columns: readonly string[]) =>
  Object.fromEntries(
    columns.map((column) => [
      column,
      sql<number>`${sql.ref(`${table}.${column}`)} + excluded.${sql.id(column)}`,
    ]),
  )

const addToPlaylistDay = preparedChange(
  (db, params: Params<NewOnDay & { playlist_id: string; day: string }>) =>
    db
      .insertInto('playlist_days')
      .columns(['playlist_id', 'day', ...SUMS])
      .expression(params.row(['playlist_id', 'day', ...SUMS]))
      .onConflict((conflict) =>
        conflict.columns(['playlist_id', 'day']).doUpdateSet(added('playlist_days', SUMS)),
      ),
)

const addToCourseDay = preparedChange((db, params: Params<NewOnDay & { course_id: string; day: string }>) =>
  db
    .insertInto('course_days')
    .columns(['course_id', 'day', ...SUMS])
    .expression(params.row(['course_id', 'day', ...SUMS]))
    .onConflict((conflict) => conflict.columns(['course_id', 'day']).doUpdateSet(added('course_days', SUMS))),
)

const addToSiteDay = preparedChange((db, params: Params<{ day: string; watched_s: number; done: number }>) =>
  db
    .insertInto('site_days')
    .columns(['day', 'watched_s', 'done'])
    .expression(params.row(['day', 'watched_s', 'done']))
    .onConflict((conflict) => conflict.column('day').doUpdateSet(added('site_days', ['watched_s', 'done']))),
)

export async function addToPlaylist(
  trx: Db,
  key: { id: string; day: string },
  sums: NewOnDay,
): Promise<void> {
  await addToPlaylistDay(trx, { playlist_id: key.id, day: key.day, ...sums })
}

export async function addToCourse(trx: Db, key: { id: string; day: string }, sums: NewOnDay): Promise<void> {
  await addToCourseDay(trx, { course_id: key.id, day: key.day, ...sums })
}

export async function addToSite(
  trx: Db,
  day: string,
  sums: { watched_s: number; done: number },
): Promise<void> {
  await addToSiteDay(trx, { day, ...sums })
}

/** Counts the comments of a day, which are those with ids from `from` to before `to`. */
export async function countComments(
  db: Db,
  { day, from, to }: { day: string; from: string; to: string },
): Promise<void> {
  await db
    .insertInto('site_days')
    .columns(['day', 'comments'])
    .expression(({ selectFrom, fn, val }) =>
      selectFrom('comments')
        .select([val(day).as('day'), fn.countAll<number>().as('comments')])
        .where('id', '>=', from)
        .where('id', '<', to),
    )
    .onConflict((conflict) =>
      conflict.column('day').doUpdateSet({ comments: sql<number>`excluded.comments` }),
    )
    .execute()
}

/** Deletes the days before this one. */
export async function deleteDaysBefore(db: Db, day: string): Promise<void> {
  await db.deleteFrom('playlist_days').where('day', '<', day).execute()
  await db.deleteFrom('course_days').where('day', '<', day).execute()
  await db.deleteFrom('site_days').where('day', '<', day).execute()
}
