import type { Generated, Selectable } from 'kysely'

/** The captions of a video in one language. */
export interface CaptionsTable {
  id: string
  course_id: string
  language: string
  label: string
  /** `auto`: a program wrote them, and the teacher has not checked them yet. */
  origin: 'upload' | 'auto'
  vtt: string
  cues_count: number
  created_at: string
  /** The playlist in which the search finds them; null while it does not. */
  searched_in: string | null
}

export type CaptionsRow = Selectable<CaptionsTable>

/** About 30 seconds of captions, as the search finds them. `id` orders by when they were indexed. */
export interface PassageTable {
  id: Generated<number>
  captions_id: string
  course_id: string
  /** The place among the passages of the same captions, from 0. */
  position: number
  start_s: number
  end_s: number
  /** The words in order, with a space before and after each. */
  words: string
  /** JSON array of the seconds at which the cues start, and their texts. */
  cues: string
}
