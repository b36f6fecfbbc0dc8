import { formatTime } from '#contract/format.ts'
import type { CourseProgress, PlaylistProgress } from '#contract/learning/progress.ts'
import { resumeAt } from '#contract/learning/resume-at.ts'
import { timeLeft } from './time-left.ts'

interface ListedCourse {
  _id: string
  durationSeconds?: number | null
}

interface State {
  done: boolean
  part: number
  note?: string
  changed?: CourseProgress['changed']
}

/** What the rows of a playlist show of the viewer's progress. */
export function statesOf(
  courses: readonly ListedCourse[],
  { courses: watched, continueWith }: Pick<PlaylistProgress, 'courses' | 'continueWith'>,
): ReadonlyMap<string, State> {
  const durations = new Map(courses.map(({ _id, durationSeconds }) => [_id, durationSeconds ?? 0]))
  return new Map(
    watched.map((course) => [
      course._id,
      stateOf(course, durations.get(course._id) ?? 0, course._id === continueWith),
    ]),
  )
}

function stateOf(course: CourseProgress, duration: number, isNext: boolean): State {
  const { done, atSeconds, watchedSeconds, changed } = course
  const part = duration > 0 ? Math.min(1, watchedSeconds / duration) : 0
  const news = changed ? { changed } : {}
  if (done) return { done, part, ...news }
  const left = duration > 0 && watchedSeconds > 0 ? timeLeft(duration - watchedSeconds) : undefined
  const next = isNext ? resumeAt(atSeconds, duration) : 0
  const note = next > 0 ? `Continue at ${formatTime(next)}` : left
  return { done, part, note, ...news }
}

/** `4 of 12 done` */
export const doneOf = ({ doneCount }: Pick<PlaylistProgress, 'doneCount'>, count: number) =>
  `${doneCount} of ${count} done`

/** `1 h 05 min left at 1.25x`, or nothing if all is done or no duration is known. */
export function leftOf({ secondsLeft }: Pick<PlaylistProgress, 'secondsLeft'>, rate: number): string {
  return secondsLeft > 0 ? timeLeft(secondsLeft, rate) : ''
}
