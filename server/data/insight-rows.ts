import type { Generated, Selectable } from 'kysely'

/** A person who learns in a playlist; a job counts them from their progress. */
export interface LearnerTable {
  playlist_id: string
  user_id: string
  /** The name as it is sorted and searched. */
  name_key: string
  /** 1 if the teacher and admins may see the name. */
  named: number
  /** Days are those of the site's zone: `2026-11-27`. */
  first_day: string
  last_day: string
  /** Approved videos that are done. */
  done_count: number
  /** The last approved video that the person began. */
  furthest_course_id: string | null
  /** When every public video was done for the first time; later videos take nothing back. */
  finished_on: string | null
}

export type LearnerRow = Selectable<LearnerTable>

/** Triggers on `learners` keep all but `watched_s`. */
export interface PlaylistSumTable {
  playlist_id: string
  learners: Generated<number>
  named: Generated<number>
  finished: Generated<number>
  done: Generated<number>
  watched_s: Generated<number>
  recounted_at: string | null
}

/** Triggers on `learners` keep the furthest lessons; the counting job keeps the rest. */
export interface CourseSumTable {
  course_id: string
  learners: Generated<number>
  done: Generated<number>
  watched_s: Generated<number>
  /** Learners whose furthest lesson it is, and those among them who have finished. */
  furthest: Generated<number>
  furthest_finished: Generated<number>
  /** The video that `slots`, `stops` and `slots_done` are about. */
  key: string | null
  /** How many have watched each slot of ten seconds, and how many stopped in it: numbers of 32 bits. */
  slots: Buffer | null
  stops: Buffer | null
  /** Those who are done and have watched a slot. */
  slots_done: Generated<number>
}

export type CourseSumRow = Selectable<CourseSumTable>

interface DayTable {
  day: string
  learners: Generated<number>
  started: Generated<number>
  finished: Generated<number>
  watched_s: Generated<number>
}

export interface PlaylistDayTable extends DayTable {
  playlist_id: string
}

export interface CourseDayTable extends DayTable {
  course_id: string
}

export interface SiteDayTable {
  day: string
  watched_s: Generated<number>
  done: Generated<number>
  comments: Generated<number>
}

/** What was counted of progress that is gone, until the job has subtracted it. */
export interface ProgressRemovedTable {
  id: Generated<number>
  course_id: string
  user_id: string | null
  key: string
  seconds: number
  done: number
  slots: Buffer | null
}
