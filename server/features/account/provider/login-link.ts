import { LINK_TOO_OLD } from '#contract/account/provider-messages.ts'
import { ENTER_CODE } from '#contract/account/second-step-messages.ts'
import type { SessionUser } from '#contract/account/session-user.ts'
import { audit, type RequestMeta } from '#server/auth/audit.ts'
import { newChallenge, takeChallenge } from '#server/auth/challenges.ts'
import { type Db, transaction } from '#server/data/database.ts'
import { type AuthParts, beginSession } from '#server/features/account/auth/auth-parts.ts'
import { secondStepOf } from '#server/features/account/auth/second-step.ts'
import { adminNames } from '#server/features/account/users/users.queries.ts'
import { lockAccount, sessionUser } from '#server/features/account/users/users.ts'
import { writeSecurityNotice } from '#server/features/notifications/notify-security.ts'
import { AppError } from '#server/http/app-error.ts'

export const LOGIN_LINK_MINUTES = 10

/** The secret part of a link that logs an admin in once; undefined for a user who is no admin. All admins are notified. */
export function makeLoginLink(
  db: Db,
  { userId, meta }: { userId: string; meta: RequestMeta },
): Promise<string | undefined> {
  return transaction(db, async (trx) => {
    const admins = await adminNames(trx)
    if (!admins.some(({ id }) => id === userId)) return
    for (const { id } of admins) await writeSecurityNotice(trx, { userId: id, event: 'login-link', meta })
    await audit(trx, meta, { action: 'login.link', subject: userId })
    return newChallenge(trx, { kind: 'link', userId, lifeMs: LOGIN_LINK_MINUTES * 60_000 })
  })
}

/** Logs an admin in with the link of the command line. Throws `second_factor` for an account with an authenticator app. */
export async function useLoginLink(parts: AuthParts, token: string, meta: RequestMeta): Promise<SessionUser> {
  const { db } = parts
  const begun = await transaction(db, async (trx, after) => {
    const link = await takeChallenge(trx, { challenge: token, kind: 'link' })
    const account = link?.user_id ? await lockAccount(trx, link.user_id) : undefined
    if (account?.is_admin !== 1) return
    const challenge = await secondStepOf(trx, account)
    if (challenge !== undefined) return { challenge }
    return { userId: account.id, token: await beginSession(parts, { trx, after, account, meta }) }
  })
  if (!begun) throw new AppError('wrong_credentials', LINK_TOO_OLD)
  if ('challenge' in begun) throw new AppError('second_factor', ENTER_CODE, begun)
  return sessionUser(db, begun.userId, begun.token)
}
