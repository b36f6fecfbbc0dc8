import type { Db } from '#server/data/database.ts'
import type { CourseSumRow } from '#server/data/insight-rows.ts'
import { countedWithVideo } from '#server/features/learning/progress/counted.queries.ts'
import { videoKeyIn } from '#server/features/learning/progress/save-target.ts'
import { type CountedCourse, coursesIn, readCourseSums, writeCourseSums } from './counting.queries.ts'
import { addToParts, type CourseCounts, columnsOf, countsIn } from './course-counts.ts'

/** Whether the parts that are stored belong to this video. Without a video, nothing was counted yet. */
export const isOfVideo = (row: Pick<CourseSumRow, 'key'> | undefined, key: string): boolean =>
  row === undefined || row.key === null || row.key === key

/** Adds the parts of everybody who is counted with the present video: it may have been the video of the course before. */
export async function addAllParts(
  trx: Db,
  { id, teacher_id: teacherId }: CountedCourse,
  counts: CourseCounts,
): Promise<void> {
  const rows = await countedWithVideo(trx, { courseId: id, key: counts.key })
  for (const { user_id, slots, done } of rows)
    if (user_id !== teacherId) addToParts(counts, { key: counts.key, slots, done: done === 1 }, 1)
}

/** Counts the parts of the videos of a playlist anew that were replaced since. */
export async function recountParts(trx: Db, playlistId: string): Promise<void> {
  const courses = await coursesIn(trx, { playlistId })
  const sums = await readCourseSums(
    trx,
    courses.map(({ id }) => id),
  )
  for (const course of courses) {
    const row = sums.get(course.id)
    const counts = countsIn(row, videoKeyIn(course))
    if (isOfVideo(row, counts.key)) continue
    await addAllParts(trx, course, counts)
    await writeCourseSums(trx, course.id, columnsOf(counts))
  }
}
