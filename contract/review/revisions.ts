import { z } from 'zod'
import { Id, Timestamp } from '#contract/id.ts'

/** What can happen to one version of a playlist or course. The first three are open: at most one of them per item. */
export const REVISION_STATES = [
  'draft',
  'submitted',
  'in_review',
  'approved',
  'changes',
  'rejected',
  'withdrawn',
] as const
export const RevisionState = z.enum(REVISION_STATES)
export type RevisionState = z.infer<typeof RevisionState>

/** An item that nobody has submitted. Its status is `pending`, as older clients know no other word. */
export const Stage = z.literal('draft')

/** The newest revision of an item, by its id. */
export const RevisionRef = z
  .object({ _id: Id, number: z.int(), state: RevisionState })
  .meta({ id: 'RevisionRef' })
export type RevisionRef = z.infer<typeof RevisionRef>

/** The number of approvals and the time of the last one. Edits without a decision do not count. Absent before the first. */
export const ApprovedVersion = z
  .object({ number: z.int(), approvedAt: Timestamp })
  .meta({ id: 'ApprovedVersion' })
export type ApprovedVersion = z.infer<typeof ApprovedVersion>

/** What only the owner and admins get of a playlist or course. */
export const reviewKeys = {
  /** `scheduled`: it is approved and goes public at `publishAt`. */
  stage: z.enum(['draft', 'scheduled']).optional(),
  /** When it goes public, if it is approved by then. */
  publishAt: Timestamp.optional(),
  /** The newest revision of an approved item, unless it is the one that is online. */
  waiting: RevisionRef.optional(),
  /** The newest revision, and when it was submitted. Missing until the item has its first revision. */
  revision: RevisionRef.extend({ submittedAt: Timestamp.nullable() })
    .meta({ id: 'NewestRevision' })
    .optional(),
}

/** A form field of `POST` and `PUT`: save without submitting. */
const DRAFT_MESSAGE = 'Draft must be true or false.'
export const DraftFlag = z
  .union([z.boolean(), z.enum(['true', 'false']).transform((word) => word === 'true')], DRAFT_MESSAGE)
  .optional()

export const SAVED_AS_DRAFT = 'Saved as a draft. Only you and admins can see it.'
export const VIDEO_WAITS =
  'Saved. The new video goes online when an admin has approved it; until then the old one stays.'
export const CHANGES_WAIT =
  'Saved. Your changes go online when an admin has approved them; until then the old version stays.'
