import { type LoginDraft, WRONG_CREDENTIALS } from '#contract/account/auth.ts'
import { ENTER_CODE } from '#contract/account/second-step-messages.ts'
import type { SessionUser } from '#contract/account/session-user.ts'
import { audit, type RequestMeta } from '#server/auth/audit.ts'
import { hashPassword, isOutdated } from '#server/auth/passwords.ts'
import { checkMayLogIn } from '#server/auth/session.ts'
import type { Viewer } from '#server/auth/viewer.ts'
import { type AfterCommit, type Db, transaction } from '#server/data/database.ts'
import { checkPassword, lockAccount, sessionUser, userByEmail } from '#server/features/account/users/users.ts'
import { AppError } from '#server/http/app-error.ts'
import { deleteSession, renewPasswordHash } from './auth.queries.ts'
import { type AuthParts, beginSession } from './auth-parts.ts'
import { secondStepOf } from './second-step.ts'

/**
 * Starts a session for the right address and password. Every failure is the same 401 after the same work, so neither message
 * nor timing reveals which of the two was wrong. Throws the 429 AppError after too many failures, and the `second_factor`
 * AppError with a challenge for an account with an authenticator app.
 */
export async function logIn(parts: AuthParts, draft: LoginDraft, meta: RequestMeta): Promise<SessionUser> {
  const { db, throttle } = parts
  const { email, password } = draft
  const account = await checkPassword({ db, throttle }, { email, password, meta })
  if (!account) {
    // Query even without an account, so that both cases take the same time.
    const subject = (await userByEmail(db, email))?.id
    await audit(db, meta, { action: 'login.failed', subject })
    throw new AppError('wrong_credentials', WRONG_CREDENTIALS)
  }
  checkMayLogIn(account)
  const newHash = isOutdated(account.password_hash) ? await hashPassword(password) : undefined
  const begun = await transaction(db, (trx, after) =>
    afterPassword(parts, { trx, after, account, newHash, meta }),
  )
  // A concurrent login may have rehashed the same password, so check the password again.
  if (!begun) return logIn(parts, draft, meta)
  if ('challenge' in begun) throw new AppError('second_factor', ENTER_CODE, begun)
  return sessionUser(db, account.id, begun.token)
}

interface Beginning {
  trx: Db
  after: AfterCommit
  /** The account when the password was checked. */
  account: { id: string; email_key: string; password_hash: string }
  newHash: string | undefined
  meta: RequestMeta
}

/** A new session or the challenge of the second step; `undefined` if the address or the password changed since the check. */
async function afterPassword(
  parts: AuthParts,
  { trx, after, account, newHash, meta }: Beginning,
): Promise<{ token: string } | { challenge: string } | undefined> {
  const now = await lockAccount(trx, account.id)
  if (now?.password_hash !== account.password_hash || now.email_key !== account.email_key) return undefined
  if (newHash !== undefined) await renewPasswordHash(trx, now.id, newHash)
  const challenge = await secondStepOf(trx, { ...now, password_hash: newHash ?? now.password_hash })
  if (challenge !== undefined) return { challenge }
  return { token: await beginSession(parts, { trx, after, account: now, meta }) }
}

/** Ends the session of the request. */
export async function logOut(db: Db, viewer: Viewer, meta: RequestMeta): Promise<void> {
  await transaction(db, async (trx) => {
    await deleteSession(trx, viewer.id, viewer.sessionId)
    await audit(trx, meta, { action: 'logout', actorId: viewer.id, subject: viewer.sessionId })
  })
}
