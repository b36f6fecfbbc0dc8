import { type SqlBool, sql } from 'kysely'
import type { Db } from '#server/data/database.ts'
import type { ProgressRow } from '#server/data/learning-rows.ts'
import { type Params, prepared, preparedChange } from '#server/data/prepared.ts'

/** The condition of the index `progress_uncounted`, in the same words. */
const IS_UNCOUNTED = sql<SqlBool>`(counted_key is null or counted_key <> video_key or counted_s <> watched_s
  or counted_done <> case when done_at is null then 0 else 1 end)`

const COLUMNS = [
  'user_id',
  'course_id',
  'video_key',
  'seconds',
  'watched_s',
  'updated_at',
  'done_at',
  'counted_s',
  'counted_done',
  'counted_key',
  'counted_slots',
] as const
export type CountedProgress = Pick<ProgressRow, (typeof COLUMNS)[number]>

const uncountedRows = prepared((db, params: Params<{ limit: number }>) =>
  db
    .selectFrom('progress')
    .select(COLUMNS)
    .where(IS_UNCOUNTED)
    .orderBy('user_id')
    .orderBy('course_id')
    .limit(params.value('limit')),
)

/** Progress that was saved, marked or moved to another video since it was counted, in the order of its key. */
export function uncountedProgress(db: Db, limit: number): Promise<CountedProgress[]> {
  return uncountedRows(db, { limit })
}

interface Counted {
  user_id: string
  course_id: string
  video_key: string
  watched_s: number
  /** 1 or 0. */
  done: number
  slots: Buffer
}

/** A save between the reading and this leaves the row uncounted. */
const setCounted = preparedChange((db, params: Params<{ [Column in keyof Counted]: Counted[Column] }>) =>
  db
    .updateTable('progress')
    .set({
      counted_s: params.value('watched_s'),
      counted_done: params.value('done'),
      counted_key: params.value('video_key'),
      counted_slots: params.value('slots'),
    })
    .where('user_id', '=', params.value('user_id'))
    .where('course_id', '=', params.value('course_id'))
    .where('video_key', '=', params.value('video_key'))
    .where('watched_s', '=', params.value('watched_s'))
    .where(sql<SqlBool>`case when done_at is null then 0 else 1 end = ${params.value('done')}`),
)

/** Notes that a row of progress is counted. Returns whether it still is what was read. */
export async function writeCounted(trx: Db, counted: Counted): Promise<boolean> {
  return (await setCounted(trx, counted)) > 0
}

const removedRows = prepared((db, params: Params<{ limit: number }>) =>
  db.selectFrom('progress_removed').selectAll().orderBy('id').limit(params.value('limit')),
)

export interface RemovedProgress {
  id: number
  course_id: string
  user_id: string | null
  key: string
  seconds: number
  done: number
  slots: Buffer | null
}

/** Takes what was counted of progress that is gone. */
export async function takeRemovedProgress(trx: Db, limit: number): Promise<RemovedProgress[]> {
  const rows = await removedRows(trx, { limit })
  if (rows.length > 0)
    await trx
      .deleteFrom('progress_removed')
      .where(
        'id',
        'in',
        rows.map(({ id }) => id),
      )
      .execute()
  return rows
}

const coursesOf = (trx: Db, playlistId: string) =>
  trx.selectFrom('courses').select('id').where('playlist_id', '=', playlistId)

/** Has what was counted of a user in a playlist subtracted, although their progress stays: it is theirs to teach now. */
export async function removeCounted(
  trx: Db,
  { playlistId, userId }: { playlistId: string; userId: string },
): Promise<void> {
  // What waits to be subtracted was counted while somebody else taught.
  await trx
    .updateTable('progress_removed')
    .set({ user_id: null })
    .where('user_id', '=', userId)
    .where('course_id', 'in', coursesOf(trx, playlistId))
    .execute()
  await trx
    .insertInto('progress_removed')
    .columns(['course_id', 'key', 'seconds', 'done', 'slots'])
    .expression(({ selectFrom }) =>
      selectFrom('progress')
        .select(({ ref }) => [
          'course_id',
          ref('counted_key').$notNull().as('key'),
          'counted_s as seconds',
          'counted_done as done',
          'counted_slots as slots',
        ])
        .where('user_id', '=', userId)
        .where('counted_key', 'is not', null)
        .where('course_id', 'in', coursesOf(trx, playlistId)),
    )
    .execute()
}

/**
 * Has the progress of a user in a playlist counted as if it were new: it was theirs to teach, and counted nothing. What they have
 * forgotten of it was never counted.
 */
export async function forgetCounted(
  trx: Db,
  { playlistId, userId }: { playlistId: string; userId: string },
): Promise<void> {
  await trx
    .deleteFrom('progress_removed')
    .where('user_id', '=', userId)
    .where('course_id', 'in', coursesOf(trx, playlistId))
    .execute()
  await trx
    .updateTable('progress')
    .set({ counted_s: 0, counted_done: 0, counted_key: null, counted_slots: null })
    .where('user_id', '=', userId)
    .where('course_id', 'in', coursesOf(trx, playlistId))
    .execute()
}

/** What was counted of a course. */
export function countedProgress(db: Db, courseId: string) {
  return db
    .selectFrom('progress')
    .select(['user_id', 'counted_s', 'counted_done', 'counted_key', 'counted_slots'])
    .where('course_id', '=', courseId)
    .execute()
}
