import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { ProgressSave, Ranges } from '#contract/learning/progress.ts'
import { secondsIn } from '#contract/learning/ranges.ts'
import { ApiError, offline } from '#web/core/api-error.ts'
import { emptyStorage } from '#web/test-context.tsx'
import { openQueue } from './queue.ts'
import { union } from './ranges.ts'
import { type RecordingOptions, startRecording } from './recording.ts'
import type { PlaybackReport } from './watched-rule.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const failure = (status: number, own: Partial<ApiError> = {}) =>
  new ApiError({ status, code: status === 404 ? 'not_found' : 'x', message: 'No.', ...own })

/** A recording in a browser, and the saves that the server got. */
function record(own: Partial<RecordingOptions> = {}) {
  const sent: ProgressSave[] = []
  let failing: Error | undefined
  const queue = openQueue(emptyStorage(), 'u1')
  const hidden = vi.fn()
  const recording = startRecording({
    courseId: 'c1',
    videoKey: 'youtube:one',
    queue,
    heldPosition: undefined,
    onHeldEnd: () => undefined,
    send: async (save) => {
      if (failing) throw failing
      sent.push(save)
      return { done: false, justDone: false, watchedSeconds: secondsIn(save.ranges), playlistDone: false }
    },
    onWatched: () => undefined,
    onSaved: () => undefined,
    onHidden: hidden,
    ...own,
  })
  const report: PlaybackReport = { at: 0, duration: 600, rate: 1, state: 'ready' }
  const say = async (change: Partial<PlaybackReport>) => {
    Object.assign(report, change)
    recording.hear({ ...report })
    await vi.advanceTimersByTimeAsync(0)
  }
  return {
    ...recording,
    queue,
    sent,
    hidden,
    say,
    failWith: (error: Error | undefined) => {
      failing = error
    },
    play: async (seconds: number) => {
      await say({ state: 'playing' })
      for (let left = seconds; left > 0; left -= 0.25) {
        await vi.advanceTimersByTimeAsync(250)
        await say({ at: report.at + 0.25 * report.rate })
      }
    },
  }
}

test('it saves every ten seconds of playback', async () => {
  const { play, sent } = record()
  await play(35)
  expect(sent.map(({ at, ranges }) => [at, ranges])).toEqual([
    [10, [[0, 10]]],
    [20, [[10, 20]]],
    [30, [[20, 30]]],
  ])
  expect(sent[0]).toEqual({ at: 10, ranges: [[0, 10]], duration: 600, rate: 1, videoKey: 'youtube:one' })
})

test.each<[string, Partial<PlaybackReport>]>([
  ['a pause', { state: 'paused' }],
  ['a jump', { at: 300 }],
  ['the end', { at: 600, state: 'ended' }],
])('it saves on %s', async (_what, change) => {
  const { play, say, sent } = record()
  await play(6)
  await say(change)
  expect(sent).toMatchObject([{ at: change.at ?? 6, ranges: [[0, 6]] }])
})

test('it saves at most once in five seconds, and the newest save wins', async () => {
  const { play, say, sent } = record()
  await play(2)
  await say({ at: 100 })
  await say({ at: 200 })
  await say({ at: 300 })
  expect(sent.map(({ at }) => at)).toEqual([100])
  await vi.advanceTimersByTimeAsync(5000)
  expect(sent.map(({ at }) => at)).toEqual([100, 300])
})

test('a page that may end sends the waiting save at once', async () => {
  const { play, say, flush, sent } = record()
  await play(2)
  await say({ at: 100 })
  await play(2)
  flush()
  expect(sent.map(({ at }) => at)).toEqual([100, 102])
  flush()
  expect(sent).toHaveLength(2)
})

test('leaving the screen sends what waits, and nothing afterwards', async () => {
  const { play, stop, sent } = record()
  await play(4)
  stop()
  expect(sent).toMatchObject([{ at: 4, ranges: [[0, 4]] }])
  await vi.advanceTimersByTimeAsync(60_000)
  expect(sent).toHaveLength(1)
})

test('a video that never played saves nothing', async () => {
  const { say, stop, sent } = record()
  await say({ state: 'waiting' })
  stop()
  expect(sent).toEqual([])
})

