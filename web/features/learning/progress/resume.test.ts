import { expect, test } from 'vitest'
import type { Ranges } from '#contract/learning/progress.ts'
import { requestedSecond, startOf } from './resume.ts'

const stored = (atSeconds: number, done = false) => ({
  atSeconds,
  done,
  updatedAt: '2026-04-01T10:00:00.000Z',
})
const before = '2026-04-01T09:00:00.000Z'
const after = '2026-04-01T11:00:00.000Z'
const HALF: Ranges = [
  [0, 100],
  [160, 400],
  [460, 600],
]
const LESS: Ranges = [[0, 299]]
const nothing = { stored: undefined, local: undefined, watched: [], duration: 600, requested: undefined }

test.each([
  ['nothing was watched', nothing, { at: 0, label: 'Play' }],
  [
    'it was watched to 1:35',
    { ...nothing, stored: stored(95) },
    { at: 92, label: 'Continue at 1:32', startOver: true },
  ],
  ['only three seconds were watched', { ...nothing, stored: stored(3) }, { at: 0, label: 'Play' }],
  ['it is done', { ...nothing, stored: stored(95, true) }, { at: 0, label: 'Watch again' }],
  ['95 % are behind', { ...nothing, stored: stored(570) }, { at: 0, label: 'Play' }],
  [
    'less is behind',
    { ...nothing, stored: stored(569) },
    { at: 566, label: 'Continue at 9:26', startOver: true },
  ],
  [
    'the position is in the last 10 s',
    { ...nothing, duration: 100, stored: stored(90) },
    { at: 0, label: 'Play' },
  ],
  [
    'the duration is unknown',
    { ...nothing, duration: 0, stored: stored(90) },
    { at: 87, label: 'Continue at 1:27', startOver: true },
  ],
  [
    'the address names a second',
    { ...nothing, stored: stored(95), requested: 200 },
    { at: 200, label: 'Play from 3:20' },
  ],
  ['the teacher lets it start at 1:30', { ...nothing, startsAt: 90 }, { at: 90, label: 'Play' }],
  [
    'the teacher lets it start at 1:30, and it was watched before',
    { ...nothing, startsAt: 90, stored: stored(53) },
    { at: 50, label: 'Continue at 0:50', startOver: true },
  ],
  [
    'the teacher lets it start at 1:30, and it is done',
    { ...nothing, startsAt: 90, stored: stored(500, true) },
    { at: 90, label: 'Watch again' },
  ],
  [
    'most of it is watched, and its end is reached',
    { ...nothing, stored: stored(595), watched: HALF },
    {
      at: 100,
      label: 'Watch the rest',
      detail: '2 min in 2 parts',
      rest: [
        [100, 160],
        [400, 460],
      ],
      startOver: true,
    },
  ],
  [
    'less than half of it is watched, and its end is reached',
    { ...nothing, stored: stored(595), watched: LESS },
    { at: 0, label: 'Play' },
  ],
  [
    'most of it is watched, and the user stopped in the middle',
    { ...nothing, stored: stored(300), watched: HALF },
    { at: 297, label: 'Continue at 4:57', startOver: true },
  ],
  ['it would start after its end', { ...nothing, startsAt: 600 }, { at: 0, label: 'Play' }],
  [
    'this browser saved later, offline',
    { ...nothing, stored: stored(95), local: { at: 130, endedAt: after } },
    { at: 127, label: 'Continue at 2:07', startOver: true },
  ],
  [
    'another device saved later, a little ahead',
    { ...nothing, stored: stored(95), local: { at: 60, endedAt: before } },
    { at: 92, label: 'Continue at 1:32', startOver: true },
  ],
  [
    'another device saved later, behind',
    { ...nothing, stored: stored(95), local: { at: 300, endedAt: before } },
    { at: 92, label: 'Continue at 1:32', startOver: true },
  ],
  [
    'another device is more than a minute ahead',
    { ...nothing, stored: stored(523), local: { at: 195, endedAt: before } },
    {
      at: 192,
      label: 'Continue at 3:12',
      startOver: true,
      elsewhere: { at: 520, label: 'Continue at 8:40 (from another device)' },
    },
  ],
])('when %s', (_when, input, start) => {
  expect(startOf(input)).toEqual(start)
})

test.each([
  ['?t=95', 95],
  ['?t=95s', 95],
  ['?t=1m35s', 95],
  ['?t=1m', 60],
  ['?t=1h02m03s', 3723],
  ['?t=1:35', 95],
  ['?t=', undefined],
  ['', undefined],
  ['?t=soon', undefined],
  ['?t=-5', undefined],
  ['?t=1.5', 1],
])('%s is second %s', (search, second) => {
  expect(requestedSecond(new URLSearchParams(search), 0)).toBe(second)
})

test('a second at or after the end of the video is none', () => {
  const search = new URLSearchParams('?t=95')
  expect([96, 95].map((duration) => requestedSecond(search, duration))).toEqual([95, undefined])
})
