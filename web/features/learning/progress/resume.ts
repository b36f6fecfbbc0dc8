import { formatTime } from '#contract/format.ts'
import type { CourseProgress, Ranges } from '#contract/learning/progress.ts'
import { secondsIn } from '#contract/learning/ranges.ts'
import { restToWatch } from '#contract/learning/rest.ts'
import { resumeAt } from '#contract/learning/resume-at.ts'
import { secondOf } from '#contract/video/start-time.ts'
import { restText } from './time-left.ts'

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
  /** The seconds that are watched. */
  watched: Ranges
  /** Seconds, or 0 if unknown. */
  duration: number
  /** Where the teacher lets it start. */
  startsAt?: number | undefined
  /** `?t=` of the address. */
  requested: number | undefined
}

export interface Start {
  at: number
  /** `Play`, `Play from 1:10`, `Continue at 3:12`, `Watch the rest` or `Watch again`. */
  label: string
  /** `2 min in 3 parts` */
  detail?: string
  /** The unwatched parts: only these are played. */
  rest?: Ranges
  startOver?: boolean
  elsewhere?: { at: number; label: string }
}

/** Where the video starts, and what the button says. */
export function startOf(input: ResumeInput): Start {
  const { stored, duration, startsAt = 0, requested } = input
  if (requested !== undefined) return playFrom(requested)
  const first = isInside(startsAt, duration) ? startsAt : 0
  if (stored?.done) return { at: first, label: 'Watch again' }
  return watchRest(input, first) ?? resume(input, first)
}

/** Goes on at the newest position, and offers that of another device if it is far ahead. */
function resume({ stored, local, duration }: ResumeInput, first: number): Start {
  const there = resumeAt(stored?.atSeconds ?? 0, duration)
  const here = resumeAt(local?.at ?? 0, duration)
  if (local && there > 0 && there - here > ELSEWHERE_S) {
    const elsewhere = { at: there, label: `Continue at ${formatTime(there)} (from another device)` }
    return { ...startAt(here, first), elsewhere }
  }
  return startAt(isNewer(local, stored) ? here : there, first)
}

const isNewer = (local: ResumeInput['local'], stored: ResumeInput['stored']) =>
  local !== undefined && local.endedAt > (stored?.updatedAt ?? '')

/** The unwatched parts, if at least half is watched and the user has reached the end. */
function watchRest({ stored, local, watched, duration }: ResumeInput, first: number): Start | undefined {
  const position = (isNewer(local, stored) ? local?.at : stored?.atSeconds) ?? 0
  const rest = restToWatch({ watched, position, first, duration })
  const [part] = rest
  if (!part) return undefined
  const detail = restText({ seconds: secondsIn(rest), parts: rest.length })
  return { at: part[0], label: 'Watch the rest', detail, rest, startOver: true }
}

const playFrom = (at: number): Start => ({ at, label: at > 0 ? `Play from ${formatTime(at)}` : 'Play' })

const startAt = (at: number, first: number): Start =>
  at > 0 && at !== first
    ? { at, label: `Continue at ${formatTime(at)}`, startOver: true }
    : { at: first, label: 'Play' }

/** The seconds in `?t=95` or `?t=1m35s`, if the video is that long. A duration of 0 is unknown. */
export function requestedSecond(search: URLSearchParams, duration: number): number | undefined {
  const second = secondOf(search.get('t') ?? '')
  return second !== undefined && isInside(second, duration) ? second : undefined
}

const isInside = (second: number, duration: number) => duration === 0 || second < duration
