/** What the viewer has watched of a course, as rows of a playlist show it. */
export interface CourseState {
  done: boolean
  /** From 0 to 1; 0 if the duration is unknown. */
  part: number
  /** `Continue at 3:12` or `7 min left`. */
  note?: string
}

export type CourseStates = ReadonlyMap<string, CourseState>
