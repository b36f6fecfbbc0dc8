import {
  INVITATION_EXPIRED,
  INVITATION_FORGED,
  INVITATION_OF_ANOTHER,
  INVITATION_REVOKED,
  INVITATION_USED,
} from '#contract/people/invitation-messages.ts'
import type { InvitationState } from '#contract/people/invitations.ts'
import type { RequestMeta } from '#server/auth/audit.ts'
import type { Secrets } from '#server/auth/secret-key.ts'
import type { AppContext } from '#server/context.ts'
import type { Db } from '#server/data/database.ts'
import { isId } from '#server/data/ids.ts'
import type { InvitationRow } from '#server/data/people-rows.ts'
import { emailKey } from '#server/features/account/users/users.ts'
import { type AppError, invalid } from '#server/http/app-error.ts'
import { findInvitation } from './invitations.queries.ts'

/** The link of a mail also shows that its reader owns the address, so it cannot be made from a copied one. */
const PURPOSES = { copied: 'invitation', mailed: 'invitation by mail' } as const
type Way = keyof typeof PURPOSES

/** The token of the link of an invitation: `{id}.{signature}`. */
export function invitationToken(secrets: Secrets, id: string, way: Way): string {
  return `${id}.${secrets.mac(PURPOSES[way], id)}`
}

/** The id and the way of a token; `undefined` if this site did not make it. */
function readToken(secrets: Secrets, token: string): { id: string; way: Way } | undefined {
  const [id = '', signature = ''] = token.split('.')
  if (!isId(id)) return undefined
  const isOf = (way: Way) => secrets.isMac(PURPOSES[way], id, signature)
  if (isOf('copied')) return { id, way: 'copied' }
  return isOf('mailed') ? { id, way: 'mailed' } : undefined
}

type StateColumns = Pick<InvitationRow, 'expires_at' | 'revoked_at' | 'uses' | 'uses_max'>

export function stateOf(
  { expires_at, revoked_at, uses, uses_max }: StateColumns,
  now = new Date().toISOString(),
): InvitationState {
  if (revoked_at !== null) return 'revoked'
  if (uses >= uses_max) return 'used'
  return expires_at <= now ? 'expired' : 'waiting'
}

const ENDED = { used: INVITATION_USED, expired: INVITATION_EXPIRED, revoked: INVITATION_REVOKED } as const

/** Throws the 400 AppError unless the invitation can be used now. */
export function rejectEnded(row: StateColumns): void {
  const state = stateOf(row)
  if (state !== 'waiting') throw wrong(ENDED[state])
}

function wrong(sentence: string): AppError {
  return invalid('invitation', sentence)
}

/** Throws the 400 AppError if the invitation is for another address than this one. */
export function rejectOtherAddress(row: Pick<InvitationRow, 'email_key'>, email: string): void {
  if (row.email_key !== null && row.email_key !== emailKey(email)) throw wrong(INVITATION_OF_ANOTHER)
}

export interface HeldInvitation {
  row: InvitationRow
  /** Whether the holder of the link has shown that the address of the invitation is theirs. */
  confirmsAddress: boolean
}

type Parts = Pick<AppContext, 'secrets' | 'throttle'> & { db: Db }

/**
 * The invitation of a token, whatever its state. Throws the 400 AppError for a token that this site did not make, and the 429
 * AppError after many of them: only these count, so that nobody can block the links of others.
 */
export async function heldInvitation(
  { db, secrets, throttle }: Parts,
  token: string,
  meta: Pick<RequestMeta, 'network'>,
): Promise<HeldInvitation> {
  const known = readToken(secrets, token)
  if (!known) {
    const forged = { email: 'invitation', meta, isKnown: async () => true }
    await throttle.attempt(forged, async () => undefined)
    throw wrong(INVITATION_FORGED)
  }
  const row = await findInvitation(db, known.id)
  if (!row) throw wrong(INVITATION_FORGED)
  return { row, confirmsAddress: known.way === 'mailed' && row.kind === 'mail' }
}

/** As `heldInvitation`, and throws the 400 AppError with the reason if it cannot be used any more. */
export async function usableInvitation(
  parts: Parts,
  token: string,
  meta: Pick<RequestMeta, 'network'>,
): Promise<HeldInvitation> {
  const held = await heldInvitation(parts, token, meta)
  rejectEnded(held.row)
  return held
}
