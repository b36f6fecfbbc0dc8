import type { KindIcon } from './notification-kind.ts'
import { KINDS } from './notification-kinds.ts'
import { SUBJECT_WORDS, strong, type TextPart } from './notification-words.ts'
import type { Notification } from './notifications.ts'

const GONE: Record<Notification['subject']['kind'], string> = {
  comment: 'This comment was removed.',
  course: 'This video is no longer available.',
  playlist: 'This playlist is no longer available.',
  user: 'This account was removed.',
  group: 'You are no longer in this group.',
  site: 'This is no longer available.',
}

export function iconOf({ kind, data }: Notification): KindIcon {
  const { icon } = KINDS[kind]
  return typeof icon === 'function' ? icon(data) : icon
}

/** Whether the sentence of an entry remains correct when its subject is gone. */
export function staysWhenGone(notification: Notification): boolean {
  return KINDS[notification.kind].staysWhenGone?.(notification) ?? false
}

/** The sentence of an entry. */
export function sentenceOf(notification: Notification): TextPart[] {
  const { kind, subject, gone, title } = notification
  if (gone && !staysWhenGone(notification)) return [GONE[subject.kind]]
  const name: TextPart = title === null ? `a ${SUBJECT_WORDS[subject.kind]}` : strong(title)
  return [...KINDS[kind].sentence(notification, name), '.']
}

export function plainText(parts: TextPart[]): string {
  return parts.map((part) => (typeof part === 'string' ? part : part.strong)).join('')
}

/** The line under the sentence, without the time. */
export function detailOf(notification: Notification): string | undefined {
  const { kind, gone, text } = notification
  if (gone && !staysWhenGone(notification)) return undefined
  const { detail } = KINDS[kind]
  if (detail) return detail(notification)
  return text === null ? undefined : `“${text}”`
}
