import { expect, test } from 'vitest'
import type { Ranges } from '#contract/learning/progress.ts'
import { secondsIn, without } from '#contract/learning/ranges.ts'
import { decodeSeconds, encodeSeconds, union } from './ranges.ts'

/** Seeded, so that a failure can be repeated. */
function seeded(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31
    return state % below
  }
}

function someRanges(random: (below: number) => number): Ranges {
  return Array.from({ length: random(12) }, () => {
    const from = random(300)
    return [from, from + 1 + random(40)] as const
  }).map(([from, to]): [number, number] => [from, to])
}

const secondsOf = (ranges: Ranges) => {
  const seconds = new Set<number>()
  for (const [from, to] of ranges) for (let second = from; second < to; second += 1) seconds.add(second)
  return seconds
}

test('union, difference and base64 agree with sets of seconds, whatever the ranges', () => {
  const random = seeded(28)
  for (let run = 0; run < 500; run += 1) {
    const [some, more] = [someRanges(random), someRanges(random)]
    const [one, other] = [secondsOf(some), secondsOf(more)]
    const all = union(some, more)
    expect(secondsOf(all)).toEqual(one.union(other))
    expect(secondsIn(all)).toBe(one.union(other).size)
    expect(secondsOf(without(all, more))).toEqual(one.difference(other))
    expect(decodeSeconds(encodeSeconds(all))).toEqual(all)
  }
})

test('touching ranges become one', () => {
  expect(union([[60, 92]], [[0, 35], [35, 60]])).toEqual([[0, 92]]) // biome-ignore format: pairs
})

test('ten minutes take 75 bytes, which base64 turns into 100 characters', () => {
  expect(encodeSeconds([[0, 600]])).toHaveLength(100)
  expect(encodeSeconds([])).toBe('')
})
