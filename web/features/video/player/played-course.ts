import type { Course } from '#contract/catalog/courses.ts'

/** What the player shows of a course. */
export type PlayedCourse = Pick<Course, 'videoTitle' | 'tutorialImage' | 'durationSeconds' | 'chapters'> & {
  /** Of the drawn cover. */
  playlist: Pick<Course['playlist'], '_id'>
}
