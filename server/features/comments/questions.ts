import { type Comment, NOT_A_QUESTION, NOT_A_REPLY, NOT_A_THREAD } from '#contract/comments/comments.ts'
import type { Resource } from '#server/auth/permissions.ts'
import type { Viewer } from '#server/auth/viewer.ts'
import type { AppContext } from '#server/context.ts'
import { type Db, transaction } from '#server/data/database.ts'
import { isId } from '#server/data/ids.ts'
import { AppError, invalid } from '#server/http/app-error.ts'
import { isReplyTo, type LocatedComment, readComment, setAnswer, setPinned } from './comments.queries.ts'
import { type CommentAddress, commentResource, orNotFound, publishUpdate } from './comments.ts'
import { lockThread } from './removal.queries.ts'

type Context = Pick<AppContext, 'db' | 'events'>
type CommentResource = LocatedComment & Resource

/** Makes the teacher of the course the owner, unless reports hide the comment from the teacher. */
function ofTeacher(comment: CommentResource): CommentResource {
  const { ownerId: _author, ...access } = comment.access
  const { hidden, user_id: author, teacher_id: ownerId } = comment
  return { ...comment, access: hidden === 1 && author !== ownerId ? access : { ...access, ownerId } }
}

/** A comment as its course's teacher moderates it. */
export async function commentOfTeacher(
  db: Db,
  viewer: Viewer,
  address: CommentAddress,
): Promise<CommentResource | undefined> {
  const comment = await commentResource(db, viewer, address)
  return comment && ofTeacher(comment)
}

/** A question belongs to its course's teacher, and to its asker where the course is shown to the asker. */
export async function questionToAnswer(
  db: Db,
  viewer: Viewer,
  commentId: string,
): Promise<CommentResource | undefined> {
  const comment = await commentResource(db, viewer, { commentId })
  if (!comment) return undefined
  const isAsker = viewer.id === comment.user_id && comment.access.isShown === true
  return isAsker ? comment : ofTeacher(comment)
}

/** Throws the `invalid` AppError unless the comment is a question and `by` one of its replies, or null. */
export async function acceptAnswer(
  { db, events }: Context,
  { id, is_question }: LocatedComment,
  by: string | null,
): Promise<Comment> {
  if (is_question === 0) throw new AppError('invalid', NOT_A_QUESTION)
  return transaction(db, async (trx, after) => {
    await lockThread(trx, id)
    if (by !== null && !(isId(by) && (await isReplyTo(trx, { id: by, parentId: id })))) {
      throw invalid('by', NOT_A_REPLY)
    }
    await setAnswer(trx, id, by)
    const comment = await orNotFound(readComment(trx, id))
    after(() => publishUpdate(events, comment))
    return comment
  })
}

/** Throws the `invalid` AppError for a reply. */
export async function pinComment(
  { db, events }: Context,
  { id, parent_id }: LocatedComment,
  pinned: boolean,
): Promise<Comment> {
  if (parent_id !== null) throw new AppError('invalid', NOT_A_THREAD)
  return transaction(db, async (trx, after) => {
    await setPinned(trx, id, pinned)
    const comment = await orNotFound(readComment(trx, id))
    after(() => publishUpdate(events, comment))
    return comment
  })
}
