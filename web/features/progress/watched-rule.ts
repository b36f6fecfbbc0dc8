import { VIDEO_SECONDS_MAX } from '#contract/progress.ts'
import type { Range } from './ranges.ts'

/** What the player says four times a second and on every change. */
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
export interface Step {
  passed: Range | undefined
  played: number
  jumped: boolean
}

const NO_STEP: Step = { passed: undefined, played: 0, jumped: false }

/**
 * The rule "Watched" (product/learning.md): a second counts when most of it was played, and a step of the position counts
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
    if (before === undefined) {
      start = report.at
      return NO_STEP
    }
    const played = before.state === 'playing' ? (last.time - before.time) / 1000 : 0
    const step = report.at - before.at
    const agrees = step >= 0 && Math.abs(step - played * report.rate) < TOLERANCE_S
    if (!agrees || report.rate > RATE_MAX) {
      start = report.at
      return { passed: undefined, played: 0, jumped: true }
    }
    const from = Math.max(Math.round(start), Math.round(before.at))
    const to = Math.min(Math.round(report.at), VIDEO_SECONDS_MAX)
    const counts = before.state === 'playing' || report.state === 'playing'
    return { passed: counts && from < to ? [from, to] : undefined, played, jumped: false }
  }
}
