import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Ranges } from '#contract/learning/progress.ts'
import { DONE_PART, SHORT_DONE_PART, SHORT_S, SKIPPED_S } from '#contract/learning/progress-limits.ts'
import { secondsIn, without } from '#contract/learning/ranges.ts'
import { restOf } from '#contract/learning/rest.ts'
import { skipTarget } from '#web/features/video/player/skip-watched.ts'
import { union } from './ranges.ts'

const GAP_S = 5

/** Plays a video that reports four times a second, and jumps as the player does. */
function playRest(parts: Ranges, duration: number): { played: Ranges; skipped: Ranges } {
  let played: Ranges = []
  const skipped: Ranges = []
  let at = parts[0]?.[0] ?? duration
  while (at < duration) {
    const target = skipTarget(parts, at, duration)
    if (target !== undefined) {
      skipped.push([Math.floor(at), target])
      at = target
    } else {
      played = union(played, [[Math.floor(at), Math.floor(at) + 1]])
      at += 0.25
    }
  }
  return { played, skipped }
}

const someRanges = (duration: number) =>
  fc.array(fc.tuple(fc.nat(duration - 1), fc.integer({ min: 1, max: 90 })), { maxLength: 14 }).map((pairs) =>
    union(
      [],
      pairs.map(([from, length]): [number, number] => [from, Math.min(duration, from + length)]),
    ),
  )

const someVideo = fc
  .integer({ min: 20, max: 900 })
  .chain((duration) => fc.tuple(fc.constant(duration), someRanges(duration)))

test('the rest is every unwatched second but short gaps; only watched ones are skipped, and the video is done', () => {
  fc.assert(
    fc.property(someVideo, ([duration, watched]) => {
      const gaps = without([[0, duration]], watched)
      const parts = restOf(watched, { first: 0, duration })
      const { played, skipped } = playRest(parts, duration)

      const left = without(gaps, played)
      for (const [from, to] of left) expect(to - from).toBeLessThan(GAP_S)
      for (const [from, to] of skipped) {
        expect(to - from).toBeGreaterThanOrEqual(SKIPPED_S)
        for (const [start, end] of without([[from, to]], watched)) expect(end - start).toBeLessThan(GAP_S)
      }
      const part = duration < SHORT_S ? SHORT_DONE_PART : DONE_PART
      expect(secondsIn(union(watched, played))).toBeGreaterThanOrEqual(part * duration)
    }),
    { numRuns: 2000, seed: 41 },
  )
})

test('short gaps count as watched, and short watched stretches are played along', () => {
  const watched: Ranges = [
    [0, 100],
    [103, 200],
    [230, 236],
    [250, 600],
  ]
  expect(restOf(watched, { first: 0, duration: 600 })).toEqual([[200, 250]])
})

test('what comes before the start that the teacher chose is not part of the rest', () => {
  expect(restOf([[40, 300]], { first: 30, duration: 400 })).toEqual([
    [30, 40],
    [300, 400],
  ])
})

test('short gaps are played where the video would not be done without them', () => {
  const watched = Array.from({ length: 20 }, (_, index): [number, number] => [index * 10, index * 10 + 6])
  expect(restOf(watched, { first: 0, duration: 200 })).toEqual([[6, 200]])
})
