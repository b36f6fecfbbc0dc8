import type { Generated, Selectable } from 'kysely'
import type { Role } from '#contract/account/user-fields.ts'

/** What an admin has changed; no row means the default. */
export interface SettingTable {
  key: string
  /** JSON. */
  value: string
  updated_at: string
  updated_by: string | null
}

export type SettingRow = Selectable<SettingTable>

/** A name and a list of people. */
export interface GroupTable {
  id: string
  name: string
  name_key: string
  description: string
  /** Everybody with a confirmed address of this domain is a member. */
  mail_domain: string | null
  /** The value of a sign-in provider that makes a member. */
  provider_value: string | null
  members_count: Generated<number>
  created_at: string
  updated_at: string
}

export type GroupRow = Selectable<GroupTable>

export interface GroupMemberTable {
  user_id: string
  group_id: string
  source: 'hand' | 'invitation' | 'domain' | 'provider'
  /** 1 for a member who may manage the members of this group. */
  is_lead: Generated<number>
  added_by: string | null
  added_at: string
}

export type GroupMemberRow = Selectable<GroupMemberTable>

/** Its link is signed, so no secret is stored. */
export interface InvitationTable {
  id: string
  kind: 'link' | 'mail'
  /** Of a mail invitation. */
  email: string | null
  email_key: string | null
  /** The name that a file of people gives. */
  username: string | null
  role: Role
  uses_max: number
  uses: Generated<number>
  expires_at: string
  created_by: string | null
  import_id: string | null
  created_at: string
  revoked_at: string | null
}

export type InvitationRow = Selectable<InvitationTable>

export interface InvitationGroupTable {
  invitation_id: string
  group_id: string
}

/** A file of people to invite, with the result of its check. */
export interface ImportTable {
  id: string
  created_by: string | null
  /** JSON. */
  lines: string
  state: 'checked' | 'running' | 'done'
  done_count: Generated<number>
  created_at: string
}

export type ImportRow = Selectable<ImportTable>

/** A group that sees a playlist whose visibility is `groups`. */
export interface PlaylistGroupTable {
  group_id: string
  playlist_id: string
}

/** A user has opened the link of a playlist with this number. */
export interface OpenedLinkTable {
  user_id: string
  playlist_id: string
  link_number: number
  opened_at: string
}

/** A word of the name or the address of a user. */
export interface UserWordTable {
  word: string
  user_id: string
}

/** A copy of their own data that a user has asked for. */
export interface ExportTable {
  id: string
  user_id: string
  state: 'waiting' | 'ready' | 'failed'
  /** Its name in the folder of exports. */
  file: string | null
  created_at: string
  expires_at: string
}

/** A user asks to become a teacher; an index allows one open request per user. */
export interface TeacherRequestTable {
  id: string
  user_id: string
  reason: string
  state: Generated<'open' | 'accepted' | 'declined'>
  /** What the admin wrote with the decision. */
  message: Generated<string>
  decided_by: string | null
  decided_at: string | null
  created_at: string
}

export type TeacherRequestRow = Selectable<TeacherRequestTable>
