import { expect, test } from 'vitest'
import { allowedRate, nextRate, ratesOf } from './rates.ts'

test('an uploaded video offers 0.25x to 3x, and a host what it plays', () => {
  expect(ratesOf({ source: 'upload' }, 1)).toEqual([0.25, 0.5, 0.75, 1, 1.25, 1.5, 1.75, 2, 2.5, 3])
  expect(ratesOf({ source: 'youtube' }, 1)).toEqual([0.25, 0.5, 0.75, 1, 1.25, 1.5, 1.75, 2])
  expect(ratesOf({ source: 'vimeo' }, 1)).toEqual([0.5, 0.75, 1, 1.25, 1.5, 1.75, 2])
})

test('the current rate is always in the list, and faster and slower end at its ends', () => {
  expect(ratesOf({ source: 'youtube' }, 1.1)).toContain(1.1)
  expect(nextRate({ source: 'youtube' }, 1.1, 1)).toBe(1.25)
  expect(nextRate({ source: 'youtube' }, 2, 1)).toBe(2)
  expect(nextRate({ source: 'upload' }, 0.25, -1)).toBe(0.25)
  expect(allowedRate({ source: 'youtube' }, 3)).toBe(2)
})
