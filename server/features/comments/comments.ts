import { NOT_FOUND } from '#contract/access.ts'
import { COURSE_MISMATCH, type Comment, type CommentChange, type CommentDraft } from '#contract/comments.ts'
import { audit, type RequestMeta } from '#server/auth/audit.ts'
import type { Resource } from '#server/auth/permissions.ts'
import type { Viewer } from '#server/auth/viewer.ts'
import type { AppContext } from '#server/context.ts'
import { type Db, transaction } from '#server/data/database.ts'
import { isId } from '#server/data/ids.ts'
import { isPublicCourse, visibleCourse } from '#server/features/playlists/visibility.ts'
import { AppError, invalid } from '#server/http/app-error.ts'
import {
  deleteComment,
  findComment,
  insertComment,
  type LocatedComment,
  moveCommentsCount,
  readComment,
  updateText,
} from './comments.queries.ts'

type Context = Pick<AppContext, 'db' | 'events'>

/** Throws the `not_found` AppError when the author may not see the course. */
export async function addComment(
  { db, events }: Context,
  author: Viewer,
  { text, courseId }: CommentDraft,
): Promise<Comment> {
  return transaction(db, async (trx, after) => {
    await visibleCourse(trx, author, { courseId, held: 'stay' })
    const { id, inserting } = insertComment(trx, { text, courseId, userId: author.id })
    const [, commentsCount, comment] = await Promise.all([
      inserting,
      moveCommentsCount(trx, courseId, 1),
      orNotFound(readComment(trx, id)),
    ])
    after(() => events.publish({ type: 'comment.created', courseId, comment, commentsCount }))
    return comment
  })
}

/** The author owns a comment; it is visible wherever its course is. */
export async function commentResource(
  db: Db,
  commentId: string,
): Promise<(LocatedComment & Resource) | undefined> {
  const comment = isId(commentId) ? await findComment(db, commentId) : undefined
  if (!comment) return undefined
  const access = {
    ownerId: comment.user_id,
    teacherId: comment.teacher_id,
    isPublic: isPublicCourse(comment),
  }
  return { ...comment, access }
}

/** Throws the `invalid` AppError when the change names another course. */
export async function rewordComment(
  { db, events }: Context,
  { id, course_id }: LocatedComment,
  { text, courseId = course_id }: CommentChange,
): Promise<Comment> {
  if (courseId !== course_id) throw invalid('courseId', COURSE_MISMATCH)
  return transaction(db, async (trx, after) => {
    await updateText(trx, id, text)
    const comment = await orNotFound(readComment(trx, id))
    after(() => events.publish({ type: 'comment.updated', courseId, comment }))
    return comment
  })
}

interface Removal {
  comment: LocatedComment
  actorId: string
  meta: RequestMeta
}

/** Throws the `not_found` AppError if the comment is deleted already. */
export async function removeComment(
  { db, events }: Context,
  { comment, actorId, meta }: Removal,
): Promise<void> {
  const { id: commentId, course_id: courseId, user_id: author } = comment
  await transaction(db, async (trx, after) => {
    if (!(await deleteComment(trx, commentId))) throw notFound()
    const commentsCount = await moveCommentsCount(trx, courseId, -1)
    await audit(trx, meta, {
      action: 'comment.deleted',
      actorId,
      subject: commentId,
      detail: { courseId, author },
    })
    after(() => events.publish({ type: 'comment.removed', courseId, commentId, commentsCount }))
  })
}

async function orNotFound<Row>(reading: Promise<Row | undefined>): Promise<Row> {
  const row = await reading
  if (row === undefined) throw notFound()
  return row
}

function notFound(): AppError {
  return new AppError('not_found', NOT_FOUND.comment)
}
