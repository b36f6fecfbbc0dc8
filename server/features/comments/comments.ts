import { COURSE_MISMATCH, type Comment, type CommentChange, type CommentDraft } from '#contract/comments.ts'
import { COMMENT_NOT_YOURS_TO_EDIT, COMMENT_NOT_YOURS_TO_REMOVE } from '#contract/words.ts'
import { audit, type Trail } from '#server/core/audit.ts'
import { type Db, transaction } from '#server/core/db/database.ts'
import type { House } from '#server/core/house.ts'
import { isId } from '#server/core/ids.ts'
import { invalid, Refusal } from '#server/core/refusal.ts'
import type { Viewer } from '#server/core/viewer.ts'
import { seesCourse, visibleCourse } from '#server/core/visibility.ts'
import {
  type CommentInPlace,
  deleteComment,
  findComment,
  insertComment,
  moveCommentsCount,
  readComment,
  updateText,
} from './comments.queries.ts'

type Parts = Pick<House, 'db' | 'events'>

/** Throws the `not_found` Refusal when the author may not see the course. */
export async function addComment(
  { db, events }: Parts,
  author: Viewer,
  { text, courseId }: CommentDraft,
): Promise<Comment> {
  return transaction(db, async (trx, after) => {
    await visibleCourse(trx, author, { courseId })
    const commentId = await insertComment(trx, { text, courseId, userId: author.id })
    const commentsCount = await moveCommentsCount(trx, courseId, 1)
    const comment = await found(readComment(trx, commentId))
    after(() => events.publish({ type: 'comment.created', courseId, comment, commentsCount }))
    return comment
  })
}

/**
 * The comment if it is the caller's own and they may still see its course. Throws the `forbidden` Refusal for another's,
 * an admin included, and the `not_found` one for what is hidden.
 */
export async function commentToChange(db: Db, viewer: Viewer, commentId: string): Promise<CommentInPlace> {
  const comment = await existing(db, commentId)
  if (!seesCourse(viewer, comment)) throw notFound()
  if (comment.user_id !== viewer.id) throw new Refusal('forbidden', COMMENT_NOT_YOURS_TO_EDIT)
  return comment
}

/** The comment if the caller wrote it, wherever it stands, or is an admin; Refusals as in `commentToChange`. */
export async function commentToRemove(db: Db, viewer: Viewer, commentId: string): Promise<CommentInPlace> {
  const comment = await existing(db, commentId)
  if (comment.user_id === viewer.id || viewer.isAdmin) return comment
  throw seesCourse(viewer, comment) ? new Refusal('forbidden', COMMENT_NOT_YOURS_TO_REMOVE) : notFound()
}

/** Throws the `invalid` Refusal when the change names another course. */
export async function rewordComment(
  { db, events }: Parts,
  { id, course_id }: CommentInPlace,
  { text, courseId = course_id }: CommentChange,
): Promise<Comment> {
  if (courseId !== course_id) throw invalid('courseId', COURSE_MISMATCH)
  return transaction(db, async (trx, after) => {
    await updateText(trx, id, text)
    const comment = await found(readComment(trx, id))
    after(() => events.publish({ type: 'comment.updated', courseId, comment }))
    return comment
  })
}

interface Removal {
  comment: CommentInPlace
  actorId: string
  trail: Trail
}

/** Throws the `not_found` Refusal when somebody was faster. */
export async function removeComment(
  { db, events }: Parts,
  { comment, actorId, trail }: Removal,
): Promise<void> {
  const { id: commentId, course_id: courseId, user_id: author } = comment
  await transaction(db, async (trx, after) => {
    if (!(await deleteComment(trx, commentId))) throw notFound()
    const commentsCount = await moveCommentsCount(trx, courseId, -1)
    await audit(trx, trail, {
      action: 'comment.deleted',
      actorId,
      subject: commentId,
      detail: { courseId, author },
    })
    after(() => events.publish({ type: 'comment.removed', courseId, commentId, commentsCount }))
  })
}

async function existing(db: Db, commentId: string): Promise<CommentInPlace> {
  return found(isId(commentId) ? findComment(db, commentId) : Promise.resolve(undefined))
}

async function found<Row>(reading: Promise<Row | undefined>): Promise<Row> {
  const row = await reading
  if (row === undefined) throw notFound()
  return row
}

function notFound(): Refusal {
  return new Refusal('not_found', 'Comment not found.')
}
