import { countOf } from '#contract/format.ts'
import type { AudienceChange, Decision, RevisionEntry } from '#contract/review/review.ts'
import { FIELD_NAMES } from '#contract/review/reviewed-fields.ts'
import { CHOICES } from '#web/features/catalog/visibility/choices.ts'

export type EventKind = 'draft' | 'submitted' | 'in_review' | 'approved' | 'changes' | 'rejected' | 'audience'

/** One line of the history. */
export interface TimelineEvent {
  key: string
  kind: EventKind
  at: string
  sentence: string
  /** Reasons, message and the number of notes. */
  details: string[]
  /** The versions whose changes this event brought. */
  changed: RevisionEntry[]
}

const TOGETHER_MS = 60_000

/**
 * Versions as events, newest first. What happened to a playlist and its videos within a minute is one event.
 * `entries` are newest first, of one playlist. A change of who can see it is an event of its own.
 * `viewer` is the id of the user who reads it.
 */
export function timelineOf(
  entries: readonly RevisionEntry[],
  audience: readonly AudienceChange[] = [],
  viewer?: string,
): TimelineEvent[] {
  const steps = entries.flatMap((entry) => stepsOf(entry, entries))
  const groups: Step[][] = []
  for (const step of steps.toSorted((one, other) => other.at.localeCompare(one.at))) {
    const group = groups.find((each) => belongsTo(each, step))
    if (group) group.push(step)
    else groups.push([step])
  }
  return [...groups.map(eventOf), ...audience.map((change) => audienceEvent(change, viewer))].toSorted(
    (one, other) => other.at.localeCompare(one.at),
  )
}

const audienceEvent = (
  { _id, at, user, visibility }: AudienceChange,
  viewer: string | undefined,
): TimelineEvent => ({
  key: _id,
  kind: 'audience',
  at,
  sentence: `${nameOf(user, viewer)} changed who can see it: ${CHOICES[visibility].label}`,
  details: [],
  changed: [],
})

function nameOf(user: AudienceChange['user'], viewer: string | undefined): string {
  if (user === null) return 'Somebody'
  return user._id === viewer ? 'You' : user.username
}

/** Whether the same happened to another item of the playlist at about the same time. */
function belongsTo(group: readonly Step[], step: Step): boolean {
  return group.every(
    ({ at, verb, entry }) =>
      verb === step.verb &&
      entry.subject._id !== step.entry.subject._id &&
      Date.parse(at) - Date.parse(step.at) < TOGETHER_MS,
  )
}

interface Step {
  kind: EventKind
  at: string
  /** `You submitted`, `Anna approved`, … */
  verb: string
  entry: RevisionEntry
  decision?: Decision
  changes: boolean
}

/** An edit of something approved that applied at once. Every decision is written down, except on a first version. */
const isUnreviewed = ({ state, number, decisions }: RevisionEntry) =>
  state === 'approved' && number > 1 && decisions.length === 0

const fieldsOf = ({ changes }: RevisionEntry) =>
  new Intl.ListFormat('en-GB').format(changes.map((field) => FIELD_NAMES[field].toLowerCase()))

function stepsOf(entry: RevisionEntry, all: readonly RevisionEntry[]): Step[] {
  const { state, submittedAt } = entry
  if (isUnreviewed(entry)) {
    const at = entry.decidedAt ?? entry.createdAt
    return [{ kind: 'approved', at, verb: `You changed ${fieldsOf(entry)} of`, entry, changes: true }]
  }
  const isReturned = entry.decisions.some(({ to }) => to === 'withdrawn')
  const isReplaced = all.some((other) => isReplacedBy(entry, other))
  return [
    ...(state === 'withdrawn' && submittedAt !== null && !isReplaced && !isReturned
      ? [{ kind: 'draft' as const, at: submittedAt, verb: 'You withdrew', entry, changes: false }]
      : []),
    ...entry.decisions.map((decision) => ({
      kind: kindOf(decision),
      at: decision.at,
      verb: decisionVerb(decision),
      entry,
      decision,
      changes: false,
    })),
    beginningOf(entry, all),
  ]
}

