import fc from 'fast-check'
import { expect, test } from 'vitest'
import { countBits, NO_BITS, rangesOf, unionOf, withRanges } from './bits.ts'
import { addSeconds, type Watched } from './watched.ts'

const seconds = fc.integer({ min: 0, max: 400 })
const range = fc
  .tuple(seconds, fc.integer({ min: 1, max: 60 }))
  .map(([from, length]): [number, number] => [from, from + length])
const ranges = fc.array(range, { maxLength: 8 })

function secondsIn(each: [number, number][]): Set<number> {
  const all = new Set<number>()
  for (const [from, to] of each) for (let second = from; second < to; second += 1) all.add(second)
  return all
}

const NOW = '2026-01-01T00:00:00.000Z'

/** Everything at once, or save by save. */
function watch(saves: [number, number][][]): Watched | undefined {
  let watched: Watched | undefined
  for (const each of saves) {
    const save = { at: 0, duration: 400, ranges: each, rate: 1 }
    const where = { videoKey: 'youtube:a', courseSeconds: 400, startsAt: 0, reachedAt: NOW, now: NOW }
    watched = addSeconds(watched, { save, ...where, allowance: Number.POSITIVE_INFINITY }).watched
  }
  return watched
}

test('the lowest bit of the first byte is the first second', () => {
  const { bits, gained } = withRanges(
    NO_BITS,
    [
      [0, 1],
      [9, 11],
    ],
    100,
  )
  expect([...bits]).toEqual([0b1, 0b110])
  expect(gained).toBe(3)
  expect(withRanges(NO_BITS, [[0, 600]], 600).bits).toHaveLength(75)
})

test('bits hold exactly the seconds of the ranges', () => {
  fc.assert(
    fc.property(ranges, (each) => {
      const { bits, gained } = withRanges(NO_BITS, each, Number.POSITIVE_INFINITY)
      expect(secondsIn(rangesOf(bits))).toEqual(secondsIn(each))
      expect(gained).toBe(secondsIn(each).size)
      expect(countBits(bits)).toBe(gained)
      expect(rangesOf(bits)).toEqual(unionOf(each))
    }),
  )
})

test('a count up to a second leaves out what comes after it', () => {
  fc.assert(
    fc.property(ranges, seconds, (each, end) => {
      const { bits } = withRanges(NO_BITS, each, Number.POSITIVE_INFINITY)
      expect(countBits(bits, end)).toBe([...secondsIn(each)].filter((second) => second < end).length)
    }),
  )
})

test('overlapping ranges in any order, however often, are the same bits, seconds and mark', () => {
  const saves = fc.array(ranges, { minLength: 1, maxLength: 6 })
  fc.assert(
    fc.property(
      saves.chain((all) =>
        fc.tuple(
          fc.constant(all),
          fc.shuffledSubarray(all, { minLength: all.length }),
          fc.array(fc.constantFrom(...all), { maxLength: 4 }),
        ),
      ),
      ([all, shuffled, again]) => {
        const [one, other, together] = [
          watch(all),
          watch([...again, ...shuffled, ...again]),
          watch([all.flat()]),
        ]
        for (const watched of [other, together]) {
          expect(watched?.seconds).toEqual(one?.seconds)
          expect(watched?.watched_s).toBe(one?.watched_s)
          expect(watched?.done_at).toBe(one?.done_at)
        }
        expect(one?.watched_s).toBe(secondsIn(all.flat()).size)
      },
    ),
  )
})

test('no more new seconds are set than allowed, the earliest first', () => {
  fc.assert(
    fc.property(ranges, ranges, fc.nat(200), (before, each, allowance) => {
      const { bits } = withRanges(NO_BITS, before, Number.POSITIVE_INFINITY)
      const after = withRanges(bits, each, allowance)
      const fresh = [...secondsIn(each)].filter((second) => !secondsIn(before).has(second))
      expect(after.gained).toBe(Math.min(allowance, fresh.length))
      const first = fresh.toSorted((one, other) => one - other).slice(0, allowance)
      expect(secondsIn(rangesOf(after.bits))).toEqual(new Set([...secondsIn(before), ...first]))
    }),
  )
})
