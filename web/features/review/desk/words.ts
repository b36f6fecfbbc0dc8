import type { QueueItem } from '#contract/review/review.ts'
import type { RevisionState } from '#contract/review/revisions.ts'
import type { BadgeTone } from '#web/ui/feedback/badge.tsx'

const HOUR_MS = 3_600_000
const DAY_HOURS = 24
const MINUTES = 60
/** From this age on the queue shows it in amber. */
export const OLD_HOURS = 48

const counted = (count: number, word: string) => `${count} ${word}${count === 1 ? '' : 's'}`

/** `2 videos` */
export const videoCount = (count: number) => counted(count, 'video')

/** `40 min`, `19 h` or `3 days` */
export function ageText(hours: number): string {
  if (hours < 1) return `${Math.max(1, Math.floor(hours * MINUTES))} min`
  return hours < DAY_HOURS ? `${Math.floor(hours)} h` : counted(Math.floor(hours / DAY_HOURS), 'day')
}

/** The age of an item. The server counts the hours; the minutes of the first one are those of this clock. */
export function itemAge({ ageHours, submittedAt }: Pick<QueueItem, 'ageHours' | 'submittedAt'>, now: number) {
  if (ageHours === null || submittedAt === null) return ''
  return ageText(ageHours > 0 ? ageHours : Math.min(0.99, (now - Date.parse(submittedAt)) / HOUR_MS))
}

interface Summary {
  waiting: number
  oldestSubmittedAt: string | null
  medianHours: number | null
}

/** `12 waiting · oldest 3 days · median wait 19 h` */
export function summaryText({ waiting, oldestSubmittedAt, medianHours }: Summary, now: number): string {
  const oldest =
    oldestSubmittedAt === null ? null : Math.max(0, (now - Date.parse(oldestSubmittedAt)) / HOUR_MS)
  return [
    `${waiting} waiting`,
    ...(waiting > 0 && oldest !== null ? [`oldest ${ageText(oldest)}`] : []),
    ...(medianHours === null ? [] : [`median wait ${ageText(medianHours)}`]),
  ].join(' · ')
}

const ORDINALS = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth', 'ninth']

/** `Playlist, third submission` */
export function versionText({ subject, version }: Pick<QueueItem, 'subject' | 'version'>): string {
  const { kind, submission } = version
  const words = () => {
    if (kind === 'edit') return 'edit of an approved item'
    return submission <= 1 ? 'new' : `${ORDINALS[submission - 1] ?? `${submission}th`} submission`
  }
  return `${KINDS[subject.kind]}, ${words()}`
}

export const KINDS = { playlist: 'Playlist', course: 'Video' } as const

/** The newer words for the states, on the colours of the specification's statuses. */
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

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
const two = (number: number) => String(number).padStart(2, '0')

/** `24 Nov 10:47` in the time zone of the browser. */
export const dayAndTime = (iso: string) => `${day(iso)} ${clock(iso)}`

/** `24 Nov`, with the year unless it is this one. */
export function day(iso: string, thisYear = new Date().getFullYear()): string {
  const date = new Date(iso)
  const year = date.getFullYear() === thisYear ? '' : ` ${date.getFullYear()}`
  return `${date.getDate()} ${MONTHS[date.getMonth()]}${year}`
}

/** `11:02` */
export function clock(iso: string): string {
  const date = new Date(iso)
  return `${two(date.getHours())}:${two(date.getMinutes())}`
}

/** The first word of a name, as in `Message to Marta`. */
export const firstName = (name: string) => name.trim().split(/\s+/)[0] ?? name
