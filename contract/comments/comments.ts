import { z } from 'zod'
import { Role, UserRef } from '#contract/account/user-fields.ts'
import { endpoint } from '#contract/endpoint.ts'
import { Id, Timestamp } from '#contract/id.ts'
import { AtSecond } from '#contract/learning/notes.ts'
import { ListQuery, ListReply, WriteReply } from '#contract/lists.ts'
import { text } from '#contract/text.ts'
import { COMMENT_TEXT, QUOTE_MAX } from './comment-text.ts'
import { MENTIONS_MAX, TOO_MANY_MENTIONS } from './mention-parts.ts'
import { MENTIONS_NO_LIST, Mention, MentionablePerson, MentionSearch } from './mentions.ts'

export const COURSE_MISMATCH = 'Course does not match.'
export const PARENT_MISMATCH = 'You can only reply to a comment on the same course.'
export const NOT_A_QUESTION = 'Only a question can have an answer.'
export const NOT_A_REPLY = 'Answer must be a reply to this question.'
export const NOT_A_THREAD = 'Only a comment that starts a thread can be pinned.'
export const REPLIES_MAX = 300
export const REPLIES_REACHED = `This comment has reached the limit of ${REPLIES_MAX} replies.`
export const OWN_LIKE = 'You cannot like your own comment.'
export const QUOTE_NOT_SAID = 'Quote must be words of the transcript.'
export const QUOTE_WITHOUT_SECOND = 'Quote must have a second.'

const CommentText = text(COMMENT_TEXT)

/** Words of the transcript, perhaps of several paragraphs. */
const QuoteText = text({
  label: 'Quote',
  min: 1,
  max: QUOTE_MAX,
  short: QUOTE_NOT_SAID,
  long: `Quote must be at most ${QUOTE_MAX} characters.`,
  multiline: true,
}).transform((words) => words.replace(/\s+/g, ' '))

/** Ids of people. The server drops those who are not mentionable, or whose name is not in the text. */
const MentionedIds = z
  .array(z.string(MENTIONS_NO_LIST).max(64), MENTIONS_NO_LIST)
  .max(MENTIONS_MAX, TOO_MANY_MENTIONS)

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
    likesCount: z.int(),
    /** Whether the caller likes it: lists say so, events and the replies to writes do not. */
    liked: z.boolean().optional(),
    /** Words of the transcript that are said at `at`. */
    quote: z.string().nullable(),
    /** The people whose names after an @ lead to them. */
    mentions: z.array(Mention),
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
export const THREAD_SORTS = ['newest', 'top', 'moment'] as const
export const THREAD_FILTERS = ['all', 'questions', 'open'] as const

export const CommentDraft = z.object({
  text: CommentText,
  courseId: z.string({ error: 'Course is required.' }).max(64),
  at: AtSecond.optional(),
  parentId: z.string('Parent must be a comment.').max(64).optional(),
  question: z.boolean('Question must be true or false.').optional(),
  quote: QuoteText.optional(),
  mentions: MentionedIds.optional(),
})
export type CommentDraft = z.infer<typeof CommentDraft>

/** `courseId`, when sent, must be the comment's own. */
export const CommentChange = z.object({
  text: CommentText,
  courseId: z.string().max(64).optional(),
  mentions: MentionedIds.optional(),
})
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
      sort: z.enum(THREAD_SORTS, 'Sort must be newest, top or moment.').optional(),
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
  like: endpoint('comments.like', {
    summary: 'Like a comment or take the like back; `liked` sets, an empty body toggles',
    rate: 'reaction',
    body: z.object({ liked: z.boolean('Liked must be true or false.').optional() }),
    reply: WriteReply.extend({ liked: z.boolean(), likesCount: z.int() }),
  }),
  mentionable: endpoint('comments.mentionable', {
    summary: 'The people that a comment on a course can mention, by the beginning of a word of their name',
    rate: 'mentionable',
    query: z.object({ q: MentionSearch }),
    reply: z.object({ people: z.array(MentionablePerson) }),
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
