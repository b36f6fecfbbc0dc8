import { expect, test } from 'vitest'
import { hasDraft, type Item, isInReview } from './submission-state.ts'

const COURSE = { kind: 'course', _id: 'c1', title: 'First' } as const
const draft = { _id: 'r2', number: 2, state: 'draft' } as const

const offline: Item[] = [
  { ...COURSE, status: 'pending', waiting: draft },
  { ...COURSE, status: 'processing', waiting: draft },
]

test.each(offline)('a draft beside a course that was set to $status can be submitted', (item) => {
  expect(hasDraft(item)).toBe(true)
  expect(isInReview(item)).toBe(false)
  expect(isInReview({ ...item, waiting: undefined })).toBe(true)
})
