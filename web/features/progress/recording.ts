import type { CallReply } from '#contract/api.ts'
import { type ProgressSave, RANGES_MAX, type Ranges, VIDEO_SECONDS_MAX } from '#contract/progress.ts'
import { ApiError, isNotFound } from '#web/core/api-error.ts'
import type { Queue } from './queue.ts'
import { union } from './ranges.ts'
import { createSaveSchedule } from './save-schedule.ts'
import { createWatchedRule, type PlaybackReport } from './watched-rule.ts'

/** Playback between two saves, and before an address with `?t=` moves the stored position. */
const SAVE_EVERY_S = 10

export interface RecordingOptions {
  courseId: string
  videoKey: string
  queue: Queue
  send: (save: ProgressSave) => Promise<CallReply<'progress.save'>>
  /** The stored position, if the video was opened at a second of the address. */
  heldPosition: number | undefined
  onWatched: (ranges: Ranges) => void
  onSaved: (save: ProgressSave, reply: CallReply<'progress.save'>) => void
  /** Whether the server hides the course meanwhile. */
  onHidden: (isHidden: boolean) => void
}

/** Records what is watched of one course, and saves it (product/learning.md, "When to save"). */
export function startRecording(options: RecordingOptions) {
  const { courseId, videoKey, queue, heldPosition, onWatched } = options
  const rule = createWatchedRule(() => performance.now())
  const schedule = createSaveSchedule(save)
  let last: PlaybackReport | undefined
  let fresh: Ranges = []
  let startedAt: string | undefined
  let played = 0
  let playedAtSave = 0
  let isChanged = false
  let isHidden = false
  let isOver = false

  function hear(report: PlaybackReport): void {
    const before = last
    const { passed, played: seconds, jumped } = rule(report)
    last = report
    played += seconds
    if (passed) {
      fresh = union(fresh, [passed])
      startedAt ??= new Date(Date.now() - seconds * 1000).toISOString()
      onWatched([passed])
    }
    isChanged ||= passed !== undefined || jumped
    const isStopped = before?.state === 'playing' && (report.state === 'paused' || report.state === 'ended')
    if (isStopped || jumped || played - playedAtSave >= SAVE_EVERY_S) {
      if (isChanged) schedule.request()
    }
  }

  function save(): void {
    if (!(last && isChanged) || isOver) return
    playedAtSave = played
    isChanged = false
    const now = new Date().toISOString()
    const isHeld = heldPosition !== undefined && played < SAVE_EVERY_S
    const at = isHeld ? heldPosition : Math.min(last.at, VIDEO_SECONDS_MAX)
    const { duration, rate } = last
    const recorded = { at, duration, rate: Math.min(3, Math.max(0.25, rate)), videoKey }
    const unconfirmed = queue.add(courseId, {
      ...recorded,
      ranges: fresh,
      startedAt: startedAt ?? now,
      endedAt: now,
    })
    fresh = []
    startedAt = undefined
    if (navigator.onLine && !schedule.isHeld())
      void send({ ...recorded, ranges: unconfirmed.slice(0, RANGES_MAX) })
  }

  async function send(body: ProgressSave): Promise<void> {
    try {
      const reply = await options.send(body)
      queue.confirm(courseId, body)
      setHidden(false)
      options.onSaved(body, reply)
    } catch (error) {
      fail(error)
    }
  }

  /** Without an answer the queue keeps the save, and the next one sends it again. */
  function fail(error: unknown): void {
    if (!(error instanceof ApiError)) return
    if (isNotFound(error)) setHidden(true)
    if (error.retryAfterSeconds !== undefined) schedule.holdFor(error.retryAfterSeconds * 1000)
    // Another video is recorded after a reload; these seconds belong to none.
    if (error.status === 409 || error.status === 400) {
      isOver = true
      queue.drop(courseId)
    }
  }

  function setHidden(hidden: boolean): void {
    isHidden = hidden
    options.onHidden(hidden)
  }

  return {
    hear,
    /** The page may end: saves at once what waits. */
    flush: schedule.flush,
    /** The user leaves the screen. What the server hides is not sent again. */
    stop(): void {
      schedule.flush()
      schedule.stop()
      if (isHidden) queue.drop(courseId)
    },
  }
}
export type Recording = ReturnType<typeof startRecording>
