import { passkeyHost } from '#contract/account/passkey-host.ts'
import type { Assertion } from '#contract/account/reauth.ts'
import type { PasskeyRow } from '#server/data/account-rows.ts'
import { type AfterCommit, type Db, transaction } from '#server/data/database.ts'
import { audit, type RequestMeta } from './audit.ts'
import { takeChallenge } from './challenges.ts'

/** Whether the signed challenge belongs to a login or confirms who a logged-in user is. */
type Purpose = { kind: 'login' } | { kind: 'confirm'; userId: string }

export interface Passkeys {
  relyingParty: RelyingParty | undefined
  /**
   * The passkey that signed a challenge of this site, or `undefined`. A challenge works once. A passkey whose counter
   * did not increase may have been copied: it is disabled, and its owner is notified.
   */
  check(assertion: Assertion, purpose: Purpose, meta: RequestMeta): Promise<PasskeyRow | undefined>
}

interface PasskeyOptions {
  db: Db
  relyingParty: RelyingParty | undefined
  /** Notifies the owner of a disabled passkey in the same transaction. */
  onDisabled: (
    change: { trx: Db; after: AfterCommit },
    passkey: PasskeyRow,
    meta: RequestMeta,
  ) => Promise<void>
}

/** Create one per process. */
export function createPasskeys({ db, relyingParty, onDisabled }: PasskeyOptions): Passkeys {
  /** Returns `false` after disabling a passkey whose counter did not increase. */
  const countOrDisable = (passkey: PasskeyRow, counter: number, meta: RequestMeta) =>
    transaction(db, async (trx, after) => {
      if (await countUse(trx, passkey.id, counter)) return true
      await disable(trx, passkey, meta)
      await onDisabled({ trx, after }, passkey, meta)
      return false
    })
  return {
    relyingParty,
    async check(assertion, purpose, meta) {
      if (!(relyingParty && (await answersChallenge(db, assertion, purpose)))) return
      const passkey = await passkeyOf(db, assertion, relyingParty)
      if (!passkey || (purpose.kind === 'confirm' && passkey.user_id !== purpose.userId)) return
      const counter = await verifiedCounter(assertion, passkey, { relyingParty, meta })
      const isGenuine = counter !== undefined && (await countOrDisable(passkey, counter, meta))
      return isGenuine ? passkey : undefined
    },
  }
}

/** Whether the challenge was given for this purpose and not used before. */
async function answersChallenge(db: Db, { challenge }: Assertion, purpose: Purpose): Promise<boolean> {
  const row = await takeChallenge(db, { challenge, kind: purpose.kind })
  return row !== undefined && (purpose.kind === 'login' || row.user_id === purpose.userId)
}

/** Finds an enabled passkey of this host by its id and, where it names one, its user. */
async function passkeyOf(
  db: Db,
  { credential: { id, response } }: Assertion,
  { id: host }: RelyingParty,
): Promise<PasskeyRow | undefined> {
  const passkey = await db
    .selectFrom('passkeys')
    .selectAll()
    .where('credential_id', '=', id)
    .where('rp_id', '=', host)
    .where('disabled_at', 'is', null)
    .executeTakeFirst()
  const { userHandle } = response
  const names = userHandle === undefined ? passkey?.user_id : Buffer.from(userHandle, 'base64url').toString()
  return names === passkey?.user_id ? passkey : undefined
}

/** The counter that the passkey signed, or `undefined` for a wrong signature, host, origin or challenge. */
async function verifiedCounter(
  { challenge, credential }: Assertion,
  { credential_id, public_key }: PasskeyRow,
  { relyingParty: { id, origin }, meta }: { relyingParty: RelyingParty; meta: RequestMeta },
): Promise<number | undefined> {
  // Loaded on first use, because the module is large.
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server')
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: credential,
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: id,
      // The counter is checked afterwards, together with its update.
      credential: {
        id: credential_id,
        publicKey: new Uint8Array(Buffer.from(public_key, 'base64url')),
        counter: 0,
      },
      requireUserVerification: true,
    })
    return verified ? authenticationInfo.newCounter : undefined
  } catch (error) {
    meta.log.info({ err: error }, 'a passkey was rejected')
    return undefined
  }
}

/** Stores the counter and the time; `false` if the counter is not higher than before. */
async function countUse(trx: Db, id: string, counter: number): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('passkeys')
    .set({ counter, last_used_at: new Date().toISOString() })
    .where('id', '=', id)
    .where(({ eb, and, or, val }) =>
      or([eb('counter', '<', counter), and([eb('counter', '=', 0), eb(val(counter), '=', 0)])]),
    )
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

async function disable(trx: Db, { id, user_id }: PasskeyRow, meta: RequestMeta): Promise<void> {
  await trx
    .updateTable('passkeys')
    .set({ disabled_at: new Date().toISOString() })
    .where('id', '=', id)
    .execute()
  await audit(trx, meta, { action: 'passkey.disabled', subject: user_id, detail: { passkey: id } })
}

/** The site, as browsers identify it for passkeys. */
export interface RelyingParty {
  /** The host of the public address. A passkey works on its own host only. */
  id: string
  origin: string
}

/** `undefined` where passkeys do not work. */
export function relyingPartyOf(origin: string): RelyingParty | undefined {
  const id = passkeyHost(origin)
  return id === undefined ? undefined : { id, origin: new URL(origin).origin }
}
