import type { FullRevision, QueueItem, QueueRound, ReviewNote } from '#contract/review/review.ts'
import type { RevisionState } from '#contract/review/revisions.ts'
import type { Round, RoundRevision } from '#contract/review/rounds.ts'
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

/** A video of Ada's playlist that waits in a round. */
export function aRoundVideo(digit: string, own: Partial<RoundRevision> = {}): RoundRevision {
  const { subject, content, ...revision } = aVersion()
  const { title, image: picture, video } = aReviewedCourse(digit, 'submitted')
  return {
    ...revision,
    _id: id(digit),
    subject: { ...subject, kind: 'course', _id: id(digit), title },
    content: { title, description: 'Tied slowly.', image: picture, video },
    durationSeconds: 100,
    ...own,
  }
}

/** Ada's playlist as it waits in a round. */
export function aVersion(own: Partial<RoundRevision> = {}): RoundRevision {
  const { courses, lastDecisions, otherItems, reports, ...revision } = aRevision()
  return { ...revision, formerly: null, ...own }
}

/** A first round with the playlist and one video. */
export const aRound = (own: Partial<Round> = {}): Round => ({
  _id: id('a'),
  number: 1,
  message: '',
  submittedAt,
  decidedAt: null,
  ageHours: 19,
  version: { kind: 'new', submission: 1 },
  claim: null,
  teacher: ADA,
  category: 'science',
  subject: aRevision().subject.playlist,
  playlist: aVersion(),
  videos: [aRoundVideo('2')],
  rounds: [],
  courses: [aReviewedCourse('2', 'submitted')],
  lastDecisions: [],
  otherItems: [],
  ...own,
})

/** The row of a round in the queue. */
export const aQueueRound = (round: Round, ageHours = 19): QueueRound => ({
  _id: round._id,
  playlist: { _id: round.subject._id, title: round.subject.title, image },
  teacher: ADA,
  category: 'science',
  number: round.number,
  message: round.message,
  videos: round.videos.length,
  version: round.version,
  ageHours,
  claim: null,
  submittedAt,
  isPlaylistWaiting: round.playlist !== null,
})

/** A note of Anna's about the title. */
export const aNote = (own: Partial<ReviewNote> = {}): ReviewNote => ({
  _id: id('8'),
  field: 'title',
  atSeconds: null,
  text: 'Say more.',
  answer: null,
  resolvedAt: null,
  admin: { _id: id('9'), username: 'Anna' },
  createdAt: submittedAt,
  messages: [],
  carriedFrom: null,
  ...own,
})
