import { expect, test } from 'vitest'
import type { CourseProgress } from '#contract/learning/progress.ts'
import { doneOf, leftOf, statesOf } from './course-states.ts'

const course = (own: Partial<CourseProgress>): CourseProgress => ({
  _id: 'c1',
  atSeconds: 0,
  watchedSeconds: 0,
  done: false,
  doneBy: null,
  updatedAt: '2026-04-01T10:00:00.000Z',
  videoReplaced: false,
  changed: null,
  changedAt: [],
  ...own,
})

test('a row says where to continue, what is left, or that it is done', () => {
  const courses = ['c1', 'c2', 'c3', 'c4'].map((_id) => ({ _id, durationSeconds: 600 }))
  const states = statesOf([...courses, { _id: 'c5', durationSeconds: null }], {
    continueWith: 'c2',
    courses: [
      course({ done: true, doneBy: 'hand', watchedSeconds: 60 }),
      course({ _id: 'c2', atSeconds: 195, watchedSeconds: 150, changed: 'corrections', changedAt: [5] }),
      course({ _id: 'c3', atSeconds: 180, watchedSeconds: 180 }),
      course({ _id: 'c5', atSeconds: 180, watchedSeconds: 180 }),
    ],
  })
  expect(Object.fromEntries(states)).toEqual({
    c1: { done: true, part: 0.1 },
    c2: { done: false, part: 0.25, note: 'Continue at 3:12', changed: 'corrections' },
    c3: { done: false, part: 0.3, note: '7 min left' },
    c5: { done: false, part: 0, note: undefined },
  })
})

test('the heading of a playlist', () => {
  expect(doneOf({ doneCount: 4 }, 12)).toBe('4 of 12 done')
  expect(leftOf({ secondsLeft: 4875 }, 1.25)).toBe('1 h 05 min left at 1.25x')
  expect(leftOf({ secondsLeft: 0 }, 1.25)).toBe('')
})
