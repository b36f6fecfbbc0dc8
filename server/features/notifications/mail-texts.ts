import { KINDS, type NotificationKind } from '#contract/notifications/notification-kinds.ts'
import { plainText, sentenceOf } from '#contract/notifications/notification-texts.ts'
import type { Notification } from '#contract/notifications/notifications.ts'

/** Why the reader gets a mail of this kind: one line. */
export function reasonOf(notification: Notification, siteName: string): string {
  const { reason } = KINDS[notification.kind].mail
  return typeof reason === 'string' ? reason : reason(notification, siteName)
}

/** The heading of an entry in the daily mail. */
export function headingOf(notification: Notification): string {
  const { heading } = KINDS[notification.kind].mail
  return heading?.(notification, notification.title ?? 'your course') ?? headlineOf(notification)
}

/** The sentence of an entry, without the full stop. */
export function headlineOf(notification: Notification): string {
  return plainText(sentenceOf(notification)).replace(/\.$/, '')
}

/** The link of an entry in the daily mail. */
export function linkLabel({ kind, count }: Notification): string {
  const { button, linkToMany } = KINDS[kind].mail
  return `${count > 1 && linkToMany ? linkToMany(count) : button} →`
}

/** "4 comments on your courses, 2 new videos and a new playlist". */
export function summaryOf(notifications: Notification[]): string {
  const sums = new Map<NotificationKind, number>()
  for (const { kind, count, data } of notifications) {
    const n = KINDS[kind].mail.counts === 'videos' ? (data.videos ?? count) : count
    sums.set(kind, (sums.get(kind) ?? 0) + n)
  }
  return new Intl.ListFormat('en-GB').format([...sums].map(([kind, n]) => KINDS[kind].mail.summary(n)))
}