/** How the version came to the admins, or that it has not yet. */
function beginningOf(entry: RevisionEntry, all: readonly RevisionEntry[]): Step {
  const { createdAt, submittedAt, before } = entry
  if (all.some((other) => isReplacedBy(other, entry)))
    return { kind: 'draft', at: createdAt, verb: 'You changed', entry, changes: true }
  const changes = before !== null
  if (submittedAt === null) return { kind: 'draft', at: createdAt, verb: draftVerb(entry), entry, changes }
  return { kind: 'submitted', at: submittedAt, verb: 'You submitted', entry, changes }
}

const draftVerb = ({ before }: RevisionEntry) =>
  before === null ? 'You saved a draft of' : 'You changed the draft of'

/** Whether an edit during the review has put the second version in the place of the first. */
const isReplacedBy = (first: RevisionEntry, second: RevisionEntry) =>
  second.subject._id === first.subject._id &&
  second.number === first.number + 1 &&
  first.submittedAt !== null &&
  second.submittedAt === first.submittedAt

function kindOf({ to }: Decision): EventKind {
  return to === 'withdrawn' ? 'draft' : to
}

const VERBS: Partial<Record<Decision['to'], string>> = {
  changes: 'requested changes to',
  rejected: 'rejected',
  in_review: 'started to review',
  withdrawn: 'returned',
}

function decisionVerb({ to, admin, message }: Decision): string {
  const who = admin?.username ?? 'An admin'
  if (to === 'approved')
    return admin === null && message === 'trusted' ? 'Approved automatically:' : `${who} approved`
  // A file that could not be prepared takes its video out of review.
  if (to === 'withdrawn' && admin === null) return 'Out of review:'
  return `${who} ${VERBS[to] ?? 'put back to pending'}`
}

function eventOf(steps: readonly Step[]): TimelineEvent {
  const first = steps[0]
  const playlist = steps.find(({ entry }) => entry.subject.kind === 'playlist')
  const videos = steps.filter(({ entry }) => entry.subject.kind === 'course')
  return {
    key: `${first?.entry._id} ${first?.verb} ${first?.at}`,
    kind: first?.kind ?? 'draft',
    at: first?.at ?? '',
    sentence: `${first?.verb} ${objectOf(playlist?.entry, videos)}`,
    details: detailsOf(steps),
    changed: steps.filter(({ changes }) => changes).map(({ entry }) => entry),
  }
}

/** `version 2 with 12 videos`, `'Closures', version 2`, `12 videos` */
function objectOf(playlist: RevisionEntry | undefined, videos: readonly Step[]): string {
  const count = countOf(videos.length, 'video')
  if (playlist) return `version ${playlist.number}${videos.length > 0 ? ` with ${count}` : ''}`
  const [only] = videos
  return videos.length === 1 && only ? `'${only.entry.subject.title}', version ${only.entry.number}` : count
}

function detailsOf(steps: readonly Step[]): string[] {
  const reasons = new Set(steps.flatMap(({ decision }) => decision?.reasons.map(({ text }) => text) ?? []))
  const sent = steps.filter(({ decision, entry }) => decision && decision.to === entry.state)
  const notes = sent.reduce((sum, { entry }) => sum + entry.notes.length, 0)
  const messages = new Set(
    steps.flatMap(({ decision }) =>
      decision?.message && decision.message !== 'trusted' ? [decision.message] : [],
    ),
  )
  const line = [...reasons, ...(notes > 0 ? [countOf(notes, 'note')] : [])].join(' · ')
  const unreviewed = steps.some(({ entry }) => isUnreviewed(entry)) ? ['Not reviewed.'] : []
  return [...(line === '' ? [] : [line]), ...messages, ...unreviewed]
}
