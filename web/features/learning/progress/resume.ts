import { formatTime } from '#contract/format.ts'
import type { CourseProgress } from '#contract/learning/progress.ts'
import { secondOf } from '#contract/video/start-time.ts'

/** A little of what was seen last, to find back into it. */
const BACK_S = 3
const ALMOST_DONE = 0.95
const LAST_S = 10
const ELSEWHERE_S = 60

/** This browser's last position and when it was reached. */
export interface LocalPosition {
  at: number
  endedAt: string
}

interface ResumeInput {
  /** What the server has; another device may have saved it. */
  stored: Pick<CourseProgress, 'atSeconds' | 'done' | 'updatedAt'> | undefined
  local: LocalPosition | undefined
  /** Seconds, or 0 if unknown. */
  duration: number
  /** Where the teacher lets it start. */
  startsAt?: number | undefined
  /** `?t=` of the address. */
  requested: number | undefined
}

export interface Start {
  at: number
  /** `Play`, `Continue at 3:12` or `Watch again`. */
  label: string
  startOver?: boolean
  elsewhere?: { at: number; label: string }
}

/** Where the video starts, and what the button says. */
export function startOf({ stored, local, duration, startsAt = 0, requested }: ResumeInput): Start {
  if (requested !== undefined) return { at: requested, label: 'Play' }
  const first = isInside(startsAt, duration) ? startsAt : 0
  if (stored?.done) return { at: first, label: 'Watch again' }
  const there = resumeAt(stored?.atSeconds ?? 0, duration)
  const here = resumeAt(local?.at ?? 0, duration)
  if (local && there > 0 && there - here > ELSEWHERE_S) {
    const elsewhere = { at: there, label: `Continue at ${formatTime(there)} (from another device)` }
    return { ...startAt(here, first), elsewhere }
  }
  const isLocalNewer = local !== undefined && local.endedAt > (stored?.updatedAt ?? '')
  return startAt(isLocalNewer ? here : there, first)
}

const startAt = (at: number, first: number): Start =>
  at > 0 && at !== first
    ? { at, label: `Continue at ${formatTime(at)}`, startOver: true }
    : { at: first, label: 'Play' }

/** The second to continue at: 0 near the end, because little is left to see. */
export function resumeAt(position: number, duration: number): number {
  const isNearEnd = duration > 0 && (position >= ALMOST_DONE * duration || position >= duration - LAST_S)
  return isNearEnd ? 0 : Math.max(0, Math.floor(position - BACK_S))
}

/** The seconds in `?t=95` or `?t=1m35s`, if the video is that long. A duration of 0 is unknown. */
export function requestedSecond(search: URLSearchParams, duration: number): number | undefined {
  const second = secondOf(search.get('t') ?? '')
  return second !== undefined && isInside(second, duration) ? second : undefined
}

const isInside = (second: number, duration: number) => duration === 0 || second < duration
