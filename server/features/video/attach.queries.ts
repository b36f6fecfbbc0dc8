import { type ExpressionBuilder, sql } from 'kysely'
import type { Db } from '#server/data/database.ts'
import type { Schema } from '#server/data/schema.ts'

/** The courses of an uploaded video. The index on the video finds them. */
const ofVideo = (videoId: string) => (eb: ExpressionBuilder<Schema, 'courses'>) =>
  eb.and({ video_id: '', source_key: videoId, source: 'upload' })

/** The course that shows this video; the oldest one of several. None that is in the trash. */
export async function firstCourseOf(db: Db, videoId: string): Promise<string | undefined> {
  const course = await db
    .selectFrom('courses')
    .select('id')
    .where(ofVideo(videoId))
    .where('trash_id', 'is', null)
    .orderBy('id')
    .executeTakeFirst()
  return course?.id
}

/** Writes the length of a video to its courses; gives their ids. */
export async function setDurations(
  trx: Db,
  { videoId, seconds }: { videoId: string; seconds: number },
): Promise<string[]> {
  const rows = await trx
    .updateTable('courses')
    .set({ duration_s: seconds })
    .where(ofVideo(videoId))
    .returning('id')
    .execute()
  return rows.map(({ id }) => id)
}

/** Puts a picture in the place of a generated one, in the courses of a video and in their versions; gives the courses. */
export async function replaceCover(
  trx: Db,
  { videoId, from, to }: { videoId: string; from: string; to: string },
): Promise<string[]> {
  const rows = await trx
    .updateTable('courses')
    .set({ image: to })
    .where(ofVideo(videoId))
    .where('image', '=', from)
    .returning('id')
    .execute()
  const ids = rows.map(({ id }) => id)
  if (ids.length > 0) {
    await trx
      .updateTable('revisions')
      .set({ content: sql<string>`replace(content, ${from}, ${to})` })
      .where('subject', '=', 'course')
      .where('subject_id', 'in', ids)
      .execute()
  }
  return ids
}
