import { expect, test } from 'vitest'
import { continueLabelOf } from './continue-label.ts'

const course = (atSeconds: number, durationSeconds: number | null = 600) => ({
  done: false,
  atSeconds,
  durationSeconds,
  rest: null,
})

test.each([
  ['in the middle', course(195), 'Continue at 3:12'],
  ['at its first seconds', course(2), 'Continue'],
  [
    'near the end with parts left out',
    { ...course(595), rest: { seconds: 120, parts: 3 } },
    'Watch the rest',
  ],
  ['near the end after a jump', course(595), 'Continue'],
  ['of unknown duration', course(195, null), 'Continue at 3:12'],
])('a video %s offers what fits', (_, watched, label) => {
  expect(continueLabelOf(watched)?.label).toBe(label)
})

test('the rest says how long it takes in how many parts, and a video that is done offers nothing', () => {
  const rest = { seconds: 120, parts: 3 }
  expect(continueLabelOf({ ...course(595), rest })?.detail).toBe('2 min in 3 parts')
  expect(continueLabelOf({ ...course(595), done: true })).toBeUndefined()
})
