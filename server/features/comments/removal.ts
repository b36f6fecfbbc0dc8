import type { CourseEvent } from '#contract/events.ts'
import { audit, type RequestMeta } from '#server/auth/audit.ts'
import type { Resource } from '#server/auth/permissions.ts'
import type { Viewer } from '#server/auth/viewer.ts'
import type { AppContext } from '#server/context.ts'
import { type Db, transaction } from '#server/data/database.ts'
import { emit } from '#server/events.ts'
import { changeCommentsCount, type LocatedComment, readComment } from './comments.queries.ts'
import { commentResource, notFound } from './comments.ts'
import {
  deleteComment,
  deleteCommentsOf,
  deleteEmptyThreads,
  emptyComment,
  lockThread,
  lockThreadsOf,
} from './removal.queries.ts'

/** Besides its author, the teacher of its course may remove a comment, unless reports hide it. */
export async function commentToRemove(
  db: Db,
  viewer: Viewer,
  commentId: string,
): Promise<(LocatedComment & Resource) | undefined> {
  const comment = await commentResource(db, viewer, { commentId })
  if (!comment || comment.hidden === 1 || comment.user_id === viewer.id) return comment
  return { ...comment, access: { ...comment.access, ownerId: comment.teacher_id } }
}

interface Removal {
  comment: LocatedComment
  actorId: string
  meta: RequestMeta
}

/**
 * Removes a comment. One with replies keeps its place in the thread until the last reply is removed, too. Throws the
 * `not_found` AppError if the comment is removed already.
 */
export async function removeComment(
  { db, events }: Pick<AppContext, 'db' | 'events'>,
  removal: Removal,
): Promise<void> {
  await transaction(db, async (trx, after) => {
    const removedEvents = await removeInside(trx, removal)
    after(() => removedEvents.forEach(events.publish))
  })
}

/** The same in a transaction of the caller. Returns the events to publish after the commit. */
export async function removeInside(trx: Db, { comment, actorId, meta }: Removal): Promise<CourseEvent[]> {
  const { id: commentId, course_id: courseId, user_id: author } = comment
  await emit(trx, 'comment.removed', { commentId })
  const { emptied = [], answered } = await removed(trx, comment)
  const commentsCount = await changeCommentsCount(trx, courseId, -1)
  await audit(trx, meta, {
    action: 'comment.deleted',
    actorId,
    subject: commentId,
    detail: { courseId, author },
  })
  const question = answered === undefined ? undefined : await readComment(trx, answered)
  return [
    ...[commentId, ...emptied].map(
      (id) => ({ type: 'comment.removed', courseId, commentId: id, commentsCount }) as const,
    ),
    ...(question && !question.hidden
      ? [{ type: 'comment.updated', courseId, comment: question } as const]
      : []),
  ]
}

interface Removed {
  /** The removed comment that lost its last reply. */
  emptied?: string[]
  /** The question that lost its answer. */
  answered?: string
}

async function removed(trx: Db, { id, parent_id: parentId }: LocatedComment): Promise<Removed> {
  const thread = await lockThread(trx, parentId ?? id)
  const isGone = (await deleteComment(trx, id)) || (parentId === null && (await emptyComment(trx, id)))
  if (!isGone) throw notFound()
  if (parentId === null || !thread) return {}
  if (thread.removed_at !== null) return { emptied: await deleteEmptyThreads(trx, [parentId]) }
  return thread.answered_by === id ? { answered: parentId } : {}
}

/** Deletes all comments of a user, and the removed comments that had no other replies. The counts of comments stay. */
export async function deleteAllOf(trx: Db, userId: string): Promise<void> {
  const threads = await lockThreadsOf(trx, userId)
  await deleteCommentsOf(trx, userId)
  await deleteEmptyThreads(trx, threads)
}
