import type { DecisionState } from '#contract/review/decisions.ts'
import type { Round, RoundNote, RoundNoteDraft, RoundRevision, UnsentNote } from '#contract/review/rounds.ts'
import type { PendingDecision } from './decide.ts'
import { isWaiting, videoCount } from './words.ts'

/** What goes out with a decision about a round. */
export interface Choices {
  notes: readonly UnsentNote[]
  /** The videos with a decision of their own, by the id of the course. */
  own: ReadonlyMap<string, DecisionState>
}

interface Words {
  state: DecisionState
  reasons?: string[]
  message?: string
}

type DecidedRound = Pick<Round, '_id' | 'subject' | 'playlist' | 'videos'>

/** The versions of a round, the playlist first. */
export const versionsOf = ({ playlist, videos }: Pick<Round, 'playlist' | 'videos'>): RoundRevision[] =>
  playlist ? [playlist, ...videos] : videos

/** Whether there is something to decide. */
export const isOpenRound = (round: Pick<Round, 'playlist' | 'videos'>) =>
  versionsOf(round).some(({ state }) => isWaiting(state))

/** `3 Closures`; empty for the playlist. */
export function placeIn({ courses }: Pick<Round, 'courses'>, { subject }: Pick<RoundNote, 'subject'>) {
  if (subject.kind === 'playlist') return ''
  const at = courses.findIndex(({ _id }) => _id === subject._id)
  return at < 0 ? subject.title : `${at + 1} ${subject.title}`
}

/** The decision about what is on the screen: the server refuses it when something else waits by now. */
export function decisionOf(round: DecidedRound, words: Words, choices: Choices): PendingDecision {
  const versions = versionsOf(round)
  const videos = round.videos.flatMap(({ _id, subject }) => {
    const state = choices.own.get(subject._id)
    return state === undefined || state === words.state ? [] : { revisionId: _id, state }
  })
  const notes = choices.notes.flatMap((note) => draftOf(note, versions))
  return {
    roundId: round._id,
    playlistId: round.subject._id,
    title: round.subject.title,
    text: textOf(round, words.state, choices),
    body: {
      ...words,
      notes,
      ...(videos.length > 0 && { videos }),
      seen: versions.map(({ _id }) => _id),
    },
  }
}

/** A note about something that left the round stays behind. */
function draftOf(
  { key: _key, itemId, ...draft }: UnsentNote,
  versions: readonly RoundRevision[],
): RoundNoteDraft[] {
  const version = versions.find(({ subject }) => subject._id === itemId)
  return version ? [{ ...draft, revisionId: version._id }] : []
}

const approvedVideos = ({ videos }: DecidedRound, own: Choices['own']) =>
  videos.filter(({ subject }) => (own.get(subject._id) ?? 'approved') === 'approved').length

/** `Approve playlist and 2 videos` */
export function approveLabel(round: DecidedRound, own: Choices['own']): string {
  const count = approvedVideos(round, own)
  if (round.playlist === null) return count === 0 ? 'Approve' : `Approve ${videoCount(count)}`
  return count === 0 ? 'Approve playlist' : `Approve playlist and ${videoCount(count)}`
}

function textOf(round: DecidedRound, state: DecisionState, { own }: Choices): string {
  const { title } = round.subject
  if (state === 'changes') return `Changes requested for “${title}”.`
  if (state === 'rejected') return `Rejected “${title}”.`
  const count = approvedVideos(round, own)
  if (round.playlist === null) return `Approved ${videoCount(count)} of “${title}”.`
  return count === 0 ? `Approved “${title}”.` : `Approved “${title}” and ${videoCount(count)}.`
}

/** Whether the approval sends a video back, which needs a reason or a message. */
export const sendsBack = ({ own }: Choices) => [...own.values()].some((state) => state !== 'approved')
