import { type Db, transaction } from '#server/data/database.ts'
import { countedProgress } from '#server/features/learning/progress/counted.queries.ts'
import { videoKeyIn } from '#server/features/learning/progress/save-target.ts'
import { enqueueAll } from '#server/jobs/enqueue.ts'
import {
  type CountedCourse,
  countedCourseIds,
  findCourses,
  playlistsWithLearners,
  writeCourseSums,
} from './counting.queries.ts'
import { addShare, type CourseCounts, columnsOf, countsIn } from './course-counts.ts'
import { RECOUNT } from './recount.ts'

/** The counts of a course from the rows that were counted, without what the job adds to them. */
export async function sumOfCourse(db: Db, course: CountedCourse): Promise<CourseCounts> {
  const counts = countsIn(undefined, videoKeyIn(course))
  for (const row of await countedProgress(db, course.id)) {
    if (row.user_id === course.teacher_id || row.counted_key === null) continue
    const { counted_s: seconds, counted_done, counted_key: key, counted_slots: slots } = row
    addShare(counts, { seconds, done: counted_done === 1, key, slots }, 1)
  }
  return counts
}

/** Writes the sums of a course anew. */
export async function sumCourse(db: Db, courseId: string): Promise<void> {
  await transaction(db, async (trx) => {
    const course = (await findCourses(trx, [courseId])).get(courseId)
    if (course) await writeCourseSums(trx, courseId, columnsOf(await sumOfCourse(trx, course)))
  })
}

/** After a restore: sums every course that was counted, and has every playlist recounted. */
export async function sumAllCourses(db: Db): Promise<void> {
  for (const courseId of await countedCourseIds(db)) await sumCourse(db, courseId)
  const playlists = await playlistsWithLearners(db)
  await transaction(db, (trx) =>
    enqueueAll(
      trx,
      RECOUNT,
      playlists.map((playlistId) => ({
        payload: { playlistId },
        dedupe: `${RECOUNT.name} ${playlistId}`,
      })),
    ),
  )
}
