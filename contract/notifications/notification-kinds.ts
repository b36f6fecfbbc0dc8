/**
 * The kinds of notifications, without schemas: the bell needs them in the browser (community.md, "Notifications").
 */
export const NOTIFICATION_KINDS = [
  'reply',
  'answer',
  'comment',
  'question',
  'decision',
  'video_gone',
  'video_followed',
  'video_saved',
  'playlist_new',
  'report_decided',
  'review_waiting',
  'report',
  'broken',
  'security',
] as const
export type NotificationKind = (typeof NOTIFICATION_KINDS)[number]

/** What a notification is about. `site` is the site itself; its id says which part. */
export const SUBJECT_KINDS = ['comment', 'course', 'playlist', 'user', 'site'] as const
export type SubjectKind = (typeof SUBJECT_KINDS)[number]

/** The settings of a user who has changed none. */
export const SETTING_DEFAULTS = {
  reply: { app: true, mail: 'now' },
  answer: { app: true, mail: 'now' },
  comment: { app: true, mail: 'daily' },
  question: { app: true, mail: 'now' },
  decision: { app: true, mail: 'now' },
  video_gone: { app: true, mail: 'now' },
  video_followed: { app: true, mail: 'daily' },
  video_saved: { app: true, mail: 'daily' },
  playlist_new: { app: true, mail: 'daily' },
  report_decided: { app: true, mail: 'never' },
  review_waiting: { app: true, mail: 'daily' },
  report: { app: true, mail: 'now' },
  broken: { app: true, mail: 'now' },
  security: { app: true, mail: 'now' },
} as const satisfies Record<NotificationKind, { app: boolean; mail: 'now' | 'daily' | 'never' }>

/** Only admins get these. */
export const ADMIN_KINDS: readonly NotificationKind[] = ['review_waiting', 'report', 'broken']
/** Nobody can turn these off. */
export const ALWAYS_ON: readonly NotificationKind[] = ['security']
