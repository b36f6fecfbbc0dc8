import { VIDEO_SECONDS_MAX } from '#contract/learning/progress-limits.ts'
import type { Range } from '#contract/learning/ranges.ts'

/** The player reports this four times a second and on every change. */
export interface PlaybackReport {
  at: number
  duration: number
  rate: number
  state: 'ready' | 'playing' | 'paused' | 'waiting' | 'ended'
}

/** How far a step of the position may be from what the clock says, in seconds. */
const TOLERANCE_S = 1.5
const RATE_MAX = 3

/** What happened between two reports. `played` is the time on the clock, in seconds. */
interface Step {
  passed: Range | undefined
  played: number
  jumped: boolean
}

/**
 * The rule "Watched": a second counts when most of it was played, and a step of the position counts
 * when it agrees with the clock. A jump, a slept laptop and a changed clock therefore count nothing.
 *
 * `now` is the clock in milliseconds. It stands still while the video does not play.
 */
export function createWatchedRule(now: () => number): (report: PlaybackReport) => Step {
  let last: (PlaybackReport & { time: number }) | undefined
  /** Where uninterrupted playback began. */
  let start = 0

  return (report) => {
    const before = last
    last = { ...report, time: now() }
    const played = before?.state === 'playing' ? (last.time - before.time) / 1000 : 0
    if (before === undefined || !agrees(before, report, played)) {
      start = report.at
      return { passed: undefined, played: 0, jumped: before !== undefined }
    }
    return { passed: passedIn(before, report, start), played, jumped: false }
  }
}

function agrees(before: PlaybackReport, report: PlaybackReport, played: number): boolean {
  const step = report.at - before.at
  return report.rate <= RATE_MAX && step >= 0 && Math.abs(step - played * report.rate) < TOLERANCE_S
}

function passedIn(before: PlaybackReport, report: PlaybackReport, start: number): Range | undefined {
  if (![before.state, report.state].includes('playing')) return undefined
  const from = Math.round(Math.max(start, before.at))
  const to = Math.min(Math.round(report.at), VIDEO_SECONDS_MAX)
  return from < to ? [from, to] : undefined
}
