import { countOf, formatMinutes } from '#contract/format.ts'

/** `8 min left`, or `1 h 05 min left at 1.25x`: how long it takes at that speed. */
export function timeLeft(seconds: number, rate = 1): string {
  const left = `${formatMinutes(seconds / rate)} left`
  return rate === 1 ? left : `${left} at ${rate}x`
}

/** `2 min in 3 parts` */
export const restText = ({ seconds, parts }: { seconds: number; parts: number }) =>
  `${formatMinutes(seconds)} in ${countOf(parts, 'part')}`
