import { z } from 'zod'
import { UserRef } from '#contract/account/user-fields.ts'
import { Level } from '#contract/catalog/playlists.ts'
import { ApprovalStatus } from '#contract/catalog/status.ts'
import { VISIBILITIES } from '#contract/catalog/visibility.ts'
import { Id, Timestamp } from '#contract/id.ts'
import { ListQuery, ListReply } from '#contract/lists.ts'
import { ImageRef } from '#contract/media/media.ts'
import { Report } from '#contract/reports/reports.ts'
import { Chapter, Correction, Video } from '#contract/video/video.ts'
import { REVIEWED_FIELDS } from './reviewed-fields.ts'
import { RevisionState, reviewKeys } from './revisions.ts'

export const ReviewedField = z.enum(REVIEWED_FIELDS, 'Choose a field from the list.')
export type ReviewedField = z.infer<typeof ReviewedField>

/** The title of a section in a version, whatever its place. */
export const SectionTitle = z.object({ _id: Id, title: z.string() }).meta({ id: 'SectionTitle' })

/**
 * One version of an item. A course has a video, chapters and corrections; language, level, promise and sections belong to
 * playlists. Chapters, corrections and sections are in a version only if it changes them.
 */
export const ReviewedContent = z
  .object({
    title: z.string(),
    description: z.string(),
    /** Missing in an old version whose picture is deleted. */
    image: ImageRef.optional(),
    category: z.string().optional(),
    video: Video.optional(),
    language: z.string().nullable().optional(),
    level: Level.nullable().optional(),
    promise: z.string().nullable().optional(),
    chapters: z.array(Chapter).optional(),
    sections: z.array(SectionTitle).optional(),
    corrections: z.array(Correction).optional(),
  })
  .meta({ id: 'ReviewedContent' })
export type ReviewedContent = z.infer<typeof ReviewedContent>

const Named = z.object({ _id: Id, username: z.string() })
/** Null when the account is deleted, and for what no admin decided. */
const Admin = Named.nullable()

export const Reason = z.object({ _id: Id, text: z.string() }).meta({ id: 'Reason' })
export type Reason = z.infer<typeof Reason>

/** The settings of `REVIEW_EDITS`: which edits of something approved wait for an admin. */
export const REVIEW_EDITS = ['video', 'all', 'none'] as const
export type ReviewEdits = (typeof REVIEW_EDITS)[number]

export const SUBJECTS = ['playlist', 'course'] as const
const SubjectKind = z.enum(SUBJECTS, 'Kind must be playlist or course.')

/** The playlist or course of a revision. `title` is that of the revision. */
export const Subject = z
  .object({
    kind: SubjectKind,
    _id: Id,
    title: z.string(),
    /** The playlist itself, or that of the course. */
    playlist: z.object({
      _id: Id,
      title: z.string(),
      isPlaylistApproved: ApprovalStatus,
      visibility: z.enum(VISIBILITIES).optional(),
    }),
    /** The status of the item. */
    status: ApprovalStatus,
    stage: reviewKeys.stage,
  })
  .meta({ id: 'ReviewSubject' })
export type Subject = z.infer<typeof Subject>

/** `edit`: of an approved item. The second submission is the first after a decision that was no approval. */
export const Version = z
  .object({ kind: z.enum(['new', 'edit']), submission: z.int() })
  .meta({ id: 'ReviewVersion' })

/** The admin who has opened the item, for the 15 minutes of the lease. */
export const Claim = z.object({ admin: Named, until: Timestamp }).meta({ id: 'Claim' })

export const ClaimRequest = z.object({
  /** Also when another admin has the claim. */
  takeOver: z.boolean('Take over must be true or false.').optional(),
})

export const QueueItem = z
  .object({
    _id: Id,
    subject: Subject,
    teacher: UserRef,
    category: z.string(),
    image: ImageRef.optional(),
    /** Only of a course. */
    video: Video.optional(),
    durationSeconds: z.int().nullable().optional(),
    number: z.int(),
    state: RevisionState,
    version: Version,
    submittedAt: Timestamp.nullable(),
    decidedAt: Timestamp.nullable(),
    /** Whole hours since it was submitted, by the server's clock. */
    ageHours: z.int().nullable(),
    claim: Claim.nullable(),
  })
  .meta({ id: 'QueueItem' })
export type QueueItem = z.infer<typeof QueueItem>

export const ReviewMessage = z
  .object({
    _id: Id,
    text: z.string(),
    /** The teacher or an admin; null when the account is deleted. */
    author: Named.nullable(),
    createdAt: Timestamp,
  })
  .meta({ id: 'ReviewMessage' })
export type ReviewMessage = z.infer<typeof ReviewMessage>

/** A round as the desk lists it: a playlist and its videos that were submitted together. */
export const QueueRound = z
  .object({
    _id: Id,
    playlist: z.object({
      _id: Id,
      title: z.string(),
      image: ImageRef.optional(),
      visibility: z.enum(VISIBILITIES).optional(),
    }),
    teacher: UserRef,
    category: z.string(),
    number: z.int(),
    /** What the teacher wrote to the reviewer. */
    message: z.string(),
    /** How many videos wait. */
    videos: z.int(),
    version: Version,
    /** Whole hours since it was submitted, by the server's clock. */
    ageHours: z.int(),
    claim: Claim.nullable(),
    submittedAt: Timestamp,
    /** False when only videos wait. */
    isPlaylistWaiting: z.boolean(),
  })
  .meta({ id: 'QueueRound' })
