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
  /** Others see only the name and the picture. */
  profile_private: Generated<number>
  /** A sentence of theirs about the site, which the page About shows. */
  site_quote: string | null
  /** 1 until the user has opened the link in the first mail; they cannot log in before. */
  confirm_first: Generated<number>
  /** 0 if teachers must not see the name among the learners of their playlists. */
  progress_shown: Generated<number>
  /** When the user was told who sees their progress; nobody sees the name before. */
  progress_told_at: string | null
  /** 1 for an account that the demo brought. */
  is_demo: Generated<number>
  /** How much they may upload, in GB; null for the quota of the site. */
  quota_gb: number | null
  /** Since when the account is deleted: it is hidden, and after 14 days it is gone. */
  deleted_at: string | null
  /** The admin who deleted the account; their own id if they did. */
  deleted_by: string | null
}

export type UserRow = Selectable<UserTable>

export interface SessionTable {
  id: string
  token_hash: string
  user_id: string
  network: string
  agent: string
  created_at: string
  last_used_at: string
  expires_at: string
  /** 1 for a login from a network that the account had not used lately. */
  unknown_network: Generated<number>
}

export type SessionRow = Selectable<SessionTable>

export interface ResetCodeTable {
  user_id: string
  code_hash: string
  expires_at: string
}

export type ResetCodeRow = Selectable<ResetCodeTable>

/** Where a person logged in from lately: these may still try when an account is under attack. */
export interface KnownNetworkTable {
  user_id: string
  network: string
  last_login_at: string
}

export interface PasskeyTable {
  id: string
  user_id: string
  /** Base64url, as the browser sends it. */
  credential_id: string
  /** The host that the passkey was made for. */
  rp_id: string
  /** COSE, in base64url. */
  public_key: string
  /** Unsigned, 32 bits; always 0 for passkeys that do not count. */
  counter: number
  /** JSON array. */
  transports: string
  name: string
  /** Whether a provider keeps a copy of it. */
  backed_up: number
  /** When it was disabled, because its counter did not increase or its owner had to prove who they are without it. */
  disabled_at: string | null
  created_at: string
  last_used_at: string | null
}

export type PasskeyRow = Selectable<PasskeyTable>

/** The authenticator app of a user. It has no effect until it is confirmed. */
export interface TotpTable {
  user_id: string
  /** Base32, sealed with SECRET_KEY. */
  secret: string
  confirmed_at: string | null
  /** The time step (30 seconds) of the last accepted code; a code works once. */
  last_step: number
}

export type TotpRow = Selectable<TotpTable>

export interface RecoveryCodeTable {
  user_id: string
  code_hash: string
  used_at: string | null
}

/** The account of a user at the sign-in provider. */
export interface IdentityTable {
  issuer: string
  subject: string
  user_id: string
  /** As the provider named it at the last sign-in. */
  email: string
  /** 1 while a claim is the reason for the role or the right: it ends with the claim. */
  gave_teacher: Generated<number>
  gave_admin: Generated<number>
  created_at: string
}

export type IdentityRow = Selectable<IdentityTable>

/** A challenge that a browser may answer once, in most cases within five minutes. */
export interface ChallengeTable {
  /** The hash of the challenge. */
  id: string
  /** Null for `login`, because the user is not known yet. */
  user_id: string | null
  kind: 'login' | 'register' | 'confirm' | 'second' | 'flow' | 'ticket' | 'signup' | 'connect' | 'link'
  /**
   * Of `second`, a hash of the checked password hash. Of `register`, whether the user has confirmed who they are. Of a sign-in
   * with the provider, JSON.
   */
  data: string
  expires_at: string
}

export type ChallengeRow = Selectable<ChallengeTable>

/** An action on an account or a right. */
export interface AuditTable {
  id: string
  at: string
  actor_id: string | null
  network: string
  action: string
  subject: string | null
  detail: string
  request_id: string
}
