import {
  COURSE_MISMATCH,
  type Comment,
  type CommentChange,
  type CommentDraft,
  PARENT_MISMATCH,
  QUOTE_NOT_SAID,
  QUOTE_WITHOUT_SECOND,
  REPLIES_MAX,
  REPLIES_REACHED,
} from '#contract/comments/comments.ts'
import { mentionedIn } from '#contract/comments/mention-parts.ts'
import type { Mention } from '#contract/comments/mentions.ts'
import { NOT_FOUND } from '#contract/not-found.ts'
import { isHidden, type Resource } from '#server/auth/permissions.ts'
import type { Viewer } from '#server/auth/viewer.ts'
import type { AppContext } from '#server/context.ts'
import { type Db, transaction } from '#server/data/database.ts'
import { isId } from '#server/data/ids.ts'
import type { RowLock } from '#server/data/locks.ts'
import { isSpoken } from '#server/features/captions/spoken-words.ts'
import { isCourseShownTo, visibleCourse } from '#server/features/catalog/playlists/visibility.ts'
import { tellNotified } from '#server/features/notifications/notify.ts'
import { AppError, invalid } from '#server/http/app-error.ts'
import {
  changeCommentsCount,
  countReplies,
  findAndLockComment,
  findComment,
  insertComment,
  type LocatedComment,
  readComment,
  updateText,
} from './comments.queries.ts'
import { deleteMentions, insertMentions, readMentions } from './mentions.queries.ts'
import { notifyOfComment, notifyOfMentions, type RepliedTo } from './notices.ts'

type Context = Pick<AppContext, 'db' | 'events' | 'jobs'>

/** Throws the `invalid` AppError for a quote that is not in the captions of the course. */
export async function checkQuote(db: Db, { courseId, quote, at }: CommentDraft): Promise<void> {
  if (quote === undefined) return
  if (at === undefined) throw invalid('quote', QUOTE_WITHOUT_SECOND)
  if (!(await isSpoken(db, courseId, quote))) throw invalid('quote', QUOTE_NOT_SAID)
}

type NewComment = Omit<CommentDraft, 'mentions'> & { mentions: readonly Mention[] }

/** Throws the `not_found` AppError when the author may not see the course or the comment to reply to. */
export async function addComment(
  { db, events, jobs }: Context,
  author: Viewer,
  { text, courseId, at, parentId, question = false, quote, mentions }: NewComment,
): Promise<Comment> {
  return transaction(db, async (trx, after) => {
    const course = await visibleCourse(trx, author, { courseId, lock: 'stay' })
    const thread =
      parentId === undefined ? null : await threadToReplyTo(trx, author, { commentId: parentId, courseId })
    const isQuestion = question && thread === null ? 1 : 0
    const { id, inserting } = insertComment(trx, {
      text,
      course_id: courseId,
      user_id: author.id,
      at_s: at === undefined ? null : Math.min(at, course.duration_s ?? at),
      parent_id: thread?.id ?? null,
      is_question: isQuestion,
      quote: quote ?? null,
    })
    const [, , commentsCount, comment] = await Promise.all([
      inserting,
      insertMentions(trx, id, mentions),
      changeCommentsCount(trx, courseId, 1),
      orNotFound(readComment(trx, id)),
    ])
    const written = { id, authorId: author.id, isQuestion: isQuestion === 1, thread, mentions }
    const notified = await notifyOfComment(trx, course, written)
    after(() => events.publish({ type: 'comment.created', courseId, comment, commentsCount }))
    after(() => tellNotified({ events, jobs }, ...notified))
    return comment
  })
}

/**
 * Returns the thread and the authors that a reply concerns. Keeps the comment that starts the thread from being removed before
 * the transaction ends.
 */
async function threadToReplyTo(
  trx: Db,
  author: Viewer,
  { commentId, courseId }: { commentId: string; courseId: string },
): Promise<RepliedTo> {
  const comment = await commentResource(trx, author, { commentId })
  if (!comment || isHidden(comment.access, author)) throw notFound()
  if (comment.course_id !== courseId) throw invalid('parentId', PARENT_MISMATCH)
  const id = comment.parent_id ?? comment.id
  const thread = await findAndLockComment(trx, id)
  const isRemoved = thread?.removed_at !== null && comment.parent_id === null
  if (!thread || isRemoved) throw notFound()
  if ((await countReplies(trx, id)) >= REPLIES_MAX) throw new AppError('conflict', REPLIES_REACHED)
  return { id, isQuestion: thread.is_question === 1, starterId: thread.user_id, authorId: comment.user_id }
}

export interface CommentAddress {
  commentId: string
  lock?: RowLock | undefined
}

/**
 * The author owns a comment, which is visible wherever its course is. While reports hide it, only its author and admins see
 * it.
 */
export async function commentResource(
  db: Db,
  viewer: Viewer | undefined,
  { commentId, lock }: CommentAddress,
): Promise<(LocatedComment & Resource) | undefined> {
  const comment = isId(commentId) ? await findComment(db, commentId, lock) : undefined
  if (!comment) return undefined
  const { user_id: ownerId, teacher_id: teacherId } = comment
  const isShown = await isCourseShownTo(db, viewer, comment)
  if (comment.hidden === 0) return { ...comment, access: { ownerId, teacherId, isShown } }
  const alsoSeenBy = isShown || ownerId === teacherId ? { teacherId: ownerId } : {}
  return { ...comment, access: { ownerId, ...alsoSeenBy, isShown: false } }
}

type Change = Pick<CommentChange, 'text'> & { mentions: readonly Mention[] }

/** Throws the `invalid` AppError when the change names another course. */
export function checkCourse({ course_id }: LocatedComment, { courseId = course_id }: CommentChange): void {
  if (courseId !== course_id) throw invalid('courseId', COURSE_MISMATCH)
}

/** Changes the text. It loses the mentions whose names are gone; only the people that it gains are notified. */
export async function rewordComment(
  { db, events, jobs }: Context,
  located: LocatedComment,
  { text, mentions }: Change,
): Promise<Comment> {
  const { id } = located
  return transaction(db, async (trx, after) => {
    if (!(await updateText(trx, id, text))) throw notFound()
    const stored = await readMentions(trx, id)
    const kept = new Set(mentionedIn(text, [...stored, ...mentions]))
    await deleteMentions(
      trx,
      id,
      stored.filter((mention) => !kept.has(mention)),
    )
    await insertMentions(trx, id, mentions)
    const notified = await notifyOfMentions(trx, located, mentions)
    const comment = await orNotFound(readComment(trx, id))
    after(() => publishUpdate(events, comment))
    after(() => tellNotified({ events, jobs }, ...notified))
    return comment
  })
}

/** Publishes a changed comment to the watch page, unless reports hide it. */
export function publishUpdate(events: AppContext['events'], comment: Comment): void {
  if (comment.hidden) return
  events.publish({ type: 'comment.updated', courseId: comment.courseId, comment })
}

export async function orNotFound<Row>(reading: Promise<Row | undefined>): Promise<Row> {
  const row = await reading
  if (row === undefined) throw notFound()
  return row
}

export function notFound(): AppError {
  return new AppError('not_found', NOT_FOUND.comment)
}
