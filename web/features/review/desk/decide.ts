import type { Call, CallInput } from '#contract/api.ts'
import type { FullRevision, NoteDraft } from '#contract/review/review.ts'
import type { UnsentNote } from './notes.tsx'
import { isToDecide } from './rail.tsx'
import { videoCount } from './words.ts'

/** How long a decision can be taken back, in milliseconds. */
export const UNDO_MS = 5000

type DecisionSent = NonNullable<CallInput<'review.decide'>['body']>

export interface PendingDecision {
  /** The revision on the screen. */
  revisionId: string
  title: string
  /** `Approved “Mixing in Small Rooms” and 6 videos.` */
  text: string
  /** Every revision that leaves the queue. */
  covers: readonly string[]
  /** One request for each; notes about a video belong to the revision of that video. */
  requests: readonly { revisionId: string; body: DecisionSent }[]
}

interface Unsent extends PendingDecision {
  due: number
  timer: ReturnType<typeof setTimeout> | undefined
}

export interface DecisionsState {
  /** The newest decision that can be taken back, and when it is sent (milliseconds since 1970). */
  latest: (PendingDecision & { due: number }) | undefined
  /** Revisions that are decided here, also when the server does not know it yet. */
  decided: ReadonlySet<string>
  /** How many of them the server does not know yet. */
  unsent: number
}

interface DecisionsOptions {
  call: Call
  onSent: (decision: PendingDecision) => void
  onFailed: (decision: PendingDecision, error: unknown) => void
}

/**
 * Decisions wait here for five seconds before they are sent, so that they can be taken back. `flush` sends all at once, for
 * when the admin leaves the page.
 */
export function createPendingDecisions({ call, onSent, onFailed }: DecisionsOptions) {
  let unsent: readonly Unsent[] = []
  let decided: ReadonlySet<string> = new Set()
  let state: DecisionsState = { latest: undefined, decided, unsent: 0 }
  const listeners = new Set<() => void>()

  function update(): void {
    state = {
      latest: unsent.at(-1),
      decided,
      unsent: unsent.reduce((sum, { covers }) => sum + covers.length, 0),
    }
    for (const listener of listeners) listener()
  }

  function release(decision: Unsent): void {
    clearTimeout(decision.timer)
    unsent = unsent.filter((each) => each !== decision)
  }

  const putBack = ({ covers }: PendingDecision) => {
    decided = decided.difference(new Set(covers))
  }

  async function send(decision: Unsent): Promise<void> {
    release(decision)
    update()
    try {
      await Promise.all(
        decision.requests.map(({ revisionId, body }) =>
          // A request that is on its way when the admin leaves must arrive, too.
          call('review.decide', { params: { revisionId }, body, keepalive: true }),
        ),
      )
      onSent(decision)
    } catch (error) {
      putBack(decision)
      update()
      onFailed(decision, error)
    }
  }

  return {
    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    state: () => state,
    add(decision: PendingDecision): void {
      const timer = setTimeout(() => void send(entry), UNDO_MS)
      const entry: Unsent = { ...decision, due: Date.now() + UNDO_MS, timer }
      unsent = [...unsent, entry]
      decided = decided.union(new Set(decision.covers))
      update()
    },
    /** Takes the newest decision back and returns it. */
    undo(): PendingDecision | undefined {
      const last = unsent.at(-1)
      if (last === undefined) return
      release(last)
      putBack(last)
      update()
      return last
    },
    /** Sends a decision of an earlier visit without waiting. */
    sendNow: (decision: PendingDecision): Promise<void> => {
      decided = decided.union(new Set(decision.covers))
      return send({ ...decision, due: 0, timer: undefined })
    },
    flush(): void {
      for (const decision of unsent) void send(decision)
    },
  }
}

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
