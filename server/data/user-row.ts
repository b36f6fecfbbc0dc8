import type { Generated, Selectable } from 'kysely'
import type { Role } from '#contract/account/user-fields.ts'

export interface UserTable {
  id: string
  username: string
  username_key: string
  email: string
  /** Lower-case: one person per address. */
  email_key: string
  password_hash: string
  /** Null while the account has the password of its registration. */
  password_changed_at: string | null
  role: Role
  profession: string | null
  photo: string
  is_admin: Generated<number>
  approved_playlists_count: Generated<number>
  approved_courses_count: Generated<number>
  saves_count: Generated<number>
  created_at: string
  updated_at: string
  history_paused: Generated<number>
  /** JSON of the player's settings (contract/video/player.ts); null until one is changed. */
  player: string | null
  /** The name key in the teacher search; null for users who are not teachers. Older programs do not update it. */
  searched_as: string | null
  /** What the teacher submits is approved at once. */
  trusted: Generated<number>
  /** Since when the account is suspended: it has no sessions and cannot log in. */
  suspended_at: string | null
  suspended_reason: string | null
  /** An IANA name; null until the user opens the notification settings. */
  time_zone: string | null
  /** Of a teacher. */
  followers_count: Generated<number>
  email_verified_at: string | null
  /** The address to be confirmed before it replaces `email`, and when it was asked for. */
  pending_email: string | null
  pending_email_at: string | null
  /** Since when nothing but account mails is sent, because the address was rejected twice in a row. */
  mail_off_at: string | null
  /** How often in a row the address was rejected. */
  mail_rejections: Generated<number>
}

export type UserRow = Selectable<UserTable>
