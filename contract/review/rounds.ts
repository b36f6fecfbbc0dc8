import { z } from 'zod'
import { UserRef } from '#contract/account/user-fields.ts'
import { endpoint } from '#contract/endpoint.ts'
import { Id, Timestamp } from '#contract/id.ts'
import { NoteText } from '#contract/learning/notes.ts'
import { WriteReply } from '#contract/lists.ts'
import {
  DECIDED_TOGETHER_MAX,
  DECISION_NOTES_MAX,
  DecisionState,
  Message,
  NoteDraft,
  Reasons,
} from './decisions.ts'
import {
  Claim,
  ClaimRequest,
  Decision,
  FullRevision,
  ReviewedContent,
  ReviewedField,
  ReviewMessage,
  ReviewNote,
  Subject,
  Version,
} from './review.ts'
import { REASON_REQUIRED } from './review-messages.ts'
import { RevisionState } from './revisions.ts'

/** One version of a round, compared with what is online and with the version that was sent back. */
export const RoundRevision = FullRevision.omit({
  courses: true,
  lastDecisions: true,
  otherItems: true,
  reports: true,
})
  .extend({
    /** The same item in the newest of the former rounds that had it. */
    formerly: z
      .object({ round: z.int(), content: ReviewedContent, changes: z.array(ReviewedField) })
      .nullable(),
  })
  .meta({ id: 'RoundRevision' })
export type RoundRevision = z.infer<typeof RoundRevision>

/** A note with the item that it is about. */
export const RoundNote = ReviewNote.extend({
  revisionId: Id,
  subject: Subject.pick({ kind: true, _id: true, title: true }),
}).meta({ id: 'RoundNote' })
export type RoundNote = z.infer<typeof RoundNote>

/** A round before this one and after the last approval. */
export const FormerRound = z
  .object({
    _id: Id,
    number: z.int(),
    message: z.string(),
    submittedAt: Timestamp,
    decidedAt: Timestamp.nullable(),
    /** Of the playlist, or of the video that was sent back. */
    state: RevisionState,
    /** Null when nobody decided, as after a withdrawal. */
    decision: Decision.nullable(),
    notes: z.array(RoundNote),
  })
  .meta({ id: 'FormerRound' })
export type FormerRound = z.infer<typeof FormerRound>

/** How many former rounds are shown, newest first. */
export const FORMER_ROUNDS_MAX = 20

/** A round with everything. The last three only for an admin. */
export const Round = z
  .object({
    _id: Id,
    number: z.int(),
    /** What the teacher wrote to the reviewer. */
    message: z.string(),
    submittedAt: Timestamp,
    decidedAt: Timestamp.nullable(),
    ageHours: z.int(),
    version: Version,
    claim: Claim.nullable(),
    teacher: UserRef,
    category: z.string(),
    /** The playlist that the round is about, also when only videos wait. */
    subject: Subject.shape.playlist,
    /** Null when only videos wait. */
    playlist: RoundRevision.nullable(),
    videos: z.array(RoundRevision),
    rounds: z.array(FormerRound),
    /** All courses of the playlist in teaching order. */
    courses: FullRevision.shape.courses,
    lastDecisions: FullRevision.shape.lastDecisions,
    otherItems: FullRevision.shape.otherItems,
    reports: FullRevision.shape.reports,
  })
  .meta({ id: 'Round' })
export type Round = z.infer<typeof Round>

const NOTE_PLACE = 'A note belongs to a field or to a second.'

export const RoundNoteDraft = z
  .object({
    ...NoteDraft.shape,
    revisionId: Id,
    /** The note that is asked again. */
    carriedFrom: Id.optional(),
  })
  .refine(({ field, atSeconds }) => (field === undefined) !== (atSeconds === undefined), {
    message: NOTE_PLACE,
    path: ['field'],
  })
export type RoundNoteDraft = z.infer<typeof RoundNoteDraft>

/** A note of the desk before the decision is sent. It names the item, whose version the teacher may replace meanwhile. */
export const UnsentNote = z.object({
  ...NoteDraft.shape,
  /** Tells the notes of one round apart. */
  key: z.int(),
  itemId: Id,
  carriedFrom: Id.optional(),
})
export type UnsentNote = z.infer<typeof UnsentNote>

export const RoundDecision = z
  .object({
    state: DecisionState,
    reasons: Reasons,
    message: Message.default(''),
    notes: z
      .array(RoundNoteDraft)
      .max(DECISION_NOTES_MAX, `Write at most ${DECISION_NOTES_MAX} notes.`)
      .default([]),
    /** Videos with another decision than the one that follows from `state` and the notes. */
    videos: z
      .array(z.object({ revisionId: Id, state: DecisionState }))
      .max(DECIDED_TOGETHER_MAX, `Decide at most ${DECIDED_TOGETHER_MAX} videos together.`)
      .default([]),
    /** The revisions that the admin has seen; when others wait by now, nothing is decided (409). */
    seen: z
      .array(Id)
      .max(DECIDED_TOGETHER_MAX + 1, `Decide at most ${DECIDED_TOGETHER_MAX} videos together.`)
      .optional(),
  })
  .refine(
    ({ state, videos, reasons, message }) =>
      [state, ...videos.map((video) => video.state)].every((each) => each === 'approved') ||
      reasons.length > 0 ||
      message !== '',
    { message: REASON_REQUIRED, path: ['reasons'] },
  )
export type RoundDecision = z.infer<typeof RoundDecision>

export const roundsApi = {
  get: endpoint('review.getRound', {
    summary: 'One round: the playlist, its videos and the former rounds',
    reply: Round,
  }),
  claim: endpoint('review.claimRound', {
    summary: 'Tell other admins for 15 minutes that one reviews this',
    body: ClaimRequest,
    reply: WriteReply.extend({ claim: Claim }),
  }),
  decide: endpoint('review.decideRound', {
    summary: 'Decide on a playlist and its videos, all or none',
    body: RoundDecision,
    reply: WriteReply.extend({ data: Round }),
  }),
  writeMessage: endpoint('review.writeMessage', {
    summary: 'Write a message about a note',
    rate: 'comment',
    body: z.object({ text: NoteText }),
    reply: z.object({ message: ReviewMessage }),
    status: 201,
  }),
}
