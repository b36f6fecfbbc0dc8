import type { Ranges } from './progress.ts'
import { DONE_PART, SHORT_DONE_PART, SHORT_S, SKIPPED_S } from './progress-limits.ts'
import { secondsIn, without } from './ranges.ts'
import { isNearEnd } from './resume-at.ts'

/** Shorter gaps count as watched here. */
const GAP_S = 5

interface WatchedVideo {
  watched: Ranges
  /** The second that the user has reached. */
  position: number
  /** The second at which it starts. */
  first: number
  duration: number
}

/** The unwatched parts, if at least half is watched and the user has reached the end. */
export function restToWatch({ watched, position, first, duration }: WatchedVideo): Ranges {
  if (secondsIn(watched) < duration / 2 || !isNearEnd(position, duration)) return []
  return restOf(watched, { first, duration })
}

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
