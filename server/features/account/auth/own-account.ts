import { SESSION_EXPIRED } from '#contract/messages.ts'
import type { Viewer } from '#server/auth/viewer.ts'
import type { Db } from '#server/data/database.ts'
import { lockAccount } from '#server/features/account/users/users.ts'
import { AppError } from '#server/http/app-error.ts'
import { hasSession } from './auth.queries.ts'

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
