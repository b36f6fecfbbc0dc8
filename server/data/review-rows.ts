import type { Selectable } from 'kysely'
import type { RevisionState } from '#contract/review/revisions.ts'

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

/** About a field or a second. */
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
}

export interface ReasonTable {
  id: string
  text: string
  position: number
  retired_at: string | null
}
