import { OWN_LIKE } from '#contract/comments/comments.ts'
import { isHidden, type Resource } from '#server/auth/permissions.ts'
import type { Viewer } from '#server/auth/viewer.ts'
import type { AppContext } from '#server/context.ts'
import { type Db, transaction } from '#server/data/database.ts'
import { AppError } from '#server/http/app-error.ts'
import type { LocatedComment } from './comments.queries.ts'
import { type CommentAddress, notFound } from './comments.ts'
import { changeLikesCount, deleteLike, insertLike } from './likes.queries.ts'
import { commentOfTeacher } from './questions.ts'

/** A comment hidden by reports is not found. On a hidden course, its teacher finds it. */
export async function commentToLike(
  db: Db,
  viewer: Viewer,
  address: CommentAddress,
): Promise<(LocatedComment & Resource) | undefined> {
  const comment = await commentOfTeacher(db, viewer, address)
  return comment?.hidden === 0 ? comment : undefined
}

interface LikeChange {
  commentId: string
  /** The new state; `undefined` toggles the like. */
  liked: boolean | undefined
}

/**
 * Sets or toggles one user's like of another user's comment, as `setLike` does for a course: the count moves with the rows.
 * Throws the `not_found` AppError if the viewer may not see the comment.
 */
export async function setCommentLike(
  { db, events }: Pick<AppContext, 'db' | 'events'>,
  viewer: Viewer,
  { commentId, liked }: LikeChange,
): Promise<{ liked: boolean; likesCount: number }> {
  return transaction(db, async (trx, after) => {
    const comment = await commentToLike(trx, viewer, {
      commentId,
      lock: liked === undefined ? 'change' : 'stay',
    })
    if (!comment || isHidden(comment.access, viewer)) throw notFound()
    if (comment.user_id === viewer.id) throw new AppError('conflict', OWN_LIKE)
    const { isLiked, by } = await writeLike(trx, { commentId, userId: viewer.id, liked })
    const likesCount = await changeLikesCount(trx, commentId, by)
    const courseId = comment.course_id
    if (by !== 0) after(() => events.publish({ type: 'comment.liked', courseId, commentId, likesCount }))
    return { liked: isLiked, likesCount }
  })
}

/** Returns the new state and by how much the number of likes changes. */
async function writeLike(
  trx: Db,
  { commentId, userId, liked }: LikeChange & { userId: string },
): Promise<{ isLiked: boolean; by: number }> {
  const like = { comment_id: commentId, user_id: userId, created_at: new Date().toISOString() }
  const added = liked === false ? 0 : await insertLike(trx, like)
  const isLiked = liked ?? added === 1
  return { isLiked, by: isLiked ? added : -(await deleteLike(trx, { commentId, userId })) }
}
