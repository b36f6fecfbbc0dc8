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

/** One mail: inserted with the change that it reports, then sent by a job. */
export interface MailTable {
  id: string
  to_user: string
  /** Null for the address that the user has when it is sent. */
  address: string | null
  /** The invitation that it brings to an address without an account; `to_user` has sent it. */
  invitation_id: string | null
  kind: string
  /** JSON; emptied once the mail is sent. */
  data: string
  dedupe_key: string | null
  /** `rejected`: the mail server refused the address. `failed`: eight tries failed. `dropped`: there was no reason left to send it. */
  state: Generated<'ready' | 'sent' | 'rejected' | 'failed' | 'dropped'>
  sent_at: string | null
  /** Why the last try failed. */
  error: string | null
}

export type MailRow = Selectable<MailTable>

/** A link of a mail; only the hash of its token is stored. */
export interface EmailTokenTable {
  token_hash: string
  user_id: string
  kind: 'verify' | 'reset' | 'change' | 'undo'
  /** The address that the link confirms or restores. */
  email: string
  expires_at: string
  used_at: string | null
}

export type EmailTokenRow = Selectable<EmailTokenTable>

/** One row: what the last start stored about the site. */
export interface SiteTable {
  id: string
  /** A signature by the secret key, to detect another key. */
  key_check: string
  sends_mail: number
  /** Until then a program of the former version may run beside this one and show what is restricted. */
  restrict_after: string | null
  /** Of the newest code that makes the first admin; null where none was needed. */
  setup_hash: string | null
  /** How often a wrong code was entered since then. */
  setup_tries: Generated<number>
  /** Since when admins do without the checklist of the first start. */
  checklist_hidden_at: string | null
}

export type SiteRow = Selectable<SiteTable>

/** A user follows a teacher or a playlist: one target each. */
export interface FollowTable {
  user_id: string
  teacher_id: string | null
  playlist_id: string | null
  created_at: string
}
