import type { Generated, Selectable } from 'kysely'
import type { ReportReason } from '#contract/reports/report-messages.ts'
import type { ReportedKind } from '#contract/reports/reports.ts'
import type { RevisionState } from '#contract/review/revisions.ts'

/**
 * One version of a playlist or course. Open are draft, submitted and in_review; an index
 * allows one open revision per item.
 */
export interface RevisionTable {
  id: string
  subject: 'playlist' | 'course'
  subject_id: string
  teacher_id: string
  /** The playlist itself, or that of the course. */
  playlist_id: string
  /** Null for a playlist. */
  course_id: string | null
  /** What the content names, while it may still go online: the newest revision of an item unless it is approved. */
  category_id: string | null
  image: string | null
  number: number
  /** The number of the approved revision before this one, or 0. */
  base_number: number
  /** JSON (server/features/catalog/versions/content.ts). */
  content: string
  state: RevisionState
  /** The message of the last decision. */
  message: Generated<string>
  submitted_at: string | null
  decided_at: string | null
  decided_by: string | null
  created_at: string
  /** The last round in which it waited. */
  round_id: string | null
}

export type RevisionRow = Selectable<RevisionTable>

/** Rows are only ever added. `admin_id` is null for a trusted teacher's submission. */
export interface DecisionTable {
  id: string
  revision_id: string
  admin_id: string | null
  from_state: RevisionState
  to_state: RevisionState
  /** JSON array of ids. */
  reasons: string
  message: string
  at: string
}

export type DecisionRow = Selectable<DecisionTable>

/**
 * What waits of a playlist and its courses. It is open until nothing of it waits any more; an index allows one open round per
 * playlist.
 */
export interface RoundTable {
  id: string
  playlist_id: string
  teacher_id: string
  /** Counts the rounds of the playlist. */
  number: number
  /** What the teacher wrote to the reviewer. */
  message: string
  submitted_at: string
  decided_at: string | null
  /** The admin who reviews it, and when the claim ends. */
  assigned_to: string | null
  assigned_until: string | null
}

export type RoundRow = Selectable<RoundTable>

/** About a field or a second. `answer` is the teacher's last message. */
export interface ReviewNoteTable {
  id: string
  revision_id: string
  admin_id: string | null
  field: string | null
  at_s: number | null
  text: string
  answer: string | null
  resolved_at: string | null
  created_at: string
  /** The first note of the conversation, if this one asks again. */
  carried_from: string | null
}

/** A message about a note; those of a note that asks again belong to the first one. */
export interface ReviewMessageTable {
  id: string
  note_id: string
  author_id: string | null
  text: string
  created_at: string
}

export interface ReasonTable {
  id: string
  text: string
  position: number
  retired_at: string | null
}

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
