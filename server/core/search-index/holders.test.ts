import fc from 'fast-check'
import { expect, test } from 'vitest'
import { heldByAny, holdersOf, newestHeld } from './holders.ts'

const entries = fc.uniqueArray(fc.integer({ min: 1, max: 200 }), { maxLength: 200 })
const groupsOfEntries = fc.array(fc.array(entries, { maxLength: 3 }), { minLength: 1, maxLength: 4 })

test('the newest that are in one list of every group are found, as far as they are wanted', () => {
  fc.assert(
    fc.property(groupsOfEntries, fc.integer({ min: 1, max: 150 }), (groups, limit) => {
      const isIn = (seq: number) => groups.every((group) => group.some((list) => list.includes(seq)))
      const wanted = Array.from({ length: 200 }, (_, n) => 200 - n).filter(isIn)
      const newestFirst = (list: number[]) => holdersOf(list.toSorted((a, b) => b - a))
      const held = groups.map((group) => group.map(newestFirst))
      expect(newestHeld(held, limit)).toEqual(wanted.slice(0, limit))
    }),
    { numRuns: 500 },
  )
})

test('of some entries those are found that are in one of the lists', () => {
  fc.assert(
    fc.property(entries, fc.array(entries, { maxLength: 3 }), (asked, lists) => {
      const held = lists.map((list) => holdersOf(list.toSorted((a, b) => b - a)))
      expect(heldByAny(asked, held)).toEqual(asked.filter((seq) => lists.some((list) => list.includes(seq))))
    }),
    { numRuns: 500 },
  )
})

test('an entry takes an eighth of a byte, and the greatest number there can be is one of them', () => {
  expect(holdersOf([100_000, 1]).byteLength).toBe(12_504)
  expect(newestHeld([[holdersOf([2 ** 24, 31, 32])]], 3)).toEqual([2 ** 24, 32, 31])
})
