import type { Notification } from './notifications.ts'

/** A part of a sentence; names and titles are strong. */
export type TextPart = string | { strong: string }

const strong = (text: string): TextPart => ({ strong: text })

/** "Priya Raman and 3 others". */
export function actorsOf({ actors, actorsCount }: Pick<Notification, 'actors' | 'actorsCount'>): string {
  const [first, second] = actors
  if (first === undefined) return 'Someone'
  if (actorsCount === 1) return first.username
  if (actorsCount === 2 && second) return `${first.username} and ${second.username}`
  return `${first.username} and ${actorsCount - 1} others`
}

export const countOf = (n: number, one: string, many = `${one}s`) => (n === 1 ? `1 ${one}` : `${n} ${many}`)

const GONE: Record<Notification['subject']['kind'], string> = {
  comment: 'This comment was removed.',
  course: 'This video is no longer available.',
  playlist: 'This playlist is no longer available.',
  user: 'This account was removed.',
  site: 'This is no longer available.',
}

const SUBJECTS: Record<Notification['subject']['kind'], string> = {
  comment: 'comment',
  course: 'video',
  playlist: 'playlist',
  user: 'profile',
  site: 'page',
}

/** `data.problem` of a disk that is short of space; the others are kinds of jobs. */
export const FULL_DISK = 'full-disk'

const FINDINGS: Record<string, string> = {
  gone: 'it was deleted or made private',
  'not-embeddable': 'its owner no longer allows it on other sites',
}

/** What happened to an account, by `data.event`. The device follows it. */
const SECURITY_EVENTS: Record<string, string> = {
  login: 'A login from an unknown network',
  password: 'Your password was changed',
  address: 'Your email address was changed',
  passkey: 'A passkey was added to your account',
  'passkey-removed': 'A passkey was removed from your account',
  'passkey-enabled': 'A passkey was enabled in your account',
  'passkey-disabled': 'A passkey was disabled because it may have been copied',
  authenticator: 'An authenticator app was added to your account',
  'authenticator-removed': 'The authenticator app was removed from your account',
  'authenticator-ended': 'An admin turned off the authenticator app of your account',
  recovery: 'New recovery codes were made for your account',
  'recovery-used': 'A recovery code was used to log in to your account',
}

type Sentence = (notification: Notification, title: TextPart) => TextPart[]

/** By kind, without the full stop. */
const SENTENCES: Record<Notification['kind'], Sentence> = {
  reply: (n, title) => [strong(actorsOf(n)), ' replied to your comment on ', title],
  answer: (n, title) => [strong(actorsOf(n)), ' answered your question on ', title],
  comment: (n, title) => [strong(actorsOf(n)), ' commented on ', title],
  question: (n, title) => [
    strong(actorsOf(n)),
    n.count === 1 ? ' asked a question on ' : ` asked ${n.count} questions on `,
    title,
  ],
  decision: (n, title) =>
    reportedDecision(n) ?? [
      `${actorsOf(n)} ${DECISIONS[n.data.state ?? ''] ?? 'decided about'} `,
      title,
      ...along(n),
    ],
  video_gone: ({ data }, title) => [
    title,
    ` no longer plays: ${FINDINGS[data.finding ?? ''] ?? 'it cannot be shown'}`,
  ],
  video_followed: newVideos,
  video_saved: newVideos,
  playlist_new: (n, title) => [strong(actorsOf(n)), ' published the playlist ', title],
  report_decided: ({ subject, data }) => [
    `The ${SUBJECTS[subject.kind]} you reported was ${data.state === 'removed' ? 'removed' : 'looked at and stays'}`,
  ],
  review_waiting: (n, title) =>
    n.count === 1
      ? [strong(actorsOf(n)), ' sent ', title, ' for review']
      : [strong(actorsOf(n)), ` sent ${n.count} submissions for review`],
  report: ({ subject, count, data }, title) => {
    const what = subject.kind === 'comment' ? ['A comment on '] : [`The ${SUBJECTS[subject.kind]} `]
    const reason = data.reason === undefined ? '' : `: ${data.reason}`
    const times = count === 1 ? ' was reported' : ` was reported ${count} times`
    return [...what, title, times, reason]
  },
  broken: ({ data }) =>
    data.problem === FULL_DISK
      ? ['The disk of the server is short of space: large uploads are refused']
      : ['Something is broken: jobs of the kind ', strong(data.problem ?? 'unknown'), ' fail'],
  security: ({ data }) => {
    const event = SECURITY_EVENTS[data.event ?? ''] ?? 'The security settings of your account changed'
    return data.device === undefined ? [event] : [`${event}: `, strong(data.device)]
  },
}

