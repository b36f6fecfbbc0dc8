import { formatTime } from '#contract/format.ts'
import type { ProgressCard } from '#contract/learning/progress.ts'
import { resumeAt } from '#contract/learning/resume-at.ts'
import { restText } from './time-left.ts'

type Watched = Pick<ProgressCard['course'], 'done' | 'atSeconds' | 'durationSeconds' | 'rest'>

/** What a row of the history offers for a video that is not done: to continue, or to watch what was left out. */
export function continueLabelOf(course: Watched): { label: string; detail?: string } | undefined {
  const { done, atSeconds, durationSeconds, rest } = course
  if (done) return undefined
  if (rest) return { label: 'Watch the rest', detail: restText(rest) }
  const start = resumeAt(atSeconds, durationSeconds ?? 0)
  return { label: start > 0 ? `Continue at ${formatTime(start)}` : 'Continue' }
}
