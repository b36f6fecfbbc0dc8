import { expect, test } from 'vitest'
import { formatCount } from './format-count.ts'

test.each([0, 7, 999, 1000, 12_345, 100_000, 9_999_999])('%d is written as in English', (count) => {
  expect(formatCount(count)).toBe(count.toLocaleString('en'))
})
