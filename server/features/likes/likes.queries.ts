import { LIKES_SENT_MAX } from '#contract/courses.ts'
import type { Db } from '#server/core/db/database.ts'
import { type Given, prepared, preparedChange } from '#server/core/db/prepared.ts'
import { newId } from '#server/core/ids.ts'

interface Like {
  courseId: string
  userId: string
}

const inserted = preparedChange((db, given: Given<{ id: string; courseId: string; userId: string }>) =>
  db
    .insertInto('likes')
    .values({ id: given.value('id'), course_id: given.value('courseId'), user_id: given.value('userId') })
    .onConflict((conflict) => conflict.columns(['course_id', 'user_id']).doNothing()),
)

/** How many rows came: none when the person likes the course already. */
export function insertLike(trx: Db, { courseId, userId }: Like): Promise<number> {
  return inserted(trx, { id: newId(), courseId, userId })
}

const deleted = preparedChange((db, given: Given<{ courseId: string; userId: string }>) =>
  db
    .deleteFrom('likes')
    .where('course_id', '=', given.value('courseId'))
    .where('user_id', '=', given.value('userId')),
)

/** How many rows went. */
export function deleteLike(trx: Db, { courseId, userId }: Like): Promise<number> {
  return deleted(trx, { courseId, userId })
}

interface CountedLikes {
  likes: string[]
  likesCount: number
}

const moved = prepared((db, given: Given<{ courseId: string; by: number }>) =>
  db
    .updateTable('courses')
    .set(({ eb }) => ({ likes_count: eb('likes_count', '+', given.value('by')) }))
    .where('id', '=', given.value('courseId'))
    .returning('likes_count')
    .returning(({ selectFrom }) =>
      selectFrom(
        selectFrom('likes')
          .select('likes.user_id')
          .where('likes.course_id', '=', given.value('courseId'))
          .orderBy('likes.id', 'desc')
          .limit(LIKES_SENT_MAX)
          .as('newest'),
      )
        .select(({ fn, ref, val }) =>
          fn<string | null>('string_agg', [ref('newest.user_id'), val(',')]).as('ids'),
        )
        .as('newest'),
    ),
)

/**
 * Moves the count and gives it as it is then, with who likes the course, newest first; the person's own like takes the
 * place of the oldest when it is older still.
 */
export async function moveLikesCount(trx: Db, like: Like, by: number): Promise<CountedLikes> {
  const { courseId, userId } = like
  const [course] = await moved(trx, { courseId, by })
  if (!course) throw new Error('A course went while something was pointing at it.')
  const { likes_count: likesCount, newest } = course
  const likes = newest?.split(',') ?? []
  if (likes.length < LIKES_SENT_MAX || likes.includes(userId)) return { likes, likesCount }
  const isOlder = (await own(trx, { courseId, userId })).length > 0
  return { likes: isOlder ? [...likes.slice(0, -1), userId] : likes, likesCount }
}

const own = prepared((db, given: Given<{ courseId: string; userId: string }>) =>
  db
    .selectFrom('likes')
    .select('user_id')
    .where('course_id', '=', given.value('courseId'))
    .where('user_id', '=', given.value('userId')),
)
