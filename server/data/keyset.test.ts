import { expect, test } from 'vitest'
import { LIST_LIMIT_MAX } from '#contract/lists.ts'
import { rowsFor } from './keyset.ts'

const LIMITS = Array.from({ length: LIST_LIMIT_MAX }, (_, n) => n + 1)

test('every page reads one row more, and few different limits are used', () => {
  const numbers = new Set(LIMITS.map(rowsFor))
  for (const limit of LIMITS) expect(rowsFor(limit)).toBeGreaterThan(limit)
  expect(numbers.size).toBe(3)
})
