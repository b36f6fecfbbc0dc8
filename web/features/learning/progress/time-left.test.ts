import { expect, test } from 'vitest'
import { timeLeft } from './time-left.ts'

test('the time left is what it takes at that speed, and the usual speed is not named', () => {
  expect(timeLeft(4875, 1.25)).toBe('1 h 05 min left at 1.25x')
  expect(timeLeft(480)).toBe('8 min left')
})
