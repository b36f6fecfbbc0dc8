import { LIKES_SENT_MAX } from '#contract/catalog/courses.ts'
import { LIST_LIMIT_DEFAULT } from '#contract/lists.ts'
import type { Viewer } from '#server/auth/viewer.ts'
import type { Db } from '#server/data/database.ts'
import { newestFirst, type PageRequest, readPage } from '#server/data/list-query.ts'
import { type Params, prepared, preparedChange } from '#server/data/prepared.ts'
import { courseVisibleTo, readerOf } from '#server/features/catalog/playlists/visibility.queries.ts'

const LIKE = ['id', 'course_id', 'user_id'] as const

/** Returns the number of new rows: 0 if the user likes the course already. */
export const insertLike = preparedChange((db, params: Params<Record<(typeof LIKE)[number], string>>) =>
  db
    .insertInto('likes')
    .columns(LIKE)
    .expression(params.row(LIKE))
    .onConflict((conflict) => conflict.columns(['course_id', 'user_id']).doNothing()),
)

/** Returns the number of deleted rows. */
export const deleteLike = preparedChange((db, params: Params<{ courseId: string; userId: string }>) =>
  db
    .deleteFrom('likes')
    .where('course_id', '=', params.value('courseId'))
    .where('user_id', '=', params.value('userId')),
)

export interface CountedLikes {
  likes: string[]
  likesCount: number
}

const updateLikesCount = prepared((db, params: Params<{ courseId: string; by: number }>) =>
  db
    .updateTable('courses')
    .set(({ eb }) => ({ likes_count: eb('likes_count', '+', params.value('by')) }))
    .where('id', '=', params.value('courseId'))
    .returning('likes_count')
    .returning(({ selectFrom }) =>
      selectFrom(
        selectFrom('likes')
          .select('likes.user_id')
          .where('likes.course_id', '=', params.value('courseId'))
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

/** Changes the count by `by`; returns it with the newest likes, newest first. */
export async function changeLikesCount(trx: Db, courseId: string, by: number): Promise<CountedLikes> {
  const [course] = await updateLikesCount(trx, { courseId, by })
  if (!course) throw new Error('A course went while something was pointing at it.')
  return { likes: course.newest?.split(',') ?? [], likesCount: course.likes_count }
}

interface LikedIds {
  ids: string[]
  total: number
  nextCursor: string | null
}

const NEWEST_FIRST = newestFirst('likes', 'likes.id')

/** The courses that the viewer likes and may see, newest like first. Throws an AppError for an invalid cursor. */
export async function listLikedIds(
  db: Db,
  viewer: Viewer,
  { limit = LIST_LIMIT_DEFAULT, cursor }: Partial<PageRequest>,
): Promise<LikedIds> {
  const { total } = await visibleLikes(db, viewer)
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  const likes = visibleLikes(db, viewer).select(['likes.id', 'likes.course_id'])
  const { rows, nextCursor } = await readPage(likes, NEWEST_FIRST, { limit, cursor })
  return { ids: rows.map(({ course_id }) => course_id), total, nextCursor }
}

function visibleLikes(db: Db, viewer: Viewer) {
  return db
    .selectFrom('likes')
    .innerJoin('courses', 'courses.id', 'likes.course_id')
    .innerJoin('playlists', 'playlists.id', 'courses.playlist_id')
    .where('likes.user_id', '=', viewer.id)
    .where('courses.trash_id', 'is', null)
    .where(courseVisibleTo(readerOf(viewer)))
}
