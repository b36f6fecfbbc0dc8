import type { ProgressSave } from '#contract/learning/progress.ts'
import { DONE_PART, SHORT_DONE_PART, SHORT_S } from '#contract/learning/progress-limits.ts'
import type { ProgressRow } from '#server/data/learning-rows.ts'
import { countBits, NO_BITS, withRanges } from './bits.ts'

/** What a user has watched of one course. */
export type Watched = Pick<
  ProgressRow,
  | 'video_key'
  | 'at_s'
  | 'duration_s'
  | 'seconds'
  | 'watched_s'
  | 'updated_at'
  | 'done_at'
  | 'done_by'
  | 'auto_done_from_s'
>

/** After a mark was taken back, the automatic mark waits for this many new seconds. */
const AUTO_DONE_AGAIN_S = 300

export interface NewSeconds {
  save: Pick<ProgressSave, 'at' | 'duration' | 'ranges' | 'rate'>
  videoKey: string
  /** The course's duration, if it is known. */
  courseSeconds: number | null
  /** What comes before this second need not be watched. */
  startsAt: number
  /** The most new seconds that count. */
  allowance: number
  /** When the position was reached; the newest position wins. */
  reachedAt: string
  now: string
}

interface WatchedAfter {
  watched: Watched
  gained: number
  justDone: boolean
}

/** Adds a save to what was watched before. Bits and position of a video that was replaced start again. */
export function addSeconds(before: Watched | undefined, seconds: NewSeconds): WatchedAfter {
  const { save, allowance, reachedAt, now } = seconds
  const start = before ? ofVideo(before, seconds.videoKey) : startOf(seconds)
  const { bits, gained } = withRanges(start.seconds, save.ranges, allowance)
  const isNewest = isAtLeast({ at: reachedAt, stored: start.updated_at, now })
  const watched: Watched = {
    ...start,
    at_s: isNewest ? save.at : start.at_s,
    updated_at: isNewest ? reachedAt : start.updated_at,
    duration_s: Math.max(start.duration_s, save.duration),
    seconds: bits,
    watched_s: start.watched_s + gained,
  }
  const justDone = start.done_at === null && isDone(watched, seconds)
  return {
    watched: justDone ? { ...watched, done_at: now, done_by: 'watched', auto_done_from_s: null } : watched,
    gained,
    justDone,
  }
}

/**
 * Whether what happened at `at` is newer than what is stored, or as new. A stored time after `now` says nothing: the clock was
 * set back since.
 */
export function isAtLeast({ at, stored, now }: { at: string; stored: string; now: string }): boolean {
  return at >= stored || stored > now
}

function startOf({ videoKey, reachedAt }: Pick<NewSeconds, 'videoKey' | 'reachedAt'>): Watched {
  return {
    video_key: videoKey,
    at_s: 0,
    duration_s: 0,
    seconds: NO_BITS,
    watched_s: 0,
    updated_at: reachedAt,
    done_at: null,
    done_by: null,
    auto_done_from_s: null,
  }
}

/** The mark outlives the video that it was made for; bits and position do not. */
export function ofVideo(watched: Watched, videoKey: string): Watched {
  if (watched.video_key === videoKey) return watched
  const { updated_at, done_at, done_by } = watched
  return { ...startOf({ videoKey, reachedAt: updated_at }), done_at, done_by }
}

/** While the duration of the course is unknown, the longest that the user's player reported counts. */
function isDone(
  watched: Watched,
  { courseSeconds, startsAt }: Pick<NewSeconds, 'courseSeconds' | 'startsAt'>,
): boolean {
  const { seconds, watched_s, duration_s, auto_done_from_s } = watched
  const duration = courseSeconds ?? duration_s
  if (duration === 0 || watched_s < (auto_done_from_s ?? 0)) return false
  const start = startsAt < duration ? startsAt : 0
  const length = duration - start
  const part = length < SHORT_S ? SHORT_DONE_PART : DONE_PART
  return countBits(seconds, Math.ceil(duration)) - countBits(seconds, start) >= part * length
}

/** The user marks a course as done, or takes the mark back. */
export function markByHand(
  before: Watched | undefined,
  { isDone, videoKey, now }: { isDone: boolean; videoKey: string; now: string },
): Watched {
  const watched = before ?? startOf({ videoKey, reachedAt: now })
  if (isDone === (watched.done_at !== null)) return watched
  return isDone
    ? { ...watched, done_at: now, done_by: 'hand', auto_done_from_s: null }
    : { ...watched, done_at: null, done_by: null, auto_done_from_s: watched.watched_s + AUTO_DONE_AGAIN_S }
}
