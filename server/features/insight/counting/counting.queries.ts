import { sql } from 'kysely'
import type { Db } from '#server/data/database.ts'
import type { CourseSumRow, LearnerRow } from '#server/data/insight-rows.ts'
import { excluded, type Params, prepared, preparedChange } from '#server/data/prepared.ts'
import type { columnsOf } from './course-counts.ts'

const coursesAmong = prepared((db, params: Params<{ ids: string[] }>) =>
  db
    .selectFrom('courses')
    .innerJoin('playlists', 'playlists.id', 'courses.playlist_id')
    .select([
      'courses.id',
      'courses.playlist_id',
      'courses.source',
      'courses.source_key',
      'courses.video_id',
      'playlists.teacher_id',
    ])
    .where(params.among('courses.id', 'ids')),
)

export type CountedCourse = Awaited<ReturnType<typeof coursesAmong>>[number]

/** The courses with these ids, by id. */
export async function findCourses(db: Db, ids: readonly string[]): Promise<Map<string, CountedCourse>> {
  const rows = await coursesAmong(db, { ids: [...ids] })
  return new Map(rows.map((row) => [row.id, row]))
}

const sumsAmong = prepared((db, params: Params<{ ids: string[] }>) =>
  db.selectFrom('course_sums').selectAll().where(params.among('course_id', 'ids')),
)

export async function readCourseSums(db: Db, ids: readonly string[]): Promise<Map<string, CourseSumRow>> {
  const rows = await sumsAmong(db, { ids: [...ids] })
  return new Map(rows.map((row) => [row.course_id, row]))
}

const COUNTED = ['learners', 'done', 'watched_s', 'key', 'slots', 'stops', 'slots_done'] as const
type CourseColumns = ReturnType<typeof columnsOf>

const upsertCourseSums = preparedChange(
  (db, params: Params<{ course_id: string } & { [Column in keyof CourseColumns]: CourseColumns[Column] }>) =>
    db
      .insertInto('course_sums')
      .columns(['course_id', ...COUNTED])
      .expression(params.row(['course_id', ...COUNTED]))
      .onConflict((conflict) => conflict.column('course_id').doUpdateSet(excluded(COUNTED))),
)

/** Writes what the job counts of a course; the furthest lessons stay. */
export async function writeCourseSums(trx: Db, courseId: string, columns: CourseColumns): Promise<void> {
  await upsertCourseSums(trx, { course_id: courseId, ...columns })
}

const upsertWatched = preparedChange((db, params: Params<{ playlist_id: string; watched_s: number }>) =>
  db
    .insertInto('playlist_sums')
    .columns(['playlist_id', 'watched_s'])
    .expression(params.row(['playlist_id', 'watched_s']))
    .onConflict((conflict) =>
      conflict.column('playlist_id').doUpdateSet({
        watched_s: sql<number>`playlist_sums.watched_s + excluded.watched_s`,
      }),
    ),
)

export async function addWatched(trx: Db, playlistId: string, seconds: number): Promise<void> {
  await upsertWatched(trx, { playlist_id: playlistId, watched_s: seconds })
}

type OfLearner = Params<{ playlistId: string; userId: string }>

const factsOf = prepared((db, params: OfLearner) =>
  db
    .selectFrom('playlists')
    .innerJoin('users', (join) => join.on('users.id', '=', params.value('userId')))
    .leftJoin('learners', (join) =>
      join.onRef('learners.playlist_id', '=', 'playlists.id').onRef('learners.user_id', '=', 'users.id'),
    )
    .select([
      'playlists.teacher_id',
      'playlists.approved_courses_count',
      'playlists.unavailable_count',
      'users.username_key',
      'users.progress_shown',
      'users.progress_told_at',
      'users.profile_private',
      'learners.first_day',
      'learners.finished_on',
    ])
    .where('playlists.id', '=', params.value('playlistId')),
)

/** The playlist, the person and their row, or `undefined` if one of the first two is gone. */
export async function readFacts(db: Db, key: { playlistId: string; userId: string }) {
  const [row] = await factsOf(db, key)
  return row
}

