import { expect, test } from 'vitest'
import { summaryOf } from './summary.ts'

test.each([
  ['Mapped types in plain English. With three examples.', 'Mapped types in plain English.'],
  ['  First line\nSecond line', 'First line'],
  ['为什么循环会说谎？因为变量。', '为什么循环会说谎？'],
  ['', ''],
])('%j is summed up by its first sentence', (description, summary) => {
  expect(summaryOf(description)).toBe(summary)
})

test('a long sentence is cut at a word and has at most 120 characters', () => {
  const summary = summaryOf(`${'every '.repeat(30)}property.`)
  expect(summary).toBe(`${'every '.repeat(19)}every…`)
  expect(summary.length).toBeLessThanOrEqual(120)
  expect(summaryOf('循'.repeat(200))).toBe(`${'循'.repeat(119)}…`)
  expect(summaryOf('🌀'.repeat(200))).toBe(`${'🌀'.repeat(59)}…`)
})
