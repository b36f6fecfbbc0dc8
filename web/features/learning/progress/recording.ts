import type { CallReply } from '#contract/api.ts'
import type { ProgressSave, Ranges } from '#contract/learning/progress.ts'
import { RANGES_MAX, VIDEO_SECONDS_MAX } from '#contract/learning/progress-limits.ts'
import { ApiError, isNotFound } from '#web/core/api-error.ts'
import type { Queue } from './queue.ts'
import { union } from './ranges.ts'
import { createWatchedRule, type PlaybackReport } from './watched-rule.ts'

/** Playback between two saves, and before an address with `?t=` moves the stored position. */
const SAVE_EVERY_S = 10

export interface RecordingOptions extends SenderOptions {
  videoKey: string
  /** The stored position, if the video was opened at a second of the address. */
  heldPosition: number | undefined
  /** Playback has moved the stored position away from it. */
  onHeldEnd: () => void
  onWatched: (ranges: Ranges) => void
}

/** Records what is watched of one course, and saves it. */
export function startRecording(options: RecordingOptions) {
  const { courseId, queue, heldPosition, onHeldEnd, onWatched } = options
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
    endHold(seconds)
  }

  function endHold(seconds: number): void {
    const isOver = played >= SAVE_EVERY_S && played - seconds < SAVE_EVERY_S
    if (isOver && heldPosition !== undefined) onHeldEnd()
  }

  /** Puts into the queue what was recorded since the last time. */
  function keep(): ProgressSave | undefined {
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
    return { ...state, ranges: unconfirmed.slice(0, RANGES_MAX) }
  }
  function save(): void {
    const kept = keep()
    if (kept && navigator.onLine && !schedule.isHeld()) void sender.send(kept)
  }

  return {
    hear,
    /** The whole queue is about to be sent. */
    keep,
    /** The page may end: saves at once what waits. */
    flush: schedule.flush,
    /** The user leaves the screen or logs out. */
    stop(): void {
      schedule.flush()
      schedule.stop()
      isStopped = true
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

/** The shortest time between two saves. */
const PAUSE_MS = 5000

/** Decides when to save: at most once in 5 seconds, and a save that waits is replaced by the newest one. */
function createSaveSchedule(save: () => void) {
  let next = 0
  let timer: ReturnType<typeof setTimeout> | undefined

  function run(): void {
    clearTimeout(timer)
    timer = undefined
    next = Math.max(next, Date.now() + PAUSE_MS)
    save()
  }
  return {
    /** Saves now, or as soon as the last save is old enough. */
    request(): void {
      if (timer !== undefined) return
      const wait = next - Date.now()
      if (wait <= 0) run()
      else timer = setTimeout(run, wait)
    },
    /** Saves at once, because the page may end. */
    flush: run,
    /** The server is busy: nothing is sent for so long. */
    holdFor(milliseconds: number): void {
      next = Math.max(next, Date.now() + milliseconds)
    },
    isHeld: () => next - Date.now() > PAUSE_MS,
    stop(): void {
      clearTimeout(timer)
      timer = undefined
    },
  }
}

interface SenderOptions {
  courseId: string
  queue: Queue
  send: (save: ProgressSave) => Promise<CallReply<'progress.save'>>
  onSaved: (save: ProgressSave, reply: CallReply<'progress.save'>) => void
  /** Whether the server hides the course meanwhile. */
  onHidden: (isHidden: boolean) => void
}

/**
 * Sends the saves of one course. The queue keeps a save without an answer, and one of a course that is hidden now: the user
 * may see it again. The next save sends it again, or the next start.
 */
function createSender(
  { courseId, queue, onSaved, onHidden, ...options }: SenderOptions,
  { holdFor }: { holdFor: (milliseconds: number) => void },
) {
  let isHidden = false
  let isOver = false

  function setHidden(hidden: boolean): void {
    if (hidden === isHidden) return
    isHidden = hidden
    onHidden(hidden)
  }

  function fail(error: unknown): void {
    if (!(error instanceof ApiError)) return
    if (isNotFound(error)) setHidden(true)
    if (error.retryAfterSeconds !== undefined) holdFor(error.retryAfterSeconds * 1000)
    // The video was replaced: a reload shows the new one, and these seconds belong to none.
    if (error.status === 409 || error.status === 400) {
      isOver = true
      queue.drop(courseId)
    }
  }

  return {
    async send(save: ProgressSave): Promise<void> {
      try {
        const reply = await options.send(save)
        queue.confirm(courseId, save)
        setHidden(false)
        onSaved(save, reply)
      } catch (error) {
        fail(error)
      }
    },
    /** The server will not save this video any more. */
    isOver: () => isOver,
  }
}
