import type { Db } from '#server/data/database.ts'
import type { PlaylistProgressRow, ProgressCreditRow } from '#server/data/learning-rows.ts'
import { lockableQuery, lockToChange } from '#server/data/locks.ts'
import { excluded, type Params, prepared, preparedChange } from '#server/data/prepared.ts'
import type { Watched } from './watched.ts'

interface OfCourse {
  userId: string
  courseId: string
}

/** Everything that decides about a save, in one row: the course, the user, and what is stored of both. */
const saveTargetOf = lockableQuery('courses', (db, params: Params<{ userId: string; courseId: string }>) =>
  db
    .selectFrom('courses')
    .innerJoin('playlists', 'playlists.id', 'courses.playlist_id')
    .innerJoin('users', (join) => join.on('users.id', '=', params.value('userId')))
    .leftJoin('progress', (join) =>
      join.onRef('progress.course_id', '=', 'courses.id').onRef('progress.user_id', '=', 'users.id'),
    )
    .leftJoin('playlist_progress as summary', (join) =>
      join.onRef('summary.playlist_id', '=', 'playlists.id').onRef('summary.user_id', '=', 'users.id'),
    )
    .leftJoin('progress_credits as credit', 'credit.user_id', 'users.id')
    .select([
      'courses.id',
      'courses.playlist_id',
      'courses.status',
      'courses.source',
      'courses.source_key',
      'courses.video_id',
      'courses.duration_s as course_seconds',
      'courses.start_s as starts_at',
      'playlists.teacher_id',
      'playlists.shown as playlist_shown',
      'playlists.approved_courses_count',
      'playlists.unavailable_count',
      'users.history_paused',
      'users.created_at as user_since',
      'users.time_zone',
      'progress.video_key',
      'progress.at_s',
      'progress.duration_s',
      'progress.seconds',
      'progress.watched_s',
      'progress.updated_at',
      'progress.done_at',
      'progress.done_by',
      'progress.auto_done_from_s',
      'summary.last_course_id',
      'summary.done_count',
      'summary.rate',
      'summary.updated_at as summary_updated_at',
      'summary.hidden_at',
      'credit.credit_s',
      'credit.unspent_s',
      'credit.updated_at as credit_updated_at',
    ])
    .where('courses.id', '=', params.value('courseId'))
    .where('courses.trash_id', 'is', null),
)

type SaveTargetRow = Awaited<ReturnType<typeof saveTargetOf.not>>[number]

/** One of the user's saves waits for the other, so that no credit is spent twice and no bit is lost. */
export function lockSaver(trx: Db, userId: string): Promise<void> {
  return lockToChange(trx, 'users', { id: userId })
}

/** Reads the target of a save; call `lockSaver` first. The course is not deleted before the transaction ends. */
export async function readSaveTarget(
  trx: Db,
  { userId, courseId }: OfCourse,
): Promise<SaveTargetRow | undefined> {
  const [row] = await saveTargetOf.stay(trx, { userId, courseId })
  return row
}

export function watchedIn(row: SaveTargetRow): Watched | undefined {
  const { video_key, at_s, duration_s, seconds, watched_s, updated_at } = row
  if (video_key === null || at_s === null || duration_s === null) return undefined
  if (seconds === null || watched_s === null || updated_at === null) return undefined
  const { done_at, done_by, auto_done_from_s } = row
  return { video_key, at_s, duration_s, seconds, watched_s, updated_at, done_at, done_by, auto_done_from_s }
}

export function creditIn(row: SaveTargetRow): Omit<ProgressCreditRow, 'user_id'> | undefined {
  const { credit_s, unspent_s, credit_updated_at } = row
  if (credit_s === null || unspent_s === null || credit_updated_at === null) return undefined
  return { credit_s, unspent_s, updated_at: credit_updated_at }
}

type Summary = Omit<PlaylistProgressRow, 'user_id' | 'playlist_id'>

