import { z } from 'zod'
import { Course } from '#contract/catalog/courses.ts'
import { COURSES_AT_ONCE, TOO_MANY_COURSES } from '#contract/catalog/outline.ts'
import { Playlist } from '#contract/catalog/playlists.ts'
import { endpoint } from '#contract/endpoint.ts'
import { Id } from '#contract/id.ts'
import { NoteText } from '#contract/learning/notes.ts'
import { ListQuery, ListReply, WriteReply } from '#contract/lists.ts'
import { AuditPage, AuditQuery } from './audit.ts'
import { BulkDecision, DECIDED_TOGETHER_MAX, DecisionDraft, Message, NoteDraft } from './decisions.ts'
import {
  AudienceChange,
  Claim,
  ClaimRequest,
  DeskQuery,
  DeskReply,
  FullRevision,
  REVIEW_EDITS,
  ReviewNote,
  RevisionEntry,
} from './review.ts'

const PlaylistReply = WriteReply.extend({ data: Playlist })
const CourseReply = WriteReply.extend({ data: Course })

export const reviewApi = {
  submitPlaylist: endpoint('review.submitPlaylist', {
    summary: 'Submit a playlist with its drafts for review',
    body: z.object({
      only: z.boolean('Only must be true or false.').optional(),
      /** The courses that go along; by default all drafts. */
      courses: z
        .array(Id)
        .max(DECIDED_TOGETHER_MAX, `Submit at most ${DECIDED_TOGETHER_MAX} videos together.`)
        .optional(),
      message: Message.optional(),
    }),
    reply: PlaylistReply,
  }),
  withdrawPlaylist: endpoint('review.withdrawPlaylist', {
    summary: 'Take a playlist back from review; it is a draft again',
    reply: PlaylistReply,
  }),
  batch: endpoint('review.batch', {
    summary: 'Submit or delete many courses of one’s own playlist: all or none',
    body: z.object({
      ids: z.array(Id).min(1, 'Choose a video.').max(COURSES_AT_ONCE, TOO_MANY_COURSES),
      action: z.enum(['submit', 'delete'], 'Action must be submit or delete.'),
    }),
    /** `trashIds`: where the deleted ones are, in the order of `ids`. */
    reply: WriteReply.extend({ data: Playlist, trashIds: z.array(Id).optional() }),
  }),
  submitCourse: endpoint('review.submitCourse', {
    summary: 'Submit a course for review',
    reply: CourseReply,
  }),
  withdrawCourse: endpoint('review.withdrawCourse', {
    summary: 'Take a course back from review; it is a draft again',
    reply: CourseReply,
  }),
  waitingTime: endpoint('review.waitingTime', {
    summary: 'How long the last reviews took, and what waits for one',
    reply: z.object({
      medianHours: z.number().nullable(),
      of: z.int(),
      /** Whether what the viewer submits is approved at once. */
      trusted: z.boolean(),
      edits: z.enum(REVIEW_EDITS),
    }),
  }),
  list: endpoint('review.list', {
    summary: 'The review desk: what waits, oldest first; what is decided, latest first',
    query: DeskQuery,
    reply: DeskReply,
  }),
  get: endpoint('review.get', { summary: 'One revision with everything', reply: FullRevision }),
  claim: endpoint('review.claim', {
    summary: 'Tell other admins for 15 minutes that one reviews this',
    body: ClaimRequest,
    reply: WriteReply.extend({ claim: Claim }),
  }),
  decide: endpoint('review.decide', {
    summary: 'Decide on a revision, and on courses of its playlist with it',
    body: DecisionDraft,
    reply: WriteReply.extend({ data: FullRevision }),
  }),
  decideMany: endpoint('review.decideMany', {
    summary: 'One decision for several revisions or rounds',
    body: BulkDecision,
    reply: WriteReply.extend({
      decided: z.array(Id),
      failed: z.array(z.object({ _id: Id, message: z.string() })),
    }),
  }),
  note: endpoint('review.note', {
    summary: 'Note something about a field or a second',
    rate: 'comment',
    body: NoteDraft,
    reply: z.object({ note: ReviewNote }),
    status: 201,
  }),
  answerNote: endpoint('review.answerNote', {
    summary: 'Mark a note as done or explain it',
    body: z.object({
      done: z.boolean('Done must be true or false.'),
      answer: NoteText.nullable().optional(),
    }),
    reply: z.object({ note: ReviewNote }),
  }),
  history: endpoint('review.history', {
    summary: 'Every version and decision of a playlist and its courses, newest first',
    query: ListQuery.extend({ course: z.string().max(64).optional() }),
    reply: ListReply.extend({
      items: z.array(RevisionEntry),
      /** The newest changes of who can see the playlist, newest first; only on the first page of the whole playlist. */
      audience: z.array(AudienceChange).optional(),
    }),
  }),
  trust: endpoint('review.trust', {
    summary: 'Approve what a teacher submits at once, or no longer',
    body: z.object({
      trusted: z.boolean('Trusted must be true or false.'),
      password: z.string({ error: 'Enter your password.' }).min(1, 'Enter your password.').max(512),
    }),
    reply: WriteReply,
  }),
  audit: endpoint('review.audit', {
    summary: 'Who did what, newest first; as CSV on request',
    query: AuditQuery,
    reply: z.union([AuditPage, z.string()]),
    contentType: 'text/csv; charset=utf-8',
  }),
}
