export interface PasskeyRow {
  id: string
  user_id: string
  /** Base64url, as the browser sends it. */
  credential_id: string
  /** The host that the passkey was made for. */
  rp_id: string
  /** COSE, in base64url. */
  public_key: string
  /** 32 bits without a sign; 0 from passkeys that do not count. */
  counter: number
  /** JSON array. */
  transports: string
  name: string
  /** Whether the maker of the device keeps a copy of it. */
  backed_up: number
  /** Since when it may not be used, because its counter went backwards. */
  disabled_at: string | null
  created_at: string
  last_used_at: string | null
}

/** The authenticator app of a user. Unconfirmed it does nothing. */
export interface TotpRow {
  user_id: string
  /** Base32, sealed with SECRET_KEY. */
  secret: string
  confirmed_at: string | null
  /** The number of the last 30 seconds whose code was accepted; a code works once. */
  last_step: number
}

export interface RecoveryCodeRow {
  user_id: string
  code_hash: string
  used_at: string | null
}

/** What the server asked a browser to answer within five minutes, once. */
export interface ChallengeRow {
  /** The hash of what the browser was given. */
  id: string
  /** Null while nobody has said who they are. */
  user_id: string | null
  kind: 'login' | 'register' | 'confirm' | 'second'
  /** Of `second`, the hash of the password hash that was right; else empty. */
  data: string
  expires_at: string
}
