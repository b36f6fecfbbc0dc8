import { z } from 'zod'
import { Role, Suspension, UserRef } from '#contract/account/user-fields.ts'
import { ApprovalStatus } from '#contract/catalog/status.ts'
import { endpoint } from '#contract/endpoint.ts'
import { Id, Timestamp } from '#contract/id.ts'
import { ListQuery, ListReply, WriteReply } from '#contract/lists.ts'
import { ImageRef } from '#contract/media/media.ts'
import { text } from '#contract/text.ts'
import { REPORT_REASONS, REPORT_TEXT_MAX } from './report-messages.ts'

export const REPORTED_KINDS = ['comment', 'course', 'playlist', 'user'] as const
export type ReportedKind = (typeof REPORTED_KINDS)[number]
const Kind = z.enum(REPORTED_KINDS, 'Kind must be comment, course, playlist or user.')

const shortText = (label: string, max: number) => {
  const long = `${label} must be at most ${max} characters.`
  return text({ label, min: 0, max, short: long, long, multiline: true })
}

export const ReportDraft = z.object({
  subjectKind: Kind,
  subjectId: z.string({ error: 'Choose what to report.' }).max(64),
  reason: z.enum(REPORT_REASONS, 'Choose a reason from the list.'),
  text: shortText('Text', REPORT_TEXT_MAX).default(''),
})
export type ReportDraft = z.infer<typeof ReportDraft>

/** How many reports a user filed, and how they were decided. */
export const ReporterRecord = z.object({ filed: z.int(), removed: z.int(), kept: z.int() })
/** How many subjects of an author were removed or kept after reports. */
export const AuthorRecord = z.object({ removed: z.int(), kept: z.int() })

const Person = UserRef.extend({
  role: Role,
  createdAt: Timestamp,
  suspended: Suspension.optional(),
})

export const Report = z
  .object({
    _id: Id,
    reason: z.enum(REPORT_REASONS),
    text: z.string(),
    createdAt: Timestamp,
    /** Null when the account is deleted. */
    reporter: Person.extend({ record: ReporterRecord }).nullable(),
  })
  .meta({ id: 'Report' })
export type Report = z.infer<typeof Report>

/** What was reported, as an admin needs it to decide. */
export const ReportedSubject = z
  .object({
    kind: Kind,
    _id: Id,
    /** The title of a course or playlist, the name of a user; of a comment the title of its course. */
    title: z.string(),
    /** The text of a comment, the description of a course or playlist, the profession of a user and their sentence about the site. */
    text: z.string(),
    image: ImageRef.optional(),
    /** Of a comment and of a course. */
    courseId: Id.optional(),
    /** Of all but users. */
    playlist: z.object({ _id: Id, title: z.string() }).optional(),
    status: ApprovalStatus.optional(),
    createdAt: Timestamp,
    /** Reports hide it from all but its author and admins. */
    hidden: z.boolean(),
  })
  .meta({ id: 'ReportedSubject' })
export type ReportedSubject = z.infer<typeof ReportedSubject>

/** How many reports of a group are sent, oldest first. */
export const REPORTS_SENT_MAX = 10

/** All open reports about one subject. */
export const ReportGroup = z
  .object({
    /** The oldest report. */
    _id: Id,
    subject: ReportedSubject,
    author: Person.extend({ record: AuthorRecord, email: z.string(), isAdmin: z.boolean() }),
    count: z.int(),
    firstAt: Timestamp,
    reports: z.array(Report),
  })
  .meta({ id: 'ReportGroup' })
export type ReportGroup = z.infer<typeof ReportGroup>

export const DECISION_MESSAGE_MAX = 500

export const reportsApi = {
  create: endpoint('reports.create', {
    summary: 'Report a comment, course, playlist or profile; 200 if the caller has an open report about it',
    rate: 'comment',
    body: ReportDraft,
    reply: WriteReply.extend({ isNew: z.boolean() }),
    status: 201,
  }),
  list: endpoint('reports.list', {
    summary: 'What was reported and is not decided, oldest first',
    query: ListQuery,
    reply: ListReply.extend({
      /** More than `total`: it is counted up to 1,000. */
      totalIsLowerBound: z.literal(true).optional(),
      groups: z.array(ReportGroup),
    }),
  }),
  decide: endpoint('reports.decide', {
    summary: 'Keep or remove a subject: decides all open reports about it',
    body: z.object({
      state: z.enum(['kept', 'removed'], 'State must be kept or removed.'),
      message: shortText('Message', DECISION_MESSAGE_MAX).default(''),
    }),
    reply: WriteReply,
  }),
}