/** An admin decided about reports on the reader's work. It does not name the work, which may be removed. */
function reportedDecision(n: Notification): TextPart[] | undefined {
  const what = `your ${SUBJECTS[n.subject.kind]}`
  if (n.data.state === 'removed') return [`An admin removed ${what} after a report`]
  if (n.data.state === 'kept') return [`An admin looked at a report about ${what}, which stays`]
  return undefined
}

const DECISIONS: Record<string, string> = {
  approved: 'approved',
  changes: 'requested changes to',
  rejected: 'rejected',
}

function along({ data: { videos = 0 } }: Notification): TextPart[] {
  return videos === 0 ? [] : [` and ${countOf(videos, 'video')}`]
}

function newVideos({ playlist, data: { videos = 1 } }: Notification, title: TextPart): TextPart[] {
  if (videos > 1) return [`${videos} new videos in `, playlist === null ? title : strong(playlist)]
  return playlist === null ? ['A new video in ', title] : ['A new video in ', strong(playlist), ': ', title]
}

/** Their sentences do not name the subject, so they remain correct when it is gone. */
const WITHOUT_SUBJECT: readonly Notification['kind'][] = [
  'report_decided',
  'broken',
  'security',
  'review_waiting',
]

/** Whether the sentence of an entry remains correct when its subject is gone. */
export function staysWhenGone(notification: Notification): boolean {
  const { kind } = notification
  return WITHOUT_SUBJECT.includes(kind) || isAfterReport(notification)
}

/** Whether an admin decided about reports, and not about a submission. */
export function isAfterReport(notification: Notification): boolean {
  return notification.kind === 'decision' && reportedDecision(notification) !== undefined
}

/** The sentence of an entry. */
export function sentenceOf(notification: Notification): TextPart[] {
  const { kind, subject, gone, title } = notification
  if (gone && !staysWhenGone(notification)) return [GONE[subject.kind]]
  const name: TextPart = title === null ? `a ${SUBJECTS[subject.kind]}` : strong(title)
  return [...SENTENCES[kind](notification, name), '.']
}

export function plainText(parts: TextPart[]): string {
  return parts.map((part) => (typeof part === 'string' ? part : part.strong)).join('')
}

/** The line under the sentence, without the time. */
export function detailOf({ kind, gone, text, playlist, data }: Notification): string | undefined {
  if (kind === 'decision') return decisionDetail({ gone, data })
  if (gone) return undefined
  if (kind === 'security') return data.network === undefined ? undefined : `Network ${data.network}`
  if (kind === 'broken') return 'The operator finds more with npm run doctor.'
  if (text !== null && kind !== 'report_decided') return `“${text}”`
  return kind === 'video_gone' ? (playlist ?? undefined) : undefined
}

function decisionDetail({ gone, data }: Pick<Notification, 'gone' | 'data'>): string | undefined {
  const { message, reasons = 0, notes = 0 } = data
  if (message !== undefined) return `“${message}”`
  if (gone) return undefined
  const parts = [
    ...(reasons > 0 ? [countOf(reasons, 'reason')] : []),
    ...(notes > 0 ? [countOf(notes, 'note')] : []),
  ]
  return parts.length === 0 ? undefined : parts.join(' and ')
}

/** What the mails of a kind are about: "emails about …". */
export const KIND_WORDS: Record<Notification['kind'], string> = {
  reply: 'replies to you',
  answer: 'answers to your questions',
  comment: 'comments on your courses',
  question: 'questions on your courses',
  decision: 'decisions on your work',
  video_gone: 'videos that no longer play',
  video_followed: 'new videos in playlists you follow',
  video_saved: 'new videos in playlists you saved',
  playlist_new: 'new playlists of teachers you follow',
  report_decided: 'your reports',
  review_waiting: 'work that waits for review',
  report: 'new reports',
  broken: 'what is broken',
  security: 'the safety of your account',
}
