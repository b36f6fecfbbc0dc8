import type { Generated, Selectable } from 'kysely'

/** One mail: inserted with the change that it reports, then sent by a job. */
export interface MailTable {
  id: string
  to_user: string
  /** Null for the address that the user has when it is sent. */
  address: string | null
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
}

export type SiteRow = Selectable<SiteTable>
