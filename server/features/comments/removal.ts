import { audit, type RequestMeta } from '#server/auth/audit.ts'
import type { AppContext } from '#server/context.ts'
import { type Db, transaction } from '#server/data/database.ts'
import { type LocatedComment, moveCommentsCount, readComment } from './comments.queries.ts'
import { notFound } from './comments.ts'
import { deleteComment, deleteEmptyThreads, emptyComment, lockThread } from './removal.queries.ts'

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
  { comment, actorId, meta }: Removal,
): Promise<void> {
  const { id: commentId, course_id: courseId, user_id: author } = comment
  await transaction(db, async (trx, after) => {
    const { emptied = [], answered } = await removed(trx, comment)
    const commentsCount = await moveCommentsCount(trx, courseId, -1)
    await audit(trx, meta, {
      action: 'comment.deleted',
      actorId,
      subject: commentId,
      detail: { courseId, author },
    })
    const question = answered === undefined ? undefined : await readComment(trx, answered)
    after(() => {
      for (const id of [commentId, ...emptied]) {
        events.publish({ type: 'comment.removed', courseId, commentId: id, commentsCount })
      }
      if (question) events.publish({ type: 'comment.updated', courseId, comment: question })
    })
  })
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
