import type { Ranges } from './progress.ts'

/** Seconds of a video, `[from, to)`. */
export type Range = Ranges[number]

/** The seconds of `ranges` that are not in `removed`. */
export function without(ranges: Ranges, removed: Ranges): Ranges {
  let left = ranges
  for (const [from, to] of removed) {
    left = left.flatMap(([start, end]): Ranges => {
      const parts: Ranges = [
        [start, Math.min(end, from)],
        [Math.max(start, to), end],
      ]
      return end <= from || start >= to ? [[start, end]] : parts.filter(([one, other]) => one < other)
    })
  }
  return left
}

export const secondsIn = (ranges: Ranges) => ranges.reduce((sum, [from, to]) => sum + to - from, 0)