export function summaryIn(row: SaveTargetRow): Summary | undefined {
  const { last_course_id, done_count, rate, summary_updated_at, hidden_at } = row
  if (done_count === null || summary_updated_at === null) return undefined
  return { last_course_id, done_count, rate, updated_at: summary_updated_at, hidden_at }
}

const WATCHED = [
  'video_key',
  'at_s',
  'duration_s',
  'seconds',
  'watched_s',
  'updated_at',
  'done_at',
  'done_by',
  'auto_done_from_s',
] as const
const PROGRESS = ['user_id', 'course_id', ...WATCHED] as const

const upsertProgress = preparedChange(
  (db, params: Params<Watched & { user_id: string; course_id: string }>) =>
    db
      .insertInto('progress')
      .columns(PROGRESS)
      .expression(params.row(PROGRESS))
      .onConflict((conflict) => conflict.columns(['user_id', 'course_id']).doUpdateSet(excluded(WATCHED))),
)

export async function writeWatched(trx: Db, { userId, courseId }: OfCourse, watched: Watched): Promise<void> {
  await upsertProgress(trx, { ...watched, user_id: userId, course_id: courseId })
}

const CREDIT = ['credit_s', 'unspent_s', 'updated_at'] as const
const CREDIT_OF_USER = ['user_id', ...CREDIT] as const

const upsertCredit = preparedChange(
  (db, params: Params<{ [Column in keyof ProgressCreditRow]: ProgressCreditRow[Column] }>) =>
    db
      .insertInto('progress_credits')
      .columns(CREDIT_OF_USER)
      .expression(params.row(CREDIT_OF_USER))
      .onConflict((conflict) => conflict.column('user_id').doUpdateSet(excluded(CREDIT))),
)

export async function writeCredit(
  trx: Db,
  userId: string,
  credit: Omit<ProgressCreditRow, 'user_id'>,
): Promise<void> {
  await upsertCredit(trx, { ...credit, user_id: userId })
}

type NewSummary = Omit<PlaylistProgressRow, 'done_count'>

/** Counts the courses of the playlist that are approved, that play and that the user has done. */
const upsertSummary = prepared((db, params: Params<{ [Column in keyof NewSummary]: NewSummary[Column] }>) =>
  db
    .insertInto('playlist_progress')
    .values(({ selectFrom }) => ({
      user_id: params.value('user_id'),
      playlist_id: params.value('playlist_id'),
      last_course_id: params.value('last_course_id'),
      rate: params.value('rate'),
      updated_at: params.value('updated_at'),
      hidden_at: params.value('hidden_at'),
      done_count: selectFrom('progress')
        .innerJoin('courses', 'courses.id', 'progress.course_id')
        .select(({ fn }) => fn.countAll<number>().as('n'))
        .where('progress.user_id', '=', params.value('user_id'))
        .where('courses.playlist_id', '=', params.value('playlist_id'))
        .where('courses.status', '=', 'approved')
        .where('courses.unavailable_since', 'is', null)
        .where('progress.done_at', 'is not', null),
    }))
    .onConflict((conflict) =>
      conflict
        .columns(['user_id', 'playlist_id'])
        .doUpdateSet(excluded(['last_course_id', 'done_count', 'rate', 'updated_at', 'hidden_at'])),
    )
    .returning('done_count'),
)

/** Writes the summary of a playlist; returns its new `done_count`. */
export async function writeSummary(trx: Db, summary: NewSummary): Promise<number> {
  const [row] = await upsertSummary(trx, summary)
  return row?.done_count ?? 0
}

/** The stored progress in a playlist, without its count. */
export function readSummary(
  trx: Db,
  { userId, playlistId }: { userId: string; playlistId: string },
): Promise<Omit<Summary, 'done_count'> | undefined> {
  return trx
    .selectFrom('playlist_progress')
    .select(['last_course_id', 'rate', 'updated_at', 'hidden_at'])
    .where('user_id', '=', userId)
    .where('playlist_id', '=', playlistId)
    .executeTakeFirst()
}