export type QueueRound = z.infer<typeof QueueRound>

/** About a field or a second of the video. `answer` is the teacher's last message. */
export const ReviewNote = z
  .object({
    _id: Id,
    field: ReviewedField.nullable(),
    atSeconds: z.int().nullable(),
    text: z.string(),
    answer: z.string().nullable(),
    resolvedAt: Timestamp.nullable(),
    admin: Admin,
    createdAt: Timestamp,
    /** Oldest first. A note that asks again has those of the note before it, too. */
    messages: z.array(ReviewMessage),
    /** The first note of the conversation, if this one asks again. */
    carriedFrom: Id.nullable(),
  })
  .meta({ id: 'ReviewNote' })
export type ReviewNote = z.infer<typeof ReviewNote>

export const Decision = z
  .object({
    _id: Id,
    from: RevisionState,
    to: RevisionState,
    reasons: z.array(Reason),
    message: z.string(),
    admin: Admin,
    at: Timestamp,
  })
  .meta({ id: 'Decision' })
export type Decision = z.infer<typeof Decision>

/** One version with everything that happened to it. */
export const RevisionEntry = z
  .object({
    _id: Id,
    subject: Subject,
    number: z.int(),
    baseNumber: z.int(),
    state: RevisionState,
    createdAt: Timestamp,
    submittedAt: Timestamp.nullable(),
    decidedAt: Timestamp.nullable(),
    /** The fields that differ from `before`; all that are set when there is no `before`. */
    changes: z.array(ReviewedField),
    /** On the desk the version that is online, in the history the previous version; null for the first. */
    before: ReviewedContent.nullable(),
    content: ReviewedContent,
    decisions: z.array(Decision),
    /** The teacher gets them with the decision. */
    notes: z.array(ReviewNote),
  })
  .meta({ id: 'RevisionEntry' })
export type RevisionEntry = z.infer<typeof RevisionEntry>

/** A change of who can see a playlist. It needs no review. */
export const AudienceChange = z
  .object({ _id: Id, at: Timestamp, user: Admin, visibility: z.enum(VISIBILITIES) })
  .meta({ id: 'AudienceChange' })
export type AudienceChange = z.infer<typeof AudienceChange>

/** A course of the playlist under review, as far as it got. */
export const ReviewedCourse = z
  .object({
    _id: Id,
    title: z.string(),
    image: ImageRef,
    video: Video,
    durationSeconds: z.int().nullable(),
    status: ApprovalStatus,
    stage: reviewKeys.stage,
    revision: reviewKeys.revision,
  })
  .meta({ id: 'ReviewedCourse' })

/** Everything about one revision. The last three only for an admin. */
export const FullRevision = RevisionEntry.extend({
  teacher: UserRef,
  category: z.string(),
  version: Version,
  durationSeconds: z.int().nullable().optional(),
  claim: Claim.nullable(),
  /** All courses of the playlist in teaching order, also beside a course. */
  courses: z.array(ReviewedCourse),
  /** The teacher's newest decisions. */
  lastDecisions: z
    .array(Decision.extend({ subject: Subject.pick({ kind: true, _id: true, title: true }) }))
    .optional(),
  /** What else of this teacher waits, oldest first. */
  otherItems: z.array(QueueItem).optional(),
  /** The first open reports about the item. */
  reports: z.array(Report).optional(),
}).meta({ id: 'FullRevision' })
export type FullRevision = z.infer<typeof FullRevision>

/**
 * Which revisions the desk lists. `waiting`: submitted or in review. `automatic`: submitted by trusted teachers. `edited`: edits
 * of something approved that applied at once.
 */
export const DESK_STATES = [
  'waiting',
  'submitted',
  'in_review',
  'approved',
  'changes',
  'rejected',
  'automatic',
  'edited',
] as const
export type DeskState = (typeof DESK_STATES)[number]

const NameOrId = z.string().max(64).optional()

export const DeskQuery = ListQuery.extend({
  state: z.enum(DESK_STATES, `State must be one of ${DESK_STATES.join(', ')}.`).optional(),
  kind: SubjectKind.optional(),
  category: z.string().max(200).optional(),
  teacher: NameOrId,
  playlist: NameOrId,
  mine: z.enum(['true'], 'Mine must be true.').optional(),
  /** What waits, by round instead of by revision. */
  group: z.enum(['rounds'], 'Group must be rounds.').optional(),
})
export type DeskQuery = z.infer<typeof DeskQuery>

/** `total` is counted up to 10,000 where a filter other than state and kind narrows the list. */
export const DeskReply = ListReply.extend({
  /** Rounds if the query groups by them, else revisions. */
  items: z.array(z.union([QueueItem, QueueRound])),
  /** How many revisions of the whole site are in these states. By rounds, `waiting` counts rounds. */
  counts: z.object({
    waiting: z.int(),
    submitted: z.int(),
    in_review: z.int(),
    changes: z.int(),
    rejected: z.int(),
  }),
  summary: z.object({
    waiting: z.int(),
    oldestSubmittedAt: Timestamp.nullable(),
    medianHours: z.number().nullable(),
    unavailableVideos: z.int(),
  }),
  reasons: z.array(Reason),
})
