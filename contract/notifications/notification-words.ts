/** The words that the rows of `notification-kinds.ts` put together. */
import { countOf } from '#contract/format.ts'
import type { NotificationData, NotificationFields } from './notification-fields.ts'

/** A part of a sentence; names and titles are strong. */
export type TextPart = string | { strong: string }

export const strong = (text: string): TextPart => ({ strong: text })

/** "Priya Raman and 3 others". */
export function actorsOf({
  actors,
  actorsCount,
}: Pick<NotificationFields, 'actors' | 'actorsCount'>): string {
  const [first, second] = actors
  if (first === undefined) return 'Someone'
  if (actorsCount === 1) return first.username
  if (actorsCount === 2 && second) return `${first.username} and ${second.username}`
  return `${first.username} and ${actorsCount - 1} others`
}

/** What the subject of a notification is called. */
export const SUBJECT_WORDS: Record<NotificationFields['subject']['kind'], string> = {
  comment: 'comment',
  course: 'video',
  playlist: 'playlist',
  user: 'profile',
  group: 'group',
  site: 'page',
}

const DECISIONS: Record<string, string> = {
  approved: 'approved',
  changes: 'requested changes to',
  rejected: 'rejected',
}

/** An admin decided about a submission. */
export function afterReview(n: NotificationFields, title: TextPart): TextPart[] {
  const { state = '', videos = 0 } = n.data
  const along = videos === 0 ? [] : [` and ${countOf(videos, 'video')}`]
  return [`${actorsOf(n)} ${DECISIONS[state] ?? 'decided about'} `, title, ...along]
}

/** An admin decided about reports on the reader's work. It does not name the work, which may be removed. */
export function afterReport({ subject, data: { state } }: NotificationFields): TextPart[] | undefined {
  const what = `your ${SUBJECT_WORDS[subject.kind]}`
  if (state === 'removed') return [`An admin removed ${what} after a report`]
  if (state === 'kept') return [`An admin looked at a report about ${what}, which stays`]
  return undefined
}

/** The sentence of new videos. */
export function newVideos(
  { playlist, data: { videos = 1 } }: NotificationFields,
  title: TextPart,
): TextPart[] {
  if (videos > 1) return [`${videos} new videos in `, playlist === null ? title : strong(playlist)]
  return playlist === null ? ['A new video in ', title] : ['A new video in ', strong(playlist), ': ', title]
}

/** The heading of new videos in the daily mail. */
export function newVideosHeading(
  { data: { videos = 1 }, playlist }: NotificationFields,
  title: string,
): string {
  const where = playlist ?? title
  return videos === 1 ? `A new video in ${where}` : `${videos} new videos in ${where}`
}

/** The quoted name of the playlist. */
export const playlistOf = ({ playlist, title }: NotificationFields) =>
  `“${playlist ?? title ?? 'a playlist'}”`

/** `data.problem` of a disk that is short of space; the others are kinds of jobs. */
export const FULL_DISK = 'full-disk'

/** What does not work. */
export function brokenWords({ problem = 'unknown' }: NotificationData): TextPart[] {
  if (problem === FULL_DISK) return ['The disk of the server is short of space: large uploads are refused']
  return ['Something is broken: jobs of the kind ', strong(problem), ' fail']
}

/** Why a video no longer plays. */
export function findingWords({ finding }: NotificationData): string {
  if (finding === 'gone') return 'it was deleted or made private'
  if (finding === 'not-embeddable') return 'its owner no longer allows it on other sites'
  return 'it cannot be shown'
}

/** What can happen to an account, by `data.event`. */
const SECURITY_EVENTS = {
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
  'sessions-ended': 'An admin ended all sessions of your account',
  'second-step-ended': 'An admin turned off the second step of your account',
  'reset-code': 'An admin created a code for a new password of your account',
  deleted: 'An admin deleted your account',
  restored: 'An admin restored your account',
  provider: 'The organisation’s sign-in was connected to your account',
  'provider-removed': 'The organisation’s sign-in was disconnected from your account',
  'login-link': 'The operator made a link that logs an admin in',
  recovery: 'New recovery codes were made for your account',
  'recovery-used': 'A recovery code was used to log in to your account',
}
export type SecurityEventName = keyof typeof SECURITY_EVENTS

/** What happened to an account, and the device that caused it. */
export function securityWords({ event = '', device }: NotificationData): TextPart[] {
  const events: Record<string, string> = SECURITY_EVENTS
  const words = events[event] ?? 'The security settings of your account changed'
  return device === undefined ? [words] : [`${words}: `, strong(device)]
}
