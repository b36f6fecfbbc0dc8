import type { Ranges } from '#contract/learning/progress.ts'
import { DONE_PART, SHORT_DONE_PART, SHORT_S } from '#contract/learning/progress-limits.ts'
import { SKIPPED_S } from '#web/features/video/player/skip-watched.ts'
import { secondsIn, without } from './ranges.ts'

/** Shorter gaps count as watched here. */
const GAP_S = 5

/** The unwatched parts from `first` to the end, in order. Short watched stretches between them belong to them. */
export function restOf(watched: Ranges, { first, duration }: { first: number; duration: number }): Ranges {
  const whole: Ranges = [[first, Math.ceil(duration)]]
  const gaps = without(whole, watched)
  const long = gaps.filter(([from, to]) => to - from >= GAP_S)
  // Without the short gaps the video might never be done.
  const leftOut = secondsIn(gaps) - secondsIn(long)
  const isDone = leftOut <= (1 - donePart(duration - first)) * (duration - first)
  return joined(isDone ? long : gaps)
}

const donePart = (length: number) => (length < SHORT_S ? SHORT_DONE_PART : DONE_PART)

function joined(gaps: Ranges): Ranges {
  const parts: Ranges = []
  for (const [from, to] of gaps) {
    const last = parts.at(-1)
    if (last && from - last[1] < SKIPPED_S) last[1] = to
    else parts.push([from, to])
  }
  return parts
}
