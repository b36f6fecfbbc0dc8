import type { ProgressCard } from '#contract/progress.ts'

type Course = ProgressCard['course']

const REPEATED_SECONDS = 3
const LAST_SECONDS = 10
const LAST_PART = 0.95
const MINUTE = 60

/** The second at which a course starts again (product/learning.md, "Resume"). */
export function resumeAt({ atSeconds, durationSeconds, done }: Course): number {
  const duration = durationSeconds ?? Number.POSITIVE_INFINITY
  const atEnd = atSeconds >= duration * LAST_PART || atSeconds >= duration - LAST_SECONDS
  return done || atEnd ? 0 : Math.max(0, Math.floor(atSeconds - REPEATED_SECONDS))
}

/** "8 min left", or nothing while the duration is unknown. */
export function timeLeft(course: Course): string | undefined {
  if (course.durationSeconds === null) return
  const left = course.durationSeconds - resumeAt(course)
  return left < MINUTE ? 'less than 1 min left' : `${Math.round(left / MINUTE)} min left`
}
