import { type SqlBool, sql } from 'kysely'
import type { Db } from '#server/data/database.ts'
import { type Params, prepared, preparedChange } from '#server/data/prepared.ts'
import type { ProgressRow } from '#server/data/schema.ts'

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

/** The counted progress of a course, of users after one, in the order of their ids. */
export function countedOfCourse(
  db: Db,
  courseId: string,
  { after, limit }: { after: string; limit: number },
): Promise<CountedProgress[]> {
  return db
    .selectFrom('progress')
    .select(COLUMNS)
    .where('course_id', '=', courseId)
    .where('user_id', '>', after)
    .orderBy('user_id')
    .limit(limit)
    .execute()
}

/** Counts the progress of these users in a playlist anew, as if it had never been counted. */
export async function forgetCounted(
  trx: Db,
  { playlistId, userId }: { playlistId: string; userId: string },
): Promise<void> {
  await trx
    .updateTable('progress')
    .set({ counted_s: 0, counted_done: 0, counted_key: null, counted_slots: null })
    .where('user_id', '=', userId)
    .where('course_id', 'in', ({ selectFrom }) =>
      selectFrom('courses').select('id').where('playlist_id', '=', playlistId),
    )
    .execute()
}
