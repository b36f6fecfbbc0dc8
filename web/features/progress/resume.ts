import type { CourseProgress } from '#contract/progress.ts'
import { formatTime } from '#web/ui/format-time.ts'

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
export function startOf({ stored, local, duration, requested }: ResumeInput): Start {
  if (requested !== undefined) return { at: requested, label: 'Play' }
  if (stored?.done) return { at: 0, label: 'Watch again' }
  const there = resumeAt(stored?.atSeconds ?? 0, duration)
  const here = resumeAt(local?.at ?? 0, duration)
  if (local && there > 0 && there - here > ELSEWHERE_S) {
    const elsewhere = { at: there, label: `Continue at ${formatTime(there)} (from another device)` }
    return { ...startAt(here), elsewhere }
  }
  const isLocalNewer = local !== undefined && local.endedAt > (stored?.updatedAt ?? '')
  return startAt(isLocalNewer ? here : there)
}

const startAt = (at: number): Start =>
  at > 0 ? { at, label: `Continue at ${formatTime(at)}`, startOver: true } : { at: 0, label: 'Play' }

/** The second to continue at: 0 near the end, because little is left to see. */
export function resumeAt(position: number, duration: number): number {
  const isNearEnd = duration > 0 && (position >= ALMOST_DONE * duration || position >= duration - LAST_S)
  return isNearEnd ? 0 : Math.max(0, Math.floor(position - BACK_S))
}

/** The seconds in `?t=95` or `?t=1m35s`, if the video is that long. A duration of 0 is unknown. */
export function requestedSecond(search: URLSearchParams, duration: number): number | undefined {
  const text = search.get('t') ?? ''
  const [, hours, minutes, seconds] = /^(?:(\d{1,2})h)?(?:(\d{1,4})m)?(?:(\d{1,5})s?)?$/.exec(text) ?? []
  if (hours === undefined && minutes === undefined && seconds === undefined) return undefined
  const second = Number(hours ?? 0) * 3600 + Number(minutes ?? 0) * 60 + Number(seconds ?? 0)
  return duration > 0 && second >= duration ? undefined : second
}
