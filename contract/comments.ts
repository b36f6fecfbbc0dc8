import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Id, Timestamp } from './id.ts'
import { ListQuery, ListReply, WriteReply } from './lists.ts'
import { text } from './text.ts'
import { Role, UserRef } from './user-fields.ts'

export const COMMENT_MAX = 2000
export const COMMENT_EMPTY = 'Comment cannot be empty.'
export const COURSE_MISMATCH = 'Course does not match.'

export const CommentText = text({
  label: 'Comment',
  min: 1,
  max: COMMENT_MAX,
  short: COMMENT_EMPTY,
  long: `Comment must be at most ${COMMENT_MAX} characters.`,
  multiline: true,
})

export const Comment = z
  .object({
    _id: Id,
    text: z.string(),
    courseId: Id,
    user: UserRef.extend({ role: Role }),
    createdAt: Timestamp,
    updatedAt: Timestamp,
  })
  .meta({ id: 'Comment' })
export type Comment = z.infer<typeof Comment>

export const CommentDraft = z.object({
  text: CommentText,
  courseId: z.string({ error: 'Course is required.' }).max(64),
})
export type CommentDraft = z.infer<typeof CommentDraft>

/** `courseId`, when sent, must be the comment's own. */
export const CommentChange = z.object({ text: CommentText, courseId: z.string().max(64).optional() })
export type CommentChange = z.infer<typeof CommentChange>

export const commentsApi = {
  list: endpoint('comments.list', {
    summary: 'Comments, newest first',
    query: ListQuery.extend({ courseId: z.string().max(64).optional() }),
    reply: ListReply.extend({ comments: z.array(Comment) }),
  }),
  create: endpoint('comments.create', {
    summary: 'Comment on a course',
    rate: 'comment',
    body: CommentDraft,
    reply: WriteReply.extend({ comment: Comment }),
    status: 201,
  }),
  update: endpoint('comments.update', {
    summary: 'Change one’s own comment',
    body: CommentChange,
    reply: WriteReply.extend({ updatedComment: Comment }),
  }),
  remove: endpoint('comments.remove', {
    summary: 'Remove a comment',
    reply: WriteReply,
  }),
}
