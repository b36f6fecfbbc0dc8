import { sql } from 'kysely'
import type { Db } from '#server/data/database.ts'
import { type Params, prepared, preparedChange } from '#server/data/prepared.ts'

/** The median of this many reports counts. */
export const REPORTS_COUNTED = 3

type OfOthers = Params<{ courseId: string; videoKey: string; userId: string }>

function reportsOfOthers(db: Db, params: OfOthers) {
  return db
    .selectFrom('progress')
    .innerJoin('users', 'users.id', 'progress.user_id')
    .where('progress.course_id', '=', params.value('courseId'))
    .where('progress.video_key', '=', params.value('videoKey'))
    .where('progress.duration_s', '>', 0)
    .where('progress.user_id', '<>', params.value('userId'))
}

/** The durations that some other users' players reported, at most as many as count. */
export const someReports = prepared((db, params: OfOthers) =>
  reportsOfOthers(db, params)
    .select(['progress.duration_s', 'progress.user_id', 'users.is_admin'])
    .limit(REPORTS_COUNTED),
)

/** A report of the owner or of an admin. */
export const trustedReports = prepared(
  (db, params: Params<{ courseId: string; videoKey: string; userId: string; teacherId: string }>) =>
    db
      .selectFrom('progress')
      .innerJoin('users', 'users.id', 'progress.user_id')
      .select('progress.user_id')
      .where('progress.course_id', '=', params.value('courseId'))
      .where('progress.video_key', '=', params.value('videoKey'))
      .where('progress.duration_s', '>', 0)
      .where('progress.user_id', '<>', params.value('userId'))
      .where(({ or, eb }) =>
        or([eb('users.is_admin', '=', 1), eb('users.id', '=', params.value('teacherId'))]),
      )
      .limit(1),
)

/** Not an edit of the course: its `updated_at` stays. */
export const writeDuration = preparedChange((db, params: Params<{ courseId: string; seconds: number }>) =>
  db
    .updateTable('courses')
    .set({ duration_s: params.value('seconds') })
    .where('id', '=', params.value('courseId')),
)

/** A player may round the duration, and an encoding may end a little later. */
const DIFFERENCE_MAX_S = 2

/** How many courses with a YouTube video have another duration than some user's player reported for it. */
export async function differentDurations(db: Db): Promise<number> {
  const { n } = await db
    .selectFrom('courses')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('progress')
          .select('progress.course_id')
          .whereRef('progress.course_id', '=', 'courses.id')
          .where('progress.video_key', '=', sql<string>`'youtube:' || courses.video_id`)
          .where('progress.duration_s', '>', 0)
          .where(sql<number>`abs(progress.duration_s - courses.duration_s)`, '>', DIFFERENCE_MAX_S),
      ),
    )
    .executeTakeFirstOrThrow()
  return n
}
