import type { Generated, Selectable } from 'kysely'

export interface ProgressTable {
  user_id: string
  course_id: string
  /** Source and key of the video that the bits belong to. */
  video_key: string
  at_s: number
  /** What the user's player reported; 0 while unknown. */
  duration_s: number
  /** One bit per second, lowest bit first. */
  seconds: Buffer
  watched_s: number
  updated_at: string
  done_at: string | null
  done_by: 'watched' | 'hand' | null
  /** The `watched_s` from which the automatic mark works again after the user took it back. */
  auto_done_from_s: number | null
  /** When the user confirmed that they have seen what changed. */
  change_seen_at: string | null
  /** What the counting job last counted of this row; it is uncounted while they differ from the columns above. */
  counted_s: Generated<number>
  counted_done: Generated<number>
  counted_key: string | null
  /** One bit for each slot of ten seconds that was watched. */
  counted_slots: Buffer | null
}

export type ProgressRow = Selectable<ProgressTable>

/** A summary of a user's progress in one playlist; every write of `progress` recounts it. */
export interface PlaylistProgressTable {
  user_id: string
  playlist_id: string
  last_course_id: string | null
  done_count: Generated<number>
  rate: number | null
  updated_at: string
  hidden_at: string | null
}

export type PlaylistProgressRow = Selectable<PlaylistProgressTable>

/** How many new seconds a user may still gain at `updated_at`. */
export interface ProgressCreditTable {
  user_id: string
  /** By the next save. */
  credit_s: number
  /** The total so far, from saves and merges. */
  unspent_s: number
  updated_at: string
}

export type ProgressCreditRow = Selectable<ProgressCreditTable>

/** The new seconds that a user watched on a day. */
export interface LearningDayTable {
  user_id: string
  /** In the time zone of the user: `2026-11-26`. */
  day: string
  seconds: number
}