test('a save without an answer stays in the queue, and the next one brings its seconds', async () => {
  const { play, sent, failWith, queue } = record()
  failWith(offline())
  await play(10)
  expect(queue.items()).toMatchObject([{ courseId: 'c1', at: 10, ranges: [[0, 10]] }])
  failWith(undefined)
  await play(10)
  expect(sent).toMatchObject([{ at: 20, ranges: [[0, 20]] }])
  expect(queue.items()).toEqual([])
})

test('thirty minutes offline are one item with exactly these seconds', async () => {
  const { play, say, sent, queue } = record()
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  const startedAt = new Date().toISOString()
  await play(900)
  await say({ at: 1500 })
  await play(900)
  await say({ state: 'paused' })
  await vi.advanceTimersByTimeAsync(5000)
  vi.restoreAllMocks()
  expect(sent).toEqual([])
  const [item, ...more] = queue.items()
  expect(more).toEqual([])
  expect(item).toMatchObject({ at: 2400, ranges: [[0, 900], [1500, 2400]] }) // biome-ignore format: pairs
  expect(Date.parse(item?.startedAt ?? '') - Date.parse(startedAt)).toBeLessThanOrEqual(1000)
  expect(Date.parse(item?.endedAt ?? '')).toBeGreaterThanOrEqual(Date.parse(startedAt) + 1_800_000)
})

test('a busy server is not asked again before the time it named', async () => {
  const { play, sent, failWith } = record()
  failWith(failure(503, { retryAfterSeconds: 60 }))
  await play(10)
  failWith(undefined)
  await play(58)
  expect(sent).toEqual([])
  await play(3)
  expect(sent).toMatchObject([{ ranges: [[0, 70]] }])
})

test('a course that is hidden meanwhile shows a message, and its seconds wait for the next start', async () => {
  const { play, stop, failWith, hidden, queue } = record()
  failWith(failure(404))
  await play(20)
  expect(hidden.mock.calls).toEqual([[true]])
  stop()
  expect(queue.items()).toMatchObject([{ courseId: 'c1', ranges: [[0, 20]] }])
})

test('a course that is approved again while it plays gets all its seconds', async () => {
  const { play, failWith, hidden, sent } = record()
  failWith(failure(404))
  await play(10)
  failWith(undefined)
  await play(10)
  expect(hidden.mock.calls).toEqual([[true], [false]])
  expect(sent).toMatchObject([{ ranges: [[0, 20]] }])
})

test('a video that was replaced is not recorded any more', async () => {
  const { play, stop, sent, failWith, queue } = record()
  failWith(failure(409))
  await play(10)
  failWith(undefined)
  await play(30)
  stop()
  expect(sent).toEqual([])
  expect(queue.items()).toEqual([])
})

test('a second of the address moves the stored position after ten seconds of playback', async () => {
  const onHeldEnd = vi.fn<() => void>()
  const { play, say, sent } = record({ heldPosition: 200, onHeldEnd })
  await say({ at: 95 })
  await play(6)
  await say({ state: 'paused' })
  expect(sent).toMatchObject([{ at: 200, ranges: [[95, 101]] }])
  expect(onHeldEnd).not.toHaveBeenCalled()
  await play(10)
  expect(sent.at(-1)).toMatchObject({ at: 111 })
  expect(onHeldEnd).toHaveBeenCalledOnce()
})

test('more than two hundred ranges take more than one save', async () => {
  const { play, say, sent, queue } = record()
  const many = Array.from({ length: 250 }, (_, n): [number, number] => [1000 + n * 2, 1001 + n * 2])
  const times = { startedAt: new Date().toISOString(), endedAt: new Date().toISOString() }
  queue.add('c1', { at: 0, duration: 600, rate: 1, videoKey: 'youtube:one', ranges: many, ...times })
  await play(20)
  await say({ state: 'paused' })
  await vi.advanceTimersByTimeAsync(5000)
  expect(sent.map(({ ranges }) => ranges.length)).toEqual([200, 52])
  const all = sent.reduce((ranges: Ranges, save) => union(ranges, save.ranges), [])
  expect(secondsIn(all)).toBe(270)
  expect(queue.items()).toEqual([])
})

test('what is kept for the queue is not sent as well', async () => {
  const { play, keep, flush, sent, queue } = record()
  await play(4)
  keep()
  expect(queue.items()).toMatchObject([{ courseId: 'c1', ranges: [[0, 4]] }])
  flush()
  expect(sent).toEqual([])
})
