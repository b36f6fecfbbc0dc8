import type { Selectable } from 'kysely'
import type { ReportReason } from '#contract/reports/report-messages.ts'
import type { ReportedKind } from '#contract/reports/reports.ts'

/** What somebody reported. The subject has no foreign key: a report outlives it. */
export interface ReportTable {
  id: string
  /** Null when the account is deleted. */
  reporter_id: string | null
  subject_kind: ReportedKind
  subject_id: string
  /** The author of a comment, the teacher of a course or playlist, the reported user. */
  author_id: string | null
  /** The course of a comment. */
  course_id: string | null
  /**
   * How many open reports like this one hide the comment (REPORTS_TO_HIDE); 0 for never. Null for a report that does not
   * count: about something else, of an account that was too young, or repeated after an admin kept the comment.
   */
  hides_at: number | null
  reason: ReportReason
  text: string
  /** `dismissed`: the subject was gone. */
  state: 'open' | 'kept' | 'removed' | 'dismissed'
  decided_by: string | null
  decided_at: string | null
  created_at: string
}

export type ReportRow = Selectable<ReportTable>
