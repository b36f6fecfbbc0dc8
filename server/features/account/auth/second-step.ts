import { CODE_WRONG, type SecondDraft } from '#contract/account/second-step.ts'
import { LOGIN_TOO_OLD } from '#contract/account/second-step-messages.ts'
import type { SessionUser } from '#contract/account/session-user.ts'
import { audit, type RequestMeta } from '#server/auth/audit.ts'
import { findChallenge, newChallenge, takeChallenge } from '#server/auth/challenges.ts'
import { throttled } from '#server/auth/login-throttle.ts'
import { hashToken } from '#server/auth/session.ts'
import { type AfterCommit, type Db, transaction } from '#server/data/database.ts'
import { lockAccount, sessionUser } from '#server/features/account/users/users.ts'
import { notifySecurity } from '#server/features/notifications/notify-security.ts'
import { AppError } from '#server/http/app-error.ts'
import { type AuthParts, beginSession } from './auth-parts.ts'
import { hashCode } from './reset.ts'
import { findLoginAccount, findTotp, spendRecoveryCode, spendStep } from './second-step.queries.ts'
import { stepOf } from './totp.ts'

/** Returns a challenge if the account has an authenticator app. A change of the password makes it useless. */
export async function secondStepOf(
  trx: Db,
  { id: userId, password_hash }: { id: string; password_hash: string },
): Promise<string | undefined> {
  const totp = await findTotp(trx, userId)
  if (!totp?.confirmed_at) return undefined
  return newChallenge(trx, { userId, kind: 'second', data: hashToken(password_hash) })
}

/**
 * Finishes a login with a code. Wrong codes and wrong passwords are counted separately, so that a right password does not reset
 * the count of wrong codes. Throws `wrong_credentials` and, after too many wrong codes, the 429 AppError.
 */
export async function finishLogin(
  parts: AuthParts,
  { challenge, code }: SecondDraft,
  meta: RequestMeta,
): Promise<SessionUser> {
  const { db, throttle } = parts
  const first = await findChallenge(db, { challenge, kind: 'second' })
  const account = first?.user_id ? await findLoginAccount(db, first.user_id) : undefined
  if (!(first && account)) throw new AppError('wrong_credentials', LOGIN_TOO_OLD)
  const { id: userId, email_key: emailKey } = account
  const token = await throttled({ db, throttle }, { emailKey, meta, what: 'code' }, () =>
    transaction(db, async (trx, after) => {
      const now = await lockAccount(trx, userId)
      if (!now || hashToken(now.password_hash) !== first.data)
        throw new AppError('wrong_credentials', LOGIN_TOO_OLD)
      if (!(await acceptCode(parts, { trx, after, userId, code, meta }))) return
      if (!(await takeChallenge(trx, { challenge, kind: 'second' })))
        throw new AppError('wrong_credentials', LOGIN_TOO_OLD)
      return beginSession(parts, { trx, after, account: now, meta })
    }),
  )
  if (token !== undefined) return sessionUser(db, userId, token)
  await audit(db, meta, { action: 'login.failed', subject: userId, detail: { step: 2 } })
  throw new AppError('wrong_credentials', CODE_WRONG)
}

interface Tried {
  trx: Db
  after: AfterCommit
  userId: string
  code: string
  meta: RequestMeta
}

/** Whether the code is right, and was not used before. */
async function acceptCode(parts: AuthParts, { trx, after, userId, code, meta }: Tried): Promise<boolean> {
  const totp = await findTotp(trx, userId)
  if (!totp?.confirmed_at) return false
  const step = await stepOf(parts, totp, code)
  if (step !== undefined) return spendStep(trx, userId, step)
  if (!(await spendRecoveryCode(trx, userId, hashCode(code)))) return false
  await audit(trx, meta, { action: 'recovery.used', actorId: userId, subject: userId })
  await notifySecurity(parts, { trx, after }, { userId, event: 'recovery-used', meta })
  return true
}
