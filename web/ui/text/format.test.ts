import { expect, test } from 'vitest'
import { formatCount, formatMinutes } from '#contract/format.ts'
import {
  formatAge,
  formatDay,
  formatFullTime,
  formatPictureSize,
  formatRelativeTime,
  formatSince,
  formatVideoSize,
} from './format.ts'

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

const NOW = new Date(2026, 10, 24, 12)

test.each([
  [new Date(2026, 10, 24, 12, 0, 30), 'just now'],
  [new Date(2026, 10, 24, 11, 59, 30), 'just now'],
  [new Date(2026, 10, 24, 11, 54, 30), '5 min ago'],
  [new Date(2026, 10, 24, 11, 0, 1), '59 min ago'],
  [new Date(2026, 10, 24, 9, 5), '09:05'],
  [new Date(2026, 10, 23, 23, 59), 'yesterday'],
  [new Date(2026, 10, 22, 1), 'Sunday'],
  [new Date(2026, 10, 18, 1), 'Wednesday'],
  [new Date(2026, 10, 17, 23), '17 November'],
  [new Date(2026, 0, 1), '1 January'],
  [new Date(2025, 10, 24), '24 November 2025'],
])('at noon of 24 November 2026, %s is %s', (time, text) => {
  expect(formatRelativeTime(time.toISOString(), NOW)).toBe(text)
})

test('minutes before midnight are minutes, and the rest of that day is yesterday', () => {
  const now = new Date(2026, 10, 24, 0, 3)
  const at = (hour: number, minute: number) => new Date(2026, 10, 23, hour, minute).toISOString()
  expect([formatRelativeTime(at(23, 58), now), formatRelativeTime(at(23, 2), now)]).toEqual([
    '5 min ago',
    'yesterday',
  ])
})

test('a day stands for itself in a sentence, and its clock today', () => {
  const today = new Date(2026, 10, 24, 10, 42).toISOString()
  const before = new Date(2026, 10, 23, 18, 5).toISOString()
  expect([formatDay(today, NOW), formatDay(before, NOW)]).toEqual(['today', 'yesterday'])
  expect([formatSince(today, NOW), formatSince(before, NOW)]).toEqual(['10:42', 'yesterday'])
  expect(formatFullTime(before)).toBe('23 November 2026 at 18:05')
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
