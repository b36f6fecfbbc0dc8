import type { Db } from '#server/data/database.ts'
import { isPublicCourse, type OpenCourse } from '#server/features/catalog/playlists/visibility.ts'
import { type Notified, notify } from '#server/features/notifications/notify.ts'
import { isAdmin } from './comments.queries.ts'

/** The thread of a reply, and the authors that the reply concerns. */
export interface RepliedTo {
  id: string
  isQuestion: boolean
  starterId: string
  /** The author of the comment that was replied to. */
  authorId: string
}

interface Written {
  id: string
  authorId: string
  isQuestion: boolean
  thread: RepliedTo | null
}

/**
 * Notifies of a new comment: the author of the thread, the author of the comment that it replies to, and the teacher of the
 * course, each once. While the course is not public, only its teacher and admins are notified.
 */
export async function notifyOfComment(trx: Db, course: OpenCourse, comment: Written): Promise<Notified[]> {
  const { thread } = comment
  const userIds = new Set<string>()
  const notified: Notified[] = []
  const notifyOnce = async (
    kind: 'answer' | 'reply' | 'comment' | 'question',
    userId: string,
    group: string,
  ) => {
    if (userIds.has(userId) || userId === comment.authorId) return
    userIds.add(userId)
    if (!(await maySee(trx, course, userId))) return
    const subject = { kind: 'comment', id: comment.id } as const
    const dedupe = `comment ${comment.id}`
    notified.push(
      await notify(trx, { kind, userIds: [userId], actorId: comment.authorId, subject, group, dedupe }),
    )
  }
  if (thread) {
    await notifyOnce(thread.isQuestion ? 'answer' : 'reply', thread.starterId, thread.id)
    await notifyOnce('reply', thread.authorId, thread.id)
  }
  await notifyOnce(comment.isQuestion ? 'question' : 'comment', course.teacher_id, course.id)
  return notified
}

async function maySee(trx: Db, course: OpenCourse, userId: string): Promise<boolean> {
  if (isPublicCourse(course) || userId === course.teacher_id) return true
  return isAdmin(trx, userId)
}
