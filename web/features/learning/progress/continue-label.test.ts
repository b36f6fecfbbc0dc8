import { expect, test } from 'vitest'
import { continueLabelOf } from './continue-label.ts'

const course = (atSeconds: number, watchedSeconds: number, durationSeconds: number | null = 600) => ({
  done: false,
  atSeconds,
  watchedSeconds,
  durationSeconds,
})

test.each([
  ['in the middle', course(195, 200), 'Continue at 3:12'],
  ['at its first seconds', course(2, 2), 'Continue'],
  ['near the end, half watched', course(595, 480), 'Watch the rest'],
  ['near the end after a jump', course(595, 100), 'Continue'],
  ['of unknown duration', course(195, 200, null), 'Continue at 3:12'],
])('a video %s offers what fits', (_, watched, label) => {
  expect(continueLabelOf(watched)?.label).toBe(label)
})

test('the rest says how long it takes, and a video that is done offers nothing', () => {
  expect(continueLabelOf(course(595, 480))?.left).toBe('2 min left')
  expect(continueLabelOf({ ...course(595, 600), done: true })).toBeUndefined()
})
