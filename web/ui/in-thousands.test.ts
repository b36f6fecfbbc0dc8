import { expect, test } from 'vitest'
import { inThousands } from './in-thousands.ts'

test.each([0, 7, 999, 1000, 12_345, 100_000, 9_999_999])('%d is written as in English', (count) => {
  expect(inThousands(count)).toBe(count.toLocaleString('en'))
})
