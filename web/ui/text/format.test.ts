import { expect, test } from 'vitest'
import { formatCount, formatMinutes } from '#contract/format.ts'
import { formatAge, formatAgo, formatPictureSize, formatSince, formatVideoSize } from './format.ts'

test.each([0, 7, 999, 1000, 12_345, 100_000, 9_999_999])('%d is written as in English', (count) => {
  expect(formatCount(count)).toBe(count.toLocaleString('en'))
})

test('an age is in minutes, hours or days', () => {
  const hour = 3_600_000
  expect([0, 0.67, 1, 19.9, 24, 72.5].map((hours) => formatAge(hours * hour))).toEqual([
    '1 min',
    '40 min',
    '1 h',
    '19 h',
    '1 day',
    '3 days',
  ])
})

test('the time of today stands without its day', () => {
  const now = new Date(2026, 10, 24, 12)
  expect(formatSince(new Date(2026, 10, 24, 10, 42).toISOString(), now)).toBe('10:42')
  expect(formatSince(new Date(2026, 10, 23, 18, 5).toISOString(), now)).toBe('23 Nov 18:05')
  expect(formatSince(new Date(2025, 10, 23, 18, 5).toISOString(), now)).toBe('23 Nov 2025 18:05')
})

test.each([
  [new Date(2026, 10, 24, 11, 56), 'now'],
  [new Date(2026, 10, 24, 11, 48), '12 min ago'],
  [new Date(2026, 10, 24, 9, 59), '2 h ago'],
  [new Date(2026, 10, 23, 9), 'yesterday'],
  [new Date(2026, 10, 21), '21 Nov'],
  [new Date(2025, 10, 21), '21 Nov 2025'],
])('on 24 November 2026 at noon, %s is %s', (time, text) => {
  expect(formatAgo(time.toISOString(), new Date(2026, 10, 24, 12).getTime())).toBe(text)
})

test.each([
  [20, '1 min'],
  [480, '8 min'],
  [3599, '1 h 00 min'],
  [3900, '1 h 05 min'],
  [36_000, '10 h 00 min'],
])('%s seconds are %s', (seconds, text) => {
  expect(formatMinutes(seconds)).toBe(text)
})

test.each([
  [1, '1 KB', '1 KB'],
  [88 * 1024, '88 KB', '88 KB'],
  [3.1 * 1024 ** 2, '3.1 MB', '3 MB'],
  [960 * 1024 ** 2, '960.0 MB', '960 MB'],
])('%d bytes of a picture are %s, and of a video %s', (bytes, picture, video) => {
  expect([formatPictureSize(bytes), formatVideoSize(bytes)]).toEqual([picture, video])
})

test('a video of gigabytes has one decimal below ten', () => {
  expect([3.1, 12].map((size) => formatVideoSize(size * 1024 ** 3))).toEqual(['3.1 GB', '12 GB'])
})
