import type { Mention } from '#contract/comments/mentions.ts'
import type { Db } from '#server/data/database.ts'
import { isCourseShownTo, type OpenCourse } from '#server/features/catalog/playlists/visibility.ts'
import { type Notified, notify } from '#server/features/notifications/notify.ts'
import { isAdmin, type LocatedComment } from './comments.queries.ts'

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
  mentions: readonly Mention[]
}

type Place = Pick<OpenCourse, 'status' | 'playlist_id' | 'playlist_shown' | 'teacher_id'>

/** The key with which a user gets one notification of a comment. */
const onceFor = (commentId: string) => `comment ${commentId}`

/**
 * Notifies of a new comment: the author of the thread, the author of the comment that it replies to, the people that it
 * mentions, and the teacher of the course, each once, if they may see the course.
 */
export async function notifyOfComment(trx: Db, course: OpenCourse, comment: Written): Promise<Notified[]> {
  const { thread } = comment
  const userIds = new Set<string>()
  const notified: Notified[] = []
  const notifyOnce = async (
    kind: 'answer' | 'reply' | 'mention' | 'comment' | 'question',
    userId: string,
    group: string,
  ) => {
    if (userIds.has(userId) || userId === comment.authorId) return
    userIds.add(userId)
    if (!(await maySee(trx, course, userId))) return
    const subject = { kind: 'comment', id: comment.id } as const
    const dedupe = onceFor(comment.id)
    notified.push(
      await notify(trx, { kind, userIds: [userId], actorId: comment.authorId, subject, group, dedupe }),
    )
  }
  if (thread) {
    await notifyOnce(thread.isQuestion ? 'answer' : 'reply', thread.starterId, thread.id)
    await notifyOnce('reply', thread.authorId, thread.id)
  }
  for (const { _id } of comment.mentions) await notifyOnce('mention', _id, course.id)
  await notifyOnce(comment.isQuestion ? 'question' : 'comment', course.teacher_id, course.id)
  return notified
}

/** Notifies the people that a changed comment mentions now, unless reports hide it or they know of the comment already. */
export async function notifyOfMentions(
  trx: Db,
  comment: LocatedComment,
  mentions: readonly Mention[],
): Promise<Notified[]> {
  if (comment.hidden === 1) return []
  const notified: Notified[] = []
  for (const { _id } of mentions) {
    if (!(await maySee(trx, comment, _id))) continue
    notified.push(
      await notify(trx, {
        kind: 'mention',
        userIds: [_id],
        actorId: comment.user_id,
        subject: { kind: 'comment', id: comment.id },
        group: comment.course_id,
        dedupe: onceFor(comment.id),
      }),
    )
  }
  return notified
}

async function maySee(trx: Db, course: Place, userId: string): Promise<boolean> {
  if (userId === course.teacher_id || (await isCourseShownTo(trx, { id: userId }, course))) return true
  return isAdmin(trx, userId)
}
