import { expect, test } from 'vitest'
import { formatMinutes } from '#web/ui/text/format-time.ts'
import { timeLeft } from './time-left.ts'

test.each([
  [20, '1 min'],
  [480, '8 min'],
  [3599, '1 h 00 min'],
  [3900, '1 h 05 min'],
  [36_000, '10 h 00 min'],
])('%s seconds are %s', (seconds, text) => {
  expect(formatMinutes(seconds)).toBe(text)
})

test('the time left is what it takes at that speed, and the usual speed is not named', () => {
  expect(timeLeft(4875, 1.25)).toBe('1 h 05 min left at 1.25x')
  expect(timeLeft(480)).toBe('8 min left')
})
