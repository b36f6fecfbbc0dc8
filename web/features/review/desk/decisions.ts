import type { FullRevision, NoteDraft } from '#contract/review/review.ts'
import type { DecisionSent, PendingDecision } from './pending-decisions.ts'
import { isToDecide } from './rail.tsx'
import type { UnsentNote } from './review-notes.tsx'
import { videoCount } from './words.ts'

type Revision = Pick<FullRevision, '_id' | 'subject' | 'content' | 'courses' | 'state'>

/** The revisions of the playlist's videos that wait, in teaching order. */
export const openCourses = ({ courses }: Pick<Revision, 'courses'>): string[] =>
  courses.filter(isToDecide).flatMap(({ revision }) => revision?._id ?? [])

/** `Approve playlist and 2 videos` */
export function approveLabel(revision: Revision): string {
  if (revision.subject.kind === 'course') return 'Approve'
  const open = openCourses(revision).length
  return open === 0 ? 'Approve playlist' : `Approve playlist and ${videoCount(open)}`
}

/** Approves the item; a playlist together with its videos that wait. */
export function approvalOf(revision: Revision, notes: readonly UnsentNote[]): PendingDecision {
  const isPlaylist = revision.subject.kind === 'playlist'
  const open = isPlaylist ? openCourses(revision) : []
  const text =
    open.length === 0
      ? `Approved “${revision.content.title}”.`
      : `Approved “${revision.content.title}” and ${videoCount(open.length)}.`
  return pending(revision, notes, { body: { state: 'approved' }, together: open, text })
}

/** Approves all videos that wait, when the playlist itself is decided already. */
export function videosApproval(revision: Revision, notes: readonly UnsentNote[]): PendingDecision {
  const open = openCourses(revision)
  const text = `Approved ${videoCount(open.length)} of “${revision.subject.playlist.title}”.`
  const [first = revision._id] = open.includes(revision._id) ? [revision._id] : open
  const together = open.filter((id) => id !== first)
  return pending({ ...revision, _id: first }, notes, { body: { state: 'approved' }, together, text })
}

interface Answer {
  state: 'changes' | 'rejected'
  reasons: string[]
  message: string
}

/** Requests changes to the item or rejects it, and with it the videos that have notes. */
export function rejectionOf(revision: Revision, notes: readonly UnsentNote[], body: Answer): PendingDecision {
  const action = body.state === 'changes' ? 'Changes requested for' : 'Rejected'
  return pending(revision, notes, { body, together: [], text: `${action} “${revision.content.title}”.` })
}

interface Rest {
  body: DecisionSent
  /** Decided in the same request. */
  together: readonly string[]
  text: string
}

/** A note belongs to one revision, so a video with notes has a request of its own. */
function pending(
  { _id, content, courses }: Revision,
  notes: readonly UnsentNote[],
  { body, together, text }: Rest,
): PendingDecision {
  const ofVideos = new Set(openCourses({ courses }))
  const noted = [...new Set(notes.map(({ revisionId }) => revisionId))].filter(
    (id) => id !== _id && ofVideos.has(id),
  )
  const request = (revisionId: string) => ({
    revisionId,
    body: { ...body, notes: notes.filter((note) => note.revisionId === revisionId).map(draftOf) },
  })
  const main = request(_id)
  const rest = together.filter((id) => !noted.includes(id))
  return {
    revisionId: _id,
    title: content.title,
    text,
    covers: [_id, ...new Set([...together, ...noted])],
    requests: [
      { ...main, body: { ...main.body, ...(rest.length > 0 && { courses: rest }) } },
      ...noted.map(request),
    ],
  }
}

const draftOf = ({ place, text }: UnsentNote): NoteDraft => ({ ...place, text })
