import { LIKES_SENT_MAX } from '#contract/catalog/courses.ts'
import type { Viewer } from '#server/auth/viewer.ts'
import type { AppContext } from '#server/context.ts'
import { type Db, transaction } from '#server/data/database.ts'
import { newId } from '#server/data/ids.ts'
import { visibleCourse } from '#server/features/catalog/playlists/visibility.ts'
import { type CountedLikes, changeLikesCount, deleteLike, insertLike } from './likes.queries.ts'

interface LikeChange {
  courseId: string
  /** The new state; `undefined` toggles the like. */
  liked: boolean | undefined
}

interface Like {
  courseId: string
  userId: string
}

interface Likes {
  isLiked: boolean
  likes: string[]
  likesCount: number
}

/**
 * Sets or toggles one user's like. The count changes by the number of inserted or deleted rows, so it stays exact under
 * concurrent likes; an event is published only if it changed. Throws the `not_found` AppError if the viewer may not see
 * the course.
 */
export async function setLike(
  { db, events }: Pick<AppContext, 'db' | 'events'>,
  viewer: Viewer,
  { courseId, liked }: LikeChange,
): Promise<Likes> {
  return transaction(db, async (trx, after) => {
    // The lock puts concurrent toggles one after the other: the second undoes the first.
    await visibleCourse(trx, viewer, { courseId, lock: liked === undefined ? 'change' : 'stay' })
    const like = { courseId, userId: viewer.id }
    const added = liked === false ? undefined : await add(trx, like)
    const isLiked = liked ?? added?.rows === 1
    const { rows, likes, likesCount } = added && isLiked ? added : await remove(trx, like)
    if (rows > 0) after(() => events.publish({ type: 'likes.changed', courseId, likesCount }))
    return { isLiked, likes, likesCount }
  })
}

/** If the caller's own like is not among the newest, it replaces the last of them. */
function withOwn(newest: string[], own: string): string[] {
  return newest.length < LIKES_SENT_MAX || newest.includes(own) ? newest : [...newest.slice(0, -1), own]
}

interface LikesAfter extends CountedLikes {
  /** The number of inserted or deleted rows. */
  rows: number
}

async function add(trx: Db, like: Like): Promise<LikesAfter> {
  const rows = await insertLike(trx, { id: newId(), course_id: like.courseId, user_id: like.userId })
  const { likes, likesCount } = await changeLikesCount(trx, like.courseId, rows)
  return { rows, likes: withOwn(likes, like.userId), likesCount }
}

async function remove(trx: Db, like: Like): Promise<LikesAfter> {
  const rows = await deleteLike(trx, like)
  return { rows, ...(await changeLikesCount(trx, like.courseId, -rows)) }
}
