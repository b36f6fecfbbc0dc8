import { LIKES_SENT_MAX } from '#contract/courses.ts'
import type { Db } from '#server/core/db/database.ts'
import { type Given, prepared, preparedChange } from '#server/core/db/prepared.ts'

export interface Like {
  courseId: string
  userId: string
}

const inserted = preparedChange((db, given: Given<{ id: string; courseId: string; userId: string }>) =>
  db
    .insertInto('likes')
    .values({ id: given.value('id'), course_id: given.value('courseId'), user_id: given.value('userId') })
    .onConflict((conflict) => conflict.columns(['course_id', 'user_id']).doNothing()),
)

/** Adds the row called `id`; gives how many came: none when the person likes the course already. */
export function insertLike(trx: Db, { courseId, userId, id }: Like & { id: string }): Promise<number> {
  return inserted(trx, { id, courseId, userId })
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

export interface CountedLikes {
  likes: string[]
  likesCount: number
}

/** One more when there is a row called `came`, and fewer by as many as went. */
const moved = prepared((db, given: Given<{ courseId: string; userId: string; came: string; gone: number }>) =>
  db
    .updateTable('courses')
    .set(({ eb, selectFrom }) => {
      const come = selectFrom('likes')
        .select(({ fn }) => fn.countAll<number>().as('come'))
        .where('course_id', '=', given.value('courseId'))
        .where('user_id', '=', given.value('userId'))
        .where('id', '=', given.value('came'))
      return { likes_count: eb(eb('likes_count', '+', come), '-', given.value('gone')) }
    })
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

interface Moves {
  /** The row that was to come, whether it did or not; none is called ''. */
  came: string
  /** How many went. */
  gone: number
}

/**
 * Moves the count and gives it as it is then, with the newest who like the course, the newest first. May be asked for
 * together with what adds the row.
 */
export async function moveLikesCount(trx: Db, like: Like, { came, gone }: Moves): Promise<CountedLikes> {
  const { courseId, userId } = like
  const [course] = await moved(trx, { courseId, userId, came, gone })
  if (!course) throw new Error('A course went while something was pointing at it.')
  return { likes: course.newest?.split(',') ?? [], likesCount: course.likes_count }
}
