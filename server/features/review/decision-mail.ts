import { countOf, formatTime } from '#contract/format.ts'
import type { Notification } from '#contract/notifications/notifications.ts'
import type { Decision, ReviewNote } from '#contract/review/review.ts'
import { FIELD_NAMES } from '#contract/review/reviewed-fields.ts'
import type { Db } from '#server/data/database.ts'
import { contentOf } from '#server/features/catalog/versions/content.ts'
import { findRound } from '#server/features/catalog/versions/rounds.queries.ts'
import { decisionsByRevision } from './entries.queries.ts'
import { notesByRevision } from './notes.queries.ts'
import { contentsInRounds, playlistInMail } from './rounds.queries.ts'

const NOTES_SHOWN = 20

/** The mail about the decision on a round: what was decided, the reasons, the message and the notes. */
export async function decisionDetails(db: Db, { data }: Notification, origin: string) {
  const { state, round: roundId } = data
  const round = roundId === undefined ? undefined : await findRound(db, roundId)
  const playlist = round && (await playlistInMail(db, round.playlist_id))
  if (!(round && playlist)) return
  const inside = await contentsInRounds(db, [round.id])
  const decided = inside.filter((each) => each.state === state)
  const ids = inside.map(({ id }) => id)
  const [decisions, notes] = await Promise.all([decisionsByRevision(db, ids), notesByRevision(db, ids)])
  const decision = decisions.get(decided[0]?.id ?? '')?.at(-1)
  const about = {
    ...playlist,
    hasPlaylist: decided.some(({ subject }) => subject === 'playlist'),
    count: new Set(decided.flatMap(({ subject, subject_id }) => (subject === 'course' ? [subject_id] : [])))
      .size,
  }
  const places = inside.flatMap((revision) =>
    (notes.get(revision.id) ?? []).map((note) => noteLine(note, revision)),
  )
  const subject = `${SUBJECTS[state ?? ''] ?? 'Decided'}: “${playlist.title}”`
  const isApproved = state === 'approved'
  return {
    subject,
    heading: subject,
    paragraphs: [
      isApproved ? approvedSentence(about) : sentBackSentence(about, { state, decision }),
      ...wordsOf(decision),
      ...places.slice(0, NOTES_SHOWN),
      ...(places.length > NOTES_SHOWN ? [`and ${places.length - NOTES_SHOWN} more`] : []),
    ],
    button: isApproved
      ? { label: 'See the playlist', url: `${origin}/playlist-details/${playlist.id}` }
      : { label: 'Open the notes', url: `${origin}/teacher-dashboard/build/${playlist.id}` },
  }
}

const SUBJECTS: Record<string, string> = {
  approved: 'Approved',
  changes: 'Changes requested',
  rejected: 'Rejected',
}

interface About {
  title: string
  status: string
  /** How many videos the playlist has, and how many of them were decided. */
  videos: number
  count: number
  hasPlaylist: boolean
}

/** `“How JavaScript Really Works” and 12 videos are public.` */
function approvedSentence({ title, status, hasPlaylist, count }: About): string {
  const word = status === 'approved' ? 'public' : 'approved'
  if (!hasPlaylist) return `${countOf(count, 'video')} of “${title}” ${count === 1 ? 'is' : 'are'} ${word}.`
  return count === 0 ? `“${title}” is ${word}.` : `“${title}” and ${countOf(count, 'video')} are ${word}.`
}

/** `Anna asks for changes to the playlist and 2 of its 12 videos.` */
function sentBackSentence(
  { hasPlaylist, count, videos, title }: About,
  { state, decision }: { state: string | undefined; decision: Decision | undefined },
): string {
  const who = decision?.admin?.username ?? 'An admin'
  const some = `${count} of ${hasPlaylist ? 'its' : 'the'} ${countOf(videos, 'video')}`
  const withPlaylist = count === 0 ? 'the playlist' : `the playlist and ${some}`
  const what = hasPlaylist ? withPlaylist : `${some} of “${title}”`
  return state === 'changes' ? `${who} asks for changes to ${what}.` : `${who} rejected ${what}.`
}

/** The reasons and the message. */
function wordsOf(decision: Decision | undefined): string[] {
  if (!decision) return []
  const { reasons, message, admin } = decision
  return [
    ...reasons.map(({ text }) => `${text}.`),
    ...(message === '' ? [] : [`${admin?.username ?? 'The admin'} writes:`, message]),
  ]
}

/** `“Closures”, at 3:12: The slide cannot be read.` */
function noteLine(
  { atSeconds, field, text }: ReviewNote,
  { subject, content }: { subject: 'playlist' | 'course'; content: string },
): string {
  const item = subject === 'playlist' ? 'The playlist' : `“${contentOf({ content }).title}”`
  if (atSeconds !== null) return `${item}, at ${formatTime(atSeconds)}: ${text}`
  return `${item}, ${field === null ? '' : FIELD_NAMES[field].toLowerCase()}: ${text}`
}
