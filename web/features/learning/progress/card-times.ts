import type { ProgressCard } from '#contract/learning/progress.ts'
import { resumeAt } from './resume.ts'
import { timeLeft } from './time-left.ts'

type Course = ProgressCard['course']

/** The second at which the course of a card continues. */
export const startOfCard = ({ atSeconds, durationSeconds, done }: Course): number =>
  done ? 0 : resumeAt(atSeconds, durationSeconds ?? 0)

/** "8 min left", or nothing while the duration is unknown. */
export const cardTimeLeft = (course: Course): string | undefined =>
  course.durationSeconds === null ? undefined : timeLeft(course.durationSeconds - startOfCard(course))
