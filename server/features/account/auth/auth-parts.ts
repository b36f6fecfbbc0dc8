import { SESSION_EXPIRED } from '#contract/messages.ts'
import { audit, type RequestMeta } from '#server/auth/audit.ts'
import { startSession } from '#server/auth/session.ts'
import type { Viewer } from '#server/auth/viewer.ts'
import type { AppContext } from '#server/context.ts'
import type { AfterCommit, Db } from '#server/data/database.ts'
import { undoOwnDeletion } from '#server/features/account/deletion/delete-account.ts'
import { lockAccount } from '#server/features/account/users/users.ts'
import { notifySecurity, type Services } from '#server/features/notifications/notify-security.ts'
import { AppError } from '#server/http/app-error.ts'
import { hasSession, networksOf, noteNetwork } from './auth.queries.ts'

/** The services that sign-in needs. */
export interface AuthParts
  extends Pick<
    AppContext,
    | 'allowsPasswords'
    | 'db'
    | 'events'
    | 'images'
    | 'jobs'
    | 'limits'
    | 'mail'
    | 'passkeys'
    | 'provider'
    | 'secrets'
    | 'settings'
    | 'throttle'
  > {
  /** Whether a new user gets a mail that asks to confirm the address. */
  asksToConfirm: boolean
}

/** The user that makes a call, and its request. */
export interface Asking {
  viewer: Viewer
  meta: RequestMeta
}

/**
 * Locks the caller's account until the transaction ends. Throws `invalid_token` if the session has ended since the request
 * began, for example because the password was reset.
 */
export async function lockOwnAccount(trx: Db, viewer: Viewer) {
  const account = await lockAccount(trx, viewer.id)
  if (!(account && (await hasSession(trx, viewer.sessionId)))) {
    throw new AppError('invalid_token', SESSION_EXPIRED)
  }
  return account
}

const NETWORK_KEPT = 90 * 86_400_000

interface Begin {
  trx: Db
  after: AfterCommit
  account: { id: string; is_admin: number }
  meta: RequestMeta
}

/**
 * Starts a session after all checks and returns its token. The caller holds the lock on the account. Notifies the owner if the
 * network is new to the account, except at the first login.
 */
export async function beginSession(
  services: Services,
  { trx, after, account: { id: userId, is_admin }, meta }: Begin,
): Promise<string> {
  const { network } = meta
  // A login within 14 days undoes that the user has deleted the account.
  await undoOwnDeletion(trx, userId, meta)
  const networks = await networksOf(trx, userId)
  const isNew = networks.length > 0 && !networks.includes(network)
  if (isNew) await notifySecurity(services, { trx, after }, { userId, event: 'login', meta })
  await noteNetwork(trx, { userId, network }, new Date(Date.now() - NETWORK_KEPT).toISOString())
  await audit(trx, meta, { action: 'login', actorId: userId, subject: userId })
  return startSession(trx, { userId, isAdmin: is_admin === 1, meta, isUnknownNetwork: isNew })
}
