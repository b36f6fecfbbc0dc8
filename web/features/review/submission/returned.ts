import type { Decision, Reason, ReviewNote, RevisionEntry } from '#contract/review/review.ts'

/** The newest version of an item that an admin has decided on. `entries` are newest first. */
export function latestDecided(entries: readonly RevisionEntry[], itemId: string): RevisionEntry | undefined {
  return entries
    .filter(({ subject, state }) => subject._id === itemId && isDecided(state))
    .reduce<RevisionEntry | undefined>(
      (latest, entry) => (latest && latest.number > entry.number ? latest : entry),
      undefined,
    )
}

const isDecided = (state: RevisionEntry['state']) => ['approved', 'changes', 'rejected'].includes(state)

/** Whether an admin has sent this version back. */
export const isSentBack = ({ state }: RevisionEntry) => state === 'changes' || state === 'rejected'

/** The decision that ended the review of a version. An item that a former release has rejected has none. */
export function finalDecision({ decisions, state }: RevisionEntry): Decision | undefined {
  return decisions.filter(({ to }) => to === state).toSorted((a, b) => b.at.localeCompare(a.at))[0]
}

export const isSettled = ({ resolvedAt, answer }: ReviewNote) => resolvedAt !== null || answer !== null

export interface DecisionMessage {
  text: string
  admin: string | undefined
  entry: RevisionEntry
}

export interface Summary {
  /** The newest of the versions that were sent back. */
  newest: RevisionEntry
  reasons: Reason[]
  messages: DecisionMessage[]
  notes: { note: ReviewNote; entry: RevisionEntry }[]
}

/** What admins say about the versions that they have sent back, without repeating themselves. */
export function summaryOf(entries: readonly RevisionEntry[]): Summary | undefined {
  const timeOf = (entry: RevisionEntry) => finalDecision(entry)?.at ?? entry.decidedAt ?? ''
  const byKind = ({ subject }: RevisionEntry) => (subject.kind === 'playlist' ? 0 : 1)
  const newest = entries.toSorted(
    (a, b) => timeOf(b).slice(0, 16).localeCompare(timeOf(a).slice(0, 16)) || byKind(a) - byKind(b),
  )[0]
  if (!newest) return undefined
  const reasons = new Map<string, Reason>()
  const messages = new Map<string, DecisionMessage>()
  for (const entry of entries) {
    const decision = finalDecision(entry)
    for (const reason of decision?.reasons ?? []) reasons.set(reason._id, reason)
    const text = decision?.message ?? ''
    if (text !== '' && !messages.has(text))
      messages.set(text, { text, admin: decision?.admin?.username, entry })
  }
  return {
    newest,
    reasons: [...reasons.values()],
    messages: [...messages.values()],
    notes: entries.flatMap((entry) => entry.notes.map((note) => ({ note, entry }))),
  }
}
