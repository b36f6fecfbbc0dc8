import type { Course } from '#contract/catalog/courses.ts'
import type { PlaylistCard, PlaylistCourse } from '#contract/catalog/playlists.ts'
import type { ApprovalStatus } from '#contract/catalog/status.ts'

type ReviewKeys = Pick<PlaylistCard, 'stage' | 'revision' | 'waiting' | 'publishAt'>

/** A playlist or course of the teacher, as far as its review goes. */
export interface Item extends ReviewKeys {
  kind: 'playlist' | 'course'
  _id: string
  title: string
  status: ApprovalStatus
}

export function playlistItem({ _id, title, isPlaylistApproved: status, ...keys }: PlaylistCard): Item {
  return { kind: 'playlist', _id, title, status, ...keysOf(keys) }
}

export function courseItem(course: PlaylistCourse | Course): Item {
  const { _id, videoTitle: title, isCourseApproved: status, ...keys } = course
  return { kind: 'course', _id, title, status, ...keysOf(keys) }
}

const keysOf = ({ stage, revision, waiting, publishAt }: ReviewKeys): ReviewKeys => ({
  stage,
  revision,
  waiting,
  publishAt,
})

type ItemState = 'draft' | 'scheduled' | 'submitted' | 'in_review' | 'approved' | 'changes' | 'rejected'

/** The state of the version that the status is about. */
export function stateOf({ status, stage, revision }: Item): ItemState {
  if (stage !== undefined) return stage
  if (status === 'pending') return 'submitted'
  if (status === 'processing') return 'in_review'
  if (status === 'approved') return 'approved'
  return revision === undefined || revision.state === 'rejected' ? 'rejected' : 'changes'
}

/** Whether the teacher can submit a version of it. */
export function hasDraft({ stage, status, waiting }: Item): boolean {
  return (
    stage === 'draft' ||
    (status !== 'cancel' && (waiting?.state === 'draft' || waiting?.state === 'withdrawn'))
  )
}

/** Whether a version of it waits for a decision. */
export function isInReview({ status, stage, waiting }: Item): boolean {
  if (status === 'approved' || stage === 'scheduled')
    return waiting?.state === 'submitted' || waiting?.state === 'in_review'
  return stage === undefined && status !== 'cancel' && waiting === undefined
}

/** Whether an admin may have sent it back. The history knows for sure, because a draft can also be a new one. */
export function mayBeReturned({ status, stage, waiting }: Item): boolean {
  if (status !== 'approved' && stage !== 'scheduled') return status === 'cancel'
  return waiting !== undefined && ['changes', 'rejected', 'draft'].includes(waiting.state)
}

/** Whether an edit is kept as a draft until the teacher submits it: always so after "Changes requested". */
export function savesDraft(item: Item): boolean {
  return item.stage === 'draft' || mayBeReturned(item) || item.waiting?.state === 'withdrawn'
}
