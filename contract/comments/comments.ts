import { z } from 'zod'
import { Role, UserRef } from '#contract/account/user-fields.ts'
import { endpoint } from '#contract/endpoint.ts'
import { Id, Timestamp } from '#contract/id.ts'
import { AtSecond } from '#contract/learning/notes.ts'
import { ListQuery, ListReply, WriteReply } from '#contract/lists.ts'
import { text } from '#contract/text.ts'

export const COMMENT_MAX = 2000
export const COMMENT_EMPTY = 'Comment cannot be empty.'
export const COURSE_MISMATCH = 'Course does not match.'
export const PARENT_MISMATCH = 'You can only reply to a comment on the same course.'
export const NOT_A_QUESTION = 'Only a question can have an answer.'
export const NOT_A_REPLY = 'Answer must be a reply to this question.'
export const NOT_A_THREAD = 'Only a comment that starts a thread can be pinned.'
export const REPLIES_MAX = 300
export const REPLIES_REACHED = `This comment has reached the limit of ${REPLIES_MAX} replies.`
export const QUOTE_MAX = 300

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
    /** The second of the video that the comment is about. */
    at: z.int().nullable(),
    /** The comment that this one replies to. */
    parentId: Id.nullable(),
    question: z.boolean(),
    /** The reply that answers the question. */
    answeredBy: Id.nullable(),
    pinned: z.boolean(),
    /** Reports hide it from all but its author and admins, until an admin has decided. */
    hidden: z.literal(true).optional(),
    createdAt: Timestamp,
    updatedAt: Timestamp,
  })
  .meta({ id: 'Comment' })
export type Comment = z.infer<typeof Comment>

/** A comment with its replies, oldest first. A removed one keeps its place while it has replies, without its author. */
export const Thread = Comment.extend({
  user: Comment.shape.user.nullable(),
  removed: z.boolean(),
  replies: z.array(Comment),
}).meta({ id: 'Thread' })
export type Thread = z.infer<typeof Thread>

/** `total` is exact up to here; beyond it `totalIsLowerBound` is true. */
export const THREADS_TOTAL_MAX = 1000
export const THREAD_SORTS = ['newest', 'moment'] as const
export const THREAD_FILTERS = ['all', 'questions', 'open'] as const

export const CommentDraft = z.object({
  text: CommentText,
  courseId: z.string({ error: 'Course is required.' }).max(64),
  at: AtSecond.optional(),
  parentId: z.string('Parent must be a comment.').max(64).optional(),
  question: z.boolean('Question must be true or false.').optional(),
  quote: z.string().optional(),
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
  threads: endpoint('comments.threads', {
    summary: 'The comments of a course with their replies, pinned ones first',
    query: ListQuery.extend({
      sort: z.enum(THREAD_SORTS, 'Sort must be newest or moment.').optional(),
      filter: z.enum(THREAD_FILTERS, 'Filter must be all, questions or open.').optional(),
    }),
    reply: ListReply.extend({ totalIsLowerBound: z.literal(true).optional(), threads: z.array(Thread) }),
  }),
  answer: endpoint('comments.answer', {
    summary: 'Accept a reply as the answer to a question, or take that back',
    rate: 'reaction',
    body: z.object({ by: z.string(NOT_A_REPLY).max(64).nullable() }),
    reply: WriteReply.extend({ comment: Comment }),
  }),
  pin: endpoint('comments.pin', {
    summary: 'Pin a comment to the top, or unpin it',
    rate: 'reaction',
    body: z.object({ pinned: z.boolean('Pinned must be true or false.') }),
    reply: WriteReply.extend({ comment: Comment }),
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
