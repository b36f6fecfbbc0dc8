import {
  PASSKEYS_MAX,
  type Passkey,
  type PasskeyDraft,
  type RegisterPasskeyDraft,
} from '#contract/account/passkeys.ts'
import { type Assertion, PASSKEY_WRONG, type Reauth } from '#contract/account/reauth.ts'
import { LAST_WAY_IN } from '#contract/account/second-step.ts'
import type { SessionUser } from '#contract/account/session-user.ts'
import { audit, type RequestMeta } from '#server/auth/audit.ts'
import { findChallenge, takeChallenge } from '#server/auth/challenges.ts'
import type { RelyingParty } from '#server/auth/passkeys.ts'
import type { Resource } from '#server/auth/permissions.ts'
import { reauthenticate } from '#server/auth/reauth.ts'
import type { Viewer } from '#server/auth/viewer.ts'
import type { PasskeyRow } from '#server/data/account-rows.ts'
import { type Db, transaction } from '#server/data/database.ts'
import { isUniqueViolation } from '#server/data/dialect.ts'
import { isId, newId } from '#server/data/ids.ts'
import { lockAccount, sessionUser } from '#server/features/account/users/users.ts'
import type { LoginMethods } from '#server/features/mail/account-mails.ts'
import { notifySecurity } from '#server/features/notifications/notify-security.ts'
import { AppError } from '#server/http/app-error.ts'
import { type Asking, type AuthParts, beginSession, lockOwnAccount } from './auth-parts.ts'
import { ALGORITHMS, CONFIRMED, requireParty } from './passkey-options.ts'
import {
  deletePasskey,
  disablePasskeys,
  findPasskey,
  findTotp,
  insertPasskey,
  passkeysOf,
  updatePasskey,
} from './second-step.queries.ts'
import { hasOtherWayIn, isUsable } from './ways-in.ts'

const TOO_LATE = 'This took too long. Please try again.'
const NOT_MADE = 'This passkey could not be added.'
const ALREADY_ADDED = 'This passkey is already added.'

/** Starts a session for the owner of the passkey. Throws `wrong_credentials`. */
export async function logInWithPasskey(
  parts: AuthParts,
  assertion: Assertion,
  meta: RequestMeta,
): Promise<SessionUser> {
  const { db } = parts
  const passkey = await parts.passkeys.check(assertion, { kind: 'login' }, meta)
  const begun =
    passkey &&
    (await transaction(db, async (trx, after) => {
      const account = await lockAccount(trx, passkey.user_id)
      // It may have been removed or disabled since the check.
      if (!account || (await findPasskey(trx, passkey.id))?.disabled_at !== null) return
      return { userId: account.id, token: await beginSession(parts, { trx, after, account, meta }) }
    }))
  if (begun) return sessionUser(db, begun.userId, begun.token)
  await audit(db, meta, { action: 'login.failed', subject: passkey?.user_id })
  throw new AppError('wrong_credentials', PASSKEY_WRONG)
}

export async function listPasskeys({ db, passkeys }: AuthParts, viewer: Viewer): Promise<Passkey[]> {
  const rows = await passkeysOf(db, viewer.id)
  return rows.map((row) => shown(row, passkeys.relyingParty))
}

/** One of the caller's own passkeys. */
export async function ownPasskey(
  { db }: AuthParts,
  viewer: Viewer,
  id: string,
): Promise<(PasskeyRow & Resource) | undefined> {
  const row = isId(id) ? await findPasskey(db, id) : undefined
  return row?.user_id === viewer.id ? { ...row, access: { ownerId: viewer.id } } : undefined
}

/** Adds the passkey that the browser made. Checks who the user is, unless they confirmed it to get the challenge. */
export async function registerPasskey(
  parts: AuthParts,
  { viewer, meta }: Asking,
  draft: RegisterPasskeyDraft,
): Promise<Passkey> {
  const { db } = parts
  const party = requireParty(parts.passkeys)
  const { challenge, name, password, passkey: assertion, ticket } = draft
  const asked = await findChallenge(db, { challenge, kind: 'register' })
  if (asked?.user_id !== viewer.id) throw new AppError('invalid', TOO_LATE)
  if (asked.data !== CONFIRMED)
    await reauthenticate(parts, { viewer, meta }, { password, passkey: assertion, ticket })
  const made = await verified(draft, party, meta)
  const row = { ...made, id: newId(), user_id: viewer.id, rp_id: party.id, name, last_used_at: null }
  await transaction(db, async (trx, after) => {
    await lockOwnAccount(trx, viewer)
    if (!(await takeChallenge(trx, { challenge, kind: 'register' }))) throw new AppError('invalid', TOO_LATE)
    if ((await passkeysOf(trx, viewer.id)).length >= PASSKEYS_MAX)
      throw new AppError('conflict', `You have ${PASSKEYS_MAX} passkeys. Remove one first.`)
    await insertPasskey(trx, row)
    await audit(trx, meta, { action: 'passkey.added', actorId: viewer.id, subject: viewer.id })
    await notifySecurity(parts, { trx, after }, { userId: viewer.id, event: 'passkey', meta })
  }).catch((error: unknown) => {
    throw isUniqueViolation(error) ? new AppError('conflict', ALREADY_ADDED) : error
  })
  return shown(row, party)
}

