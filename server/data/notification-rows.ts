import type { Generated, Selectable } from 'kysely'
import type { MailSetting, SubjectKind } from '#contract/notifications/notification-fields.ts'
import type { NotificationKind } from '#contract/notifications/notification-kinds.ts'

export interface NotificationTable {
  id: string
  user_id: string
  kind: NotificationKind
  subject_kind: SubjectKind
  subject_id: string
  /** Notifications of one kind and group that were read together are one entry of the list. */
  group_id: string
  actor_id: string | null
  /** JSON (contract/notifications/notification-fields.ts `NotificationData`). */
  data: string
  /** A user has one notification with this key. */
  dedupe_key: string | null
  created_at: string
  read_at: string | null
  /** 0 if it is only sent by mail; then it counts as read. */
  app: Generated<number>
  /** When it is due in a daily mail; null if it needs none or the mail was sent. */
  mail_at: string | null
}

export type NotificationRow = Selectable<NotificationTable>

/** No row means the default. */
export interface NotificationSettingTable {
  user_id: string
  kind: NotificationKind
  app: number
  mail: MailSetting
}

/** How many immediate notification mails a user got on the last day that had one. */
export interface ImmediateMailsTable {
  user_id: string
  /** The date in the user's time zone. */
  day: string
  sent: number
}
