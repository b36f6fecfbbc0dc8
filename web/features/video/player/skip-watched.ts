import type { Ranges } from '#contract/learning/progress.ts'
import { SKIPPED_S } from '#contract/learning/progress-limits.ts'

/** Where to go on, if everything from here to there is watched; `parts` are the unwatched ones, in order. */
export function skipTarget(parts: Ranges, at: number, duration: number): number | undefined {
  if (parts.some(([from, to]) => from <= at && at < to)) return undefined
  const target = parts.find(([from]) => from > at)?.[0] ?? duration
  return target - at >= SKIPPED_S ? target : undefined
}
