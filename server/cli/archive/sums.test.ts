import { expect, test } from 'vitest'
import { createSum } from './rows.ts'

const ROWS = [
  { id: 'a', title: 'One', likes_count: 1 },
  { id: 'b', title: 'Two', likes_count: 0 },
]

function sumOf(rows: Record<string, unknown>[]) {
  const sum = createSum()
  for (const row of rows) sum.add(row)
  return sum.value()
}

test('the same rows have the same sum in any order of rows and columns', () => {
  const turned = ROWS.toReversed().map((row) => Object.fromEntries(Object.entries(row).toReversed()))
  expect(sumOf(turned)).toEqual(sumOf(ROWS))
})

test.each([
  ['one row less', ROWS.slice(1)],
  ['one row twice', [...ROWS, ...ROWS.slice(0, 1)]],
  ['a row twice in place of another', [...ROWS.slice(0, 1), ...ROWS.slice(0, 1)]],
  ['another letter', [{ ...ROWS[0], title: 'one' }, ...ROWS.slice(1)]],
  ['a number that became a text', [{ ...ROWS[0], likes_count: '1' }, ...ROWS.slice(1)]],
  ['nothing in place of a value', [{ ...ROWS[0], title: null }, ...ROWS.slice(1)]],
])('%s changes the sum', (_, rows) => {
  expect(sumOf(rows)).not.toEqual(sumOf(ROWS))
})
