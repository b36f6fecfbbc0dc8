import type { Identity } from '#contract/account/provider.ts'
import { PROVIDER, SIGN_IN_TOO_OLD } from '#contract/account/provider-messages.ts'
import type { Reauth } from '#contract/account/reauth.ts'
import { LAST_WAY_IN } from '#contract/account/second-step.ts'
import { audit } from '#server/auth/audit.ts'
import { CHALLENGE_LIFE_MS, takeChallenge } from '#server/auth/challenges.ts'
import type { Resource } from '#server/auth/permissions.ts'
import { takeTicket } from '#server/auth/provider-tickets.ts'
import { reauthenticate } from '#server/auth/reauth.ts'
import type { Viewer } from '#server/auth/viewer.ts'
import type { IdentityRow } from '#server/data/account-rows.ts'
import { type Db, transaction } from '#server/data/database.ts'
import { isUniqueViolation } from '#server/data/dialect.ts'
import { type Asking, lockOwnAccount } from '#server/features/account/auth/auth-parts.ts'
import { hasOtherWayIn } from '#server/features/account/auth/ways-in.ts'
import { notifySecurity } from '#server/features/notifications/notify-security.ts'
import { AppError } from '#server/http/app-error.ts'
import { applyClaims, claimRules } from './claims.ts'
import {
  deleteIdentity,
  findIdentity,
  identitiesOf,
  insertIdentity,
  sessionBeganAt,
} from './identities.queries.ts'
import { type Newcomer, readNewcomer } from './newcomer.ts'
import type { ProviderParts } from './provider-parts.ts'

const TAKEN = 'This account is already connected, here or to somebody else.'

/** The accounts of the caller at the provider. Those of a former provider cannot be used. */
export async function listIdentities(parts: ProviderParts, viewer: Viewer): Promise<Identity[]> {
  return (await usableIdentities(parts, viewer.id)).map((row) => shown(parts, row))
}

async function usableIdentities({ db, provider }: ProviderParts, userId: string): Promise<IdentityRow[]> {
  const rows = await identitiesOf(db, userId)
  return rows.filter(({ issuer }) => isSame(issuer, provider.config.issuer))
}

const isSame = (one: string, other: string) => one.replace(/\/$/, '') === other.replace(/\/$/, '')

/** The caller's own account at the provider. */
export async function ownIdentity(
  parts: ProviderParts,
  viewer: Viewer,
): Promise<(IdentityRow & Resource) | undefined> {
  const [row] = await usableIdentities(parts, viewer.id)
  return row && { ...row, access: { ownerId: viewer.id } }
}

interface Proof extends Reauth {
  challenge?: string | undefined
}

/**
 * Connects the caller's account: with the challenge of a sign-in that found it, after the login that it asked for, or with a ticket
 * and the password or a passkey.
 */
export async function connect(
  parts: ProviderParts,
  asking: Asking,
  { challenge, ticket, ...proof }: Proof,
): Promise<Identity> {
  const { db } = parts
  const { viewer, meta } = asking
  const person =
    challenge === undefined
      ? await personOfTicket(parts, asking, { ticket, proof })
      : await personOfLogin(db, viewer, challenge)
  const { issuer, subject, email, values } = person
  const rules = await claimRules(parts)
  const connecting = transaction(db, async (trx, after) => {
    await lockOwnAccount(trx, viewer)
    await insertIdentity(trx, { issuer, subject, user_id: viewer.id, email })
    await audit(trx, meta, { action: 'provider.connected', actorId: viewer.id, subject: viewer.id })
    await notifySecurity(parts, { trx, after }, { userId: viewer.id, event: 'provider', meta })
    await applyClaims(trx, { identity: { issuer, subject }, values, rules, meta, context: parts })
  })
  await connecting.catch((error: unknown) => {
    throw isUniqueViolation(error) ? new AppError('conflict', TAKEN) : error
  })
  const made = await findIdentity(db, { issuer, subject })
  if (!made) throw new AppError('conflict', TAKEN)
  return shown(parts, made)
}

async function personOfTicket(
  { db, ...parts }: ProviderParts,
  asking: Asking,
  { ticket, proof }: { ticket: string | undefined; proof: Reauth },
): Promise<Newcomer> {
  await reauthenticate({ db, ...parts }, asking, proof)
  const person =
    ticket === undefined ? undefined : await takeTicket(db, { ticket, purpose: 'connect' }, asking.meta)
  if (!person) throw new AppError('invalid', SIGN_IN_TOO_OLD)
  return person
}

/** The challenge is for one account. The caller must have logged in to it since, so that a stolen session is not enough. */
async function personOfLogin(db: Db, viewer: Viewer, challenge: string): Promise<Newcomer> {
  const began = await sessionBeganAt(db, viewer.sessionId)
  const row = await takeChallenge(db, { challenge, kind: 'connect' })
  const askedAt = row && new Date(Date.parse(row.expires_at) - CHALLENGE_LIFE_MS).toISOString()
  if (row?.user_id !== viewer.id || askedAt === undefined || began === undefined || began < askedAt)
    throw new AppError('invalid', SIGN_IN_TOO_OLD)
  return readNewcomer(row.data)
}

/** Disconnects the caller's account. Roles and groups of the provider end. Throws `conflict` for the last way to log in. */
export async function disconnect(
  parts: ProviderParts,
  { viewer, meta }: Asking,
  { row, proof }: { row: IdentityRow; proof: Reauth },
): Promise<void> {
  await reauthenticate(parts, { viewer, meta }, proof)
  const rules = await claimRules(parts)
  await transaction(parts.db, async (trx, after) => {
    const identity = { issuer: row.issuer, subject: row.subject }
    await applyClaims(trx, { identity, values: [], rules, meta, context: parts })
    const account = await lockOwnAccount(trx, viewer)
    if (!(await hasOtherWayIn(trx, parts, { account }))) throw new AppError('conflict', LAST_WAY_IN)
    await deleteIdentity(trx, identity)
    await audit(trx, meta, { action: 'provider.disconnected', actorId: viewer.id, subject: viewer.id })
    await notifySecurity(parts, { trx, after }, { userId: viewer.id, event: 'provider-removed', meta })
  })
}

function shown({ provider }: ProviderParts, { email, created_at }: IdentityRow): Identity {
  return { provider: PROVIDER, label: provider.config.label, email, createdAt: created_at }
}
