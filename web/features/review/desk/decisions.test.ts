import { expect, test } from 'vitest'
import { aReviewedCourse, aRevision, id } from '#web/test-revisions.ts'
import { approvalOf, approveLabel, rejectionOf, videosApproval } from './decisions.ts'
import type { UnsentNote } from './review-notes.tsx'

const courses = [
  aReviewedCourse('2', 'submitted'),
  aReviewedCourse('3', 'approved'),
  aReviewedCourse('4', 'in_review'),
]
const playlist = aRevision({ courses })
const note = (revisionId: string, place: UnsentNote['place']): UnsentNote => ({
  key: 1,
  revisionId,
  place,
  text: 'Look here.',
})

test('a playlist is approved together with its videos that wait', () => {
  expect(approveLabel(playlist)).toBe('Approve playlist and 2 videos')
  const { text, covers, requests } = approvalOf(playlist, [])
  expect(text).toBe('Approved “Knots for Sailors” and 2 videos.')
  expect(covers).toEqual([id('1'), id('2'), id('4')])
  expect(requests).toEqual([
    { revisionId: id('1'), body: { state: 'approved', notes: [], courses: [id('2'), id('4')] } },
  ])
})

test('a note about a video goes out with a decision about that video', () => {
  const notes = [note(id('1'), { field: 'title' }), note(id('4'), { atSeconds: 192 })]
  const body = { state: 'changes', reasons: ['r'], message: 'Please.' } as const
  const { covers, requests } = rejectionOf(playlist, notes, { ...body, reasons: [...body.reasons] })
  expect(covers).toEqual([id('1'), id('4')])
  expect(requests).toEqual([
    { revisionId: id('1'), body: { ...body, notes: [{ field: 'title', text: 'Look here.' }] } },
    { revisionId: id('4'), body: { ...body, notes: [{ atSeconds: 192, text: 'Look here.' }] } },
  ])
})

test('the videos of a playlist that is decided already are approved by one request', () => {
  const { covers, requests } = videosApproval({ ...playlist, state: 'approved' }, [])
  expect(covers).toEqual([id('2'), id('4')])
  expect(requests).toEqual([
    { revisionId: id('2'), body: { state: 'approved', notes: [], courses: [id('4')] } },
  ])
})
