import { sql } from 'kysely'
import type { Db } from '#server/data/database.ts'

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
