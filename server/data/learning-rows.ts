/** The new seconds that a user watched on a day. */
export interface LearningDayTable {
  user_id: string
  /** In the time zone of the user: `2026-11-26`. */
  day: string
  seconds: number
}