/** The columns of a new passkey. Throws `invalid` for a wrong host, origin or challenge, and without user verification. */
async function verified(
  { challenge, credential }: RegisterPasskeyDraft,
  { id, origin }: RelyingParty,
  { log }: RequestMeta,
) {
  // Loaded on first use, because the module is large.
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server')
  const { registrationInfo } = await verifyRegistrationResponse({
    response: credential,
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: id,
    requireUserVerification: true,
    supportedAlgorithmIDs: ALGORITHMS,
  }).catch((error: unknown) => {
    log.info({ err: error }, 'a new passkey was rejected')
    throw new AppError('invalid', NOT_MADE)
  })
  if (!registrationInfo) throw new AppError('invalid', NOT_MADE)
  const { credential: made, credentialBackedUp } = registrationInfo
  return {
    credential_id: made.id,
    public_key: Buffer.from(made.publicKey).toString('base64url'),
    counter: made.counter,
    transports: JSON.stringify(made.transports ?? []),
    backed_up: credentialBackedUp ? 1 : 0,
    disabled_at: null,
    created_at: new Date().toISOString(),
  }
}

/** Renames a passkey, or enables a disabled one after checking who the user is. */
export async function changePasskey(
  parts: AuthParts,
  { viewer, meta }: Asking,
  { row, draft: { name, enabled, ...proof } }: { row: PasskeyRow; draft: PasskeyDraft },
): Promise<Passkey> {
  const enables = enabled === true && row.disabled_at !== null
  if (enables) await reauthenticate(parts, { viewer, meta }, proof)
  const changes = { ...(name !== undefined && { name }), ...(enables && { disabled_at: null }) }
  await transaction(parts.db, async (trx, after) => {
    await lockOwnAccount(trx, viewer)
    if (Object.keys(changes).length > 0) await updatePasskey(trx, row.id, changes)
    if (!enables) return
    await audit(trx, meta, { action: 'passkey.enabled', actorId: viewer.id, subject: viewer.id })
    await notifySecurity(parts, { trx, after }, { userId: viewer.id, event: 'passkey-enabled', meta })
  })
  return shown({ ...row, ...changes }, parts.passkeys.relyingParty)
}

/** Removes a passkey after checking who the user is. Throws `conflict` for the last way to log in. */
export async function removePasskey(
  parts: AuthParts,
  { viewer, meta }: Asking,
  { row, proof }: { row: PasskeyRow; proof: Reauth },
): Promise<void> {
  await reauthenticate(parts, { viewer, meta }, proof)
  const party = parts.passkeys.relyingParty
  await transaction(parts.db, async (trx, after) => {
    const account = await lockOwnAccount(trx, viewer)
    const isLast = isUsable(row, party) && !(await hasOtherWayIn(trx, parts, { account, without: row }))
    if (isLast) throw new AppError('conflict', LAST_WAY_IN)
    await deletePasskey(trx, row.id)
    await audit(trx, meta, { action: 'passkey.removed', actorId: viewer.id, subject: viewer.id })
    await notifySecurity(parts, { trx, after }, { userId: viewer.id, event: 'passkey-removed', meta })
  })
}

function shown(row: PasskeyRow, party: RelyingParty | undefined): Passkey {
  return {
    _id: row.id,
    name: row.name,
    host: row.rp_id,
    isForThisSite: row.rp_id === party?.id,
    isDisabled: row.disabled_at !== null,
    isSynced: row.backed_up === 1,
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at,
  }
}

/**
 * Disables the passkeys of an account that somebody else may have used, because one of them may be theirs. The authenticator app
 * stays on, so that a stolen mailbox alone is not enough to log in. Returns all passkeys, also those that were disabled before.
 */
export async function disablePasskeysAfterReset(
  trx: Db,
  userId: string,
  meta: RequestMeta,
): Promise<LoginMethods> {
  const disabled = await disablePasskeys(trx, userId)
  for (const { id } of disabled)
    await audit(trx, meta, { action: 'passkey.disabled', subject: userId, detail: { passkey: id } })
  const all = await passkeysOf(trx, userId)
  const totp = await findTotp(trx, userId)
  return {
    passkeys: all.map(({ name }) => name),
    hasAuthenticator: totp !== undefined && totp.confirmed_at !== null,
  }
}
