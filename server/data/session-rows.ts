import type { Generated, Selectable } from 'kysely'

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
