import type { ProgressSave, Ranges } from '#contract/learning/progress.ts'
import { RANGES_MAX, VIDEO_SECONDS_MAX } from '#contract/learning/progress-limits.ts'
import { union } from './ranges.ts'
import { createSaveSchedule } from './save-schedule.ts'
import { createSender, type SenderOptions } from './sender.ts'
import { createWatchedRule, type PlaybackReport } from './watched-rule.ts'

/** Playback between two saves, and before an address with `?t=` moves the stored position. */
const SAVE_EVERY_S = 10

export interface RecordingOptions extends SenderOptions {
  videoKey: string
  /** The stored position, if the video was opened at a second of the address. */
  heldPosition: number | undefined
  onWatched: (ranges: Ranges) => void
}

/** Records what is watched of one course, and saves it (product/learning.md, "When to save"). */
export function startRecording(options: RecordingOptions) {
  const { courseId, queue, onWatched } = options
  const rule = createWatchedRule(() => performance.now())
  const schedule = createSaveSchedule(save)
  const sender = createSender(options, schedule)
  let last: PlaybackReport | undefined
  let unqueued: RecordedSeconds = { ranges: [], startedAt: undefined }
  let played = 0
  let playedAtSave = 0
  let isChanged = false
  let isStopped = false

  function hear(report: PlaybackReport): void {
    const { passed, played: seconds, jumped } = rule(report)
    const hasPaused = last?.state === 'playing' && ['paused', 'ended'].includes(report.state)
    last = report
    played += seconds
    isChanged ||= passed !== undefined || jumped
    if (passed) {
      const startedAt = unqueued.startedAt ?? new Date(Date.now() - seconds * 1000).toISOString()
      unqueued = { ranges: union(unqueued.ranges, [passed]), startedAt }
      onWatched([passed])
    }
    const isDue = hasPaused || jumped || played - playedAtSave >= SAVE_EVERY_S
    if (isDue && isChanged) schedule.request()
  }

  function save(): void {
    if (!(last && isChanged) || isStopped || sender.isOver()) return
    isChanged = false
    playedAtSave = played
    const { ranges, startedAt } = unqueued
    unqueued = { ranges: [], startedAt: undefined }
    const state = stateOf(options, last, played)
    const now = new Date().toISOString()
    const unconfirmed = queue.add(courseId, {
      ...state,
      ranges,
      startedAt: startedAt ?? now,
      endedAt: now,
    })
    if (navigator.onLine && !schedule.isHeld()) {
      void sender.send({ ...state, ranges: unconfirmed.slice(0, RANGES_MAX) })
    }
  }

  return {
    hear,
    /** The page may end: saves at once what waits. */
    flush: schedule.flush,
    /** The user leaves the screen or logs out. */
    stop(): void {
      schedule.flush()
      schedule.stop()
      isStopped = true
      sender.stop()
    },
  }
}
export type Recording = ReturnType<typeof startRecording>

interface RecordedSeconds {
  ranges: Ranges
  startedAt: string | undefined
}

/** A save without its seconds, within the limits of the contract. */
function stateOf(
  { heldPosition, videoKey }: RecordingOptions,
  { at, duration, rate }: PlaybackReport,
  played: number,
): Omit<ProgressSave, 'ranges'> {
  const isHeld = heldPosition !== undefined && played < SAVE_EVERY_S
  return {
    at: isHeld ? heldPosition : Math.min(at, VIDEO_SECONDS_MAX),
    duration: Math.min(duration, VIDEO_SECONDS_MAX),
    rate: Math.min(3, Math.max(0.25, rate)),
    videoKey,
  }
}