/** The approved videos of a playlist of which somebody has progress, in their order. */
export const progressInPlaylist = prepared((db, params: OfLearner) =>
  db
    .selectFrom('courses')
    .innerJoin('progress', 'progress.course_id', 'courses.id')
    .select([
      'courses.id',
      'courses.unavailable_since',
      'progress.watched_s',
      'progress.done_at',
      'progress.updated_at',
    ])
    .where('courses.playlist_id', '=', params.value('playlistId'))
    .where('progress.user_id', '=', params.value('userId'))
    .where('courses.status', '=', 'approved')
    .orderBy('courses.position')
    .orderBy('courses.id'),
)

const LEARNER = [
  'name_key',
  'named',
  'first_day',
  'last_day',
  'done_count',
  'furthest_course_id',
  'finished_on',
] as const
const LEARNER_ROW = ['playlist_id', 'user_id', ...LEARNER] as const

const upsertLearner = preparedChange(
  (db, params: Params<{ [Column in keyof LearnerRow]: LearnerRow[Column] }>) =>
    db
      .insertInto('learners')
      .columns(LEARNER_ROW)
      .expression(params.row(LEARNER_ROW))
      .onConflict((conflict) => conflict.columns(['playlist_id', 'user_id']).doUpdateSet(excluded(LEARNER))),
)

export async function writeLearner(trx: Db, learner: LearnerRow): Promise<void> {
  await upsertLearner(trx, learner)
}

const deleteOne = preparedChange((db, params: OfLearner) =>
  db
    .deleteFrom('learners')
    .where('playlist_id', '=', params.value('playlistId'))
    .where('user_id', '=', params.value('userId')),
)

export async function deleteLearner(trx: Db, key: { playlistId: string; userId: string }): Promise<void> {
  await deleteOne(trx, key)
}

/** Everybody who has progress in a playlist or is one of its learners. */
export async function peopleIn(db: Db, playlistId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('playlist_progress')
    .select('user_id')
    .where('playlist_id', '=', playlistId)
    .union(db.selectFrom('learners').select('user_id').where('playlist_id', '=', playlistId))
    .execute()
  return rows.map(({ user_id }) => user_id).toSorted()
}

/** Takes the minutes of a playlist from its courses. */
export async function sumWatched(trx: Db, playlistId: string, now: string): Promise<void> {
  await trx
    .updateTable('playlist_sums')
    .set(({ selectFrom }) => ({
      recounted_at: now,
      watched_s: selectFrom('course_sums')
        .innerJoin('courses', 'courses.id', 'course_sums.course_id')
        .select(({ fn, val }) => fn.coalesce(fn.sum<number>('course_sums.watched_s'), val(0)).as('n'))
        .where('courses.playlist_id', '=', playlistId)
        .$asScalar()
        .$notNull(),
    }))
    .where('playlist_id', '=', playlistId)
    .execute()
}

/** When the figures of a playlist were recounted: null for never, `undefined` if it has none. */
export async function recountedAt(db: Db, playlistId: string): Promise<string | null | undefined> {
  const row = await db
    .selectFrom('playlist_sums')
    .select('recounted_at')
    .where('playlist_id', '=', playlistId)
    .executeTakeFirst()
  return row?.recounted_at
}

/** Shows or hides the name of a learner everywhere, and takes a new name over. */
export async function writeName(trx: Db, userId: string): Promise<void> {
  await trx
    .updateTable('learners')
    .from('users')
    .set(({ ref }) => ({
      name_key: ref('users.username_key'),
      named: sql<number>`case when users.progress_told_at is not null and users.progress_shown = 1
        and users.profile_private = 0 then 1 else 0 end`,
    }))
    .whereRef('users.id', '=', 'learners.user_id')
    .where('learners.user_id', '=', userId)
    .execute()
}

/** The courses of which progress was counted. */
export async function countedCourseIds(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('progress')
    .select('course_id')
    .distinct()
    .where('counted_key', 'is not', null)
    .execute()
  return rows.map(({ course_id }) => course_id)
}

export async function playlistsWithLearners(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('learners').select('playlist_id').distinct().execute()
  return rows.map(({ playlist_id }) => playlist_id)
}
