import { LEARNER_MIN_S } from '#contract/insight/analytics.ts'
import type { CourseSumRow } from '#server/data/insight-rows.ts'
import { bytesOf, numbersIn, placesOf } from './slots.ts'

/** What one person adds to the figures of a course. */
export interface Share {
  seconds: number
  done: boolean
  /** The video that the slots belong to. */
  key: string
  slots: Buffer | null
}

/** What the counting job keeps of a course. */
export interface CourseCounts {
  learners: number
  done: number
  watched_s: number
  key: string
  slots: number[]
  stops: number[]
  slots_done: number
}

/** Whether somebody with this share is a learner of the course. */
export const isLearner = ({ seconds, done }: Pick<Share, 'seconds' | 'done'>): boolean =>
  done || seconds >= LEARNER_MIN_S

/** The counts of a course whose video is `key`. Those of the parts of another video start again. */
export function countsIn(row: CourseSumRow | undefined, key: string): CourseCounts {
  const isSame = row?.key === key
  return {
    learners: row?.learners ?? 0,
    done: row?.done ?? 0,
    watched_s: row?.watched_s ?? 0,
    key,
    slots: isSame ? numbersIn(row.slots) : [],
    stops: isSame ? numbersIn(row.stops) : [],
    slots_done: isSame ? row.slots_done : 0,
  }
}

/** Adds a share, or subtracts it. Parts of another video count no more. */
export function addShare(counts: CourseCounts, share: Share, by: 1 | -1): void {
  if (isLearner(share)) counts.learners += by
  if (share.done) counts.done += by
  counts.watched_s += by * share.seconds
  if (share.key !== counts.key) return
  const places = placesOf(share.slots)
  const last = places.at(-1)
  // A video that was marked by hand has no parts.
  if (last === undefined) return
  for (const place of places) counts.slots[place] = (counts.slots[place] ?? 0) + by
  if (share.done) counts.slots_done += by
  else counts.stops[last] = (counts.stops[last] ?? 0) + by
}

/** The columns of `course_sums` that the job writes. */
export function columnsOf({ slots, stops, ...counts }: CourseCounts) {
  const filled = (numbers: number[]) => bytesOf(Array.from(numbers, (number) => number ?? 0))
  return { ...counts, slots: filled(slots), stops: filled(stops) }
}
