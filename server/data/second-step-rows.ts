import type { Selectable } from 'kysely'

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

/** A challenge that a browser may answer once, within five minutes. */
export interface ChallengeTable {
  /** The hash of the challenge. */
  id: string
  /** Null for `login`, because the user is not known yet. */
  user_id: string | null
  kind: 'login' | 'register' | 'confirm' | 'second'
  /** Of `second`, a hash of the checked password hash. Of `register`, whether the user has confirmed who they are. */
  data: string
  expires_at: string
}

export type ChallengeRow = Selectable<ChallengeTable>
