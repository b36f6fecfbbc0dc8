import { LIKES_SENT_MAX } from '#contract/courses.ts'
import type { Db } from '#server/core/db/database.ts'
import { newId } from '#server/core/ids.ts'

interface Like {
  courseId: string
  userId: string
}

/** How many rows came: none when the person likes the course already. */
export async function insertLike(trx: Db, { courseId, userId }: Like): Promise<number> {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('likes')
    .values({ id: newId(), course_id: courseId, user_id: userId })
    .onConflict((conflict) => conflict.columns(['course_id', 'user_id']).doNothing())
    .executeTakeFirst()
  return Number(numInsertedOrUpdatedRows ?? 0)
}

/** How many rows went. */
export async function deleteLike(trx: Db, { courseId, userId }: Like): Promise<number> {
  const { numDeletedRows } = await trx
    .deleteFrom('likes')
    .where('course_id', '=', courseId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return Number(numDeletedRows)
}

/** Gives the count as it is after the move. */
export async function moveLikesCount(trx: Db, courseId: string, by: number): Promise<number> {
  const { likes_count } = await trx
    .updateTable('courses')
    .set(({ eb }) => ({ likes_count: eb('likes_count', '+', by) }))
    .where('id', '=', courseId)
    .returning('likes_count')
    .executeTakeFirstOrThrow()
  return likes_count
}

/** Who likes the course, newest first; the person's own like takes the place of the oldest when it is older still. */
export async function readNewestLikes(db: Db, { courseId, userId }: Like): Promise<string[]> {
  const rows = await db
    .selectFrom('likes')
    .select('user_id')
    .where('course_id', '=', courseId)
    .orderBy('id', 'desc')
    .limit(LIKES_SENT_MAX)
    .execute()
  const newest = rows.map(({ user_id }) => user_id)
  if (newest.length < LIKES_SENT_MAX || newest.includes(userId)) return newest
  const own = await db
    .selectFrom('likes')
    .select('user_id')
    .where('course_id', '=', courseId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return own ? [...newest.slice(0, -1), userId] : newest
}
