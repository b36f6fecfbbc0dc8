import { expect, test } from 'vitest'
import { timeCodesIn } from './timed-text.tsx'

const secondsIn = (text: string, duration: number | null = null) =>
  timeCodesIn(text, duration).map(({ at }) => at)

test.each([
  ['Pause at 9:50, then go on.', [590]],
  ['0:00 and 1:02:09', [0, 3729]],
  ['(3:12) 03:12 3:12.', [192, 192, 192]],
  ['From 1:00-2:00', [60, 120]],
])('%s has these time codes: %j', (text, seconds) => {
  expect(secondsIn(text)).toEqual(seconds)
})

test.each([
  '3:1',
  '3:72',
  '1:72:09',
  '12:34:56:78',
  'v3:12',
  '3:12h',
  '1.3:12',
  'https',
  '::1',
  '192.168.0.1:3000',
])('%s has no time code', (text) => {
  expect(secondsIn(text)).toEqual([])
})

test('a time beyond the end of the video is no time code', () => {
  expect(secondsIn('The class starts at 14:30, see 3:12.', 760)).toEqual([192])
})
