import type { FullRevision, QueueItem } from '#contract/review/review.ts'
import type { RevisionState } from '#contract/review/revisions.ts'
import { ADA, aCard } from './test-content.ts'

const image = { url: '/media/photo.webp', width: 640, height: 360 }
const submittedAt = '2026-03-14T15:09:26.000Z'

/** An id that is easy to read. */
export const id = (digit: string) => digit.repeat(24)

const STATUS: Partial<Record<RevisionState, 'pending' | 'processing' | 'approved'>> = {
  submitted: 'pending',
  in_review: 'processing',
}

/** A course beside a revision. Its revision has the same digit. */
export const aReviewedCourse = (digit: string, state: RevisionState): FullRevision['courses'][number] => ({
  _id: id(digit),
  title: `Lesson ${digit}`,
  image,
  video: { source: 'youtube', key: `video-${digit}` },
  durationSeconds: 100,
  status: STATUS[state] ?? 'approved',
  revision: { _id: id(digit), number: 1, state, submittedAt },
})

/** A submitted playlist of Ada's that is new. */
export const aRevision = (own: Partial<FullRevision> = {}): FullRevision => ({
  _id: id('1'),
  subject: {
    kind: 'playlist',
    _id: aCard()._id,
    title: 'Knots for Sailors',
    playlist: { _id: aCard()._id, title: 'Knots for Sailors', isPlaylistApproved: 'pending' },
    status: 'pending',
  },
  number: 1,
  baseNumber: 0,
  state: 'submitted',
  createdAt: submittedAt,
  submittedAt,
  decidedAt: null,
  changes: ['title', 'description', 'category', 'image'],
  before: null,
  content: {
    title: 'Knots for Sailors',
    description: 'Seven knots, tied slowly.',
    category: 'science',
    image,
  },
  decisions: [],
  notes: [],
  teacher: ADA,
  category: 'science',
  version: { kind: 'new', submission: 1 },
  claim: null,
  courses: [],
  lastDecisions: [],
  otherItems: [],
  ...own,
})

/** The row of a revision in the queue. */
export const aQueueItem = ({ _id, subject, state, version }: FullRevision, ageHours = 19): QueueItem => ({
  _id,
  subject,
  teacher: ADA,
  category: 'science',
  image,
  number: 1,
  state,
  version,
  submittedAt,
  decidedAt: null,
  ageHours,
  claim: null,
})
