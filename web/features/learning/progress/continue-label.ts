import { formatTime } from '#contract/format.ts'
import type { ProgressCard } from '#contract/learning/progress.ts'
import { resumeAt } from './resume.ts'
import { timeLeft } from './time-left.ts'

type Watched = Pick<ProgressCard['course'], 'done' | 'atSeconds' | 'watchedSeconds' | 'durationSeconds'>

/** What a row of the history offers for a video that is not done: to continue, or to watch what was left out. */
export function continueLabelOf(course: Watched): { label: string; left?: string } | undefined {
  const { done, atSeconds, watchedSeconds, durationSeconds } = course
  if (done) return undefined
  const start = resumeAt(atSeconds, durationSeconds ?? 0)
  if (start > 0) return { label: `Continue at ${formatTime(start)}` }
  if (durationSeconds === null || watchedSeconds < durationSeconds / 2 || !isAtEnd(course))
    return { label: 'Continue' }
  return { label: 'Watch the rest', left: timeLeft(Math.max(0, durationSeconds - watchedSeconds)) }
}

/** Near the end a video starts anew; so it does after its first seconds. */
function isAtEnd({ atSeconds, durationSeconds }: Watched): boolean {
  return durationSeconds !== null && atSeconds > durationSeconds / 2
}
