import { countOf } from '#contract/format.ts'
import type { QueueItem, QueueRound } from '#contract/review/review.ts'
import type { RevisionState } from '#contract/review/revisions.ts'
import type { BadgeTone } from '#web/ui/feedback/badge.tsx'
import { formatAge } from '#web/ui/text/format.ts'

const HOUR_MS = 3_600_000
/** From this age on the queue shows it in amber. */
export const OLD_HOURS = 48

/** `2 videos` */
export const videoCount = (count: number) => countOf(count, 'video')

/** The age of an item. The server counts the hours; the minutes of the first one are those of this clock. */
export function itemAge({ ageHours, submittedAt }: Pick<QueueItem, 'ageHours' | 'submittedAt'>, now: number) {
  if (ageHours === null || submittedAt === null) return ''
  return formatAge(
    ageHours > 0 ? ageHours * HOUR_MS : Math.min(0.99 * HOUR_MS, now - Date.parse(submittedAt)),
  )
}

interface Summary {
  waiting: number
  oldestSubmittedAt: string | null
  medianHours: number | null
}

/** `12 waiting · oldest 3 days · median wait 19 h` */
export function summaryText({ waiting, oldestSubmittedAt, medianHours }: Summary, now: number): string {
  const oldest = oldestSubmittedAt === null ? null : Math.max(0, now - Date.parse(oldestSubmittedAt))
  return [
    `${waiting} waiting`,
    ...(waiting > 0 && oldest !== null ? [`oldest ${formatAge(oldest)}`] : []),
    ...(medianHours === null ? [] : [`median wait ${formatAge(medianHours * HOUR_MS)}`]),
  ].join(' · ')
}

const ORDINALS = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth', 'ninth']

const ordinal = (number: number) => ORDINALS[number - 1] ?? `${number}th`

/** `Video, third submission` */
export function versionText({ subject, version }: Pick<QueueItem, 'subject' | 'version'>): string {
  const { kind, submission } = version
  const words = () => {
    if (kind === 'edit') return 'edit of an approved item'
    return submission <= 1 ? 'new' : `${ordinal(submission)} submission`
  }
  return `${KINDS[subject.kind]}, ${words()}`
}

type RoundWords = Pick<QueueRound, 'isPlaylistWaiting' | 'videos' | 'version'>

/** `Playlist and 2 videos, third round` */
export function roundText({ isPlaylistWaiting, videos, version }: RoundWords): string {
  const count = videoCount(videos)
  const what = isPlaylistWaiting ? `Playlist${videos > 0 ? ` and ${count}` : ''}` : count
  if (version.submission > 1) return `${what}, ${ordinal(version.submission)} round`
  if (version.kind === 'new') return `${what}, new`
  return isPlaylistWaiting ? `${what}, new version` : `${what} of an approved playlist`
}

const KINDS = { playlist: 'Playlist', course: 'Video' } as const

/** The newer words for the states, on the colours of the four statuses. */
export const STATE_WORDS: Record<RevisionState, { tone: BadgeTone; word: string }> = {
  draft: { tone: 'draft', word: 'Draft' },
  submitted: { tone: 'pending', word: 'Submitted' },
  in_review: { tone: 'processing', word: 'In review' },
  approved: { tone: 'approved', word: 'Approved' },
  changes: { tone: 'cancel', word: 'Changes requested' },
  rejected: { tone: 'cancel', word: 'Rejected' },
  withdrawn: { tone: 'draft', word: 'Withdrawn' },
}

export const isWaiting = (state: RevisionState | undefined) => state === 'submitted' || state === 'in_review'

/** The first word of a name, as in `Message to Marta`. */
export const firstName = (name: string) => name.trim().split(/\s+/)[0] ?? name
