import { PASSWORD_UNCHANGED } from '#contract/account/auth.ts'
import type { SetPasswordDraft } from '#contract/account/second-step.ts'
import type { SessionUser } from '#contract/account/session-user.ts'
import { audit } from '#server/auth/audit.ts'
import { hashPassword, rejectWeakPassword, verifyPassword } from '#server/auth/passwords.ts'
import { reauthenticate } from '#server/auth/reauth.ts'
import { endSessions, startSession } from '#server/auth/session.ts'
import { transaction } from '#server/data/database.ts'
import { cancelLinks, sessionUser } from '#server/features/account/users/users.ts'
import { PASSWORD_CHANGED_MAIL } from '#server/features/mail/account-mails.ts'
import { addMail } from '#server/features/mail/add-mail.ts'
import { notifySecurity } from '#server/features/notifications/notify-security.ts'
import { invalid } from '#server/http/app-error.ts'
import { changePassword } from './auth.queries.ts'
import { type Asking, type AuthParts, lockOwnAccount } from './auth-parts.ts'
import { findLoginAccount } from './second-step.queries.ts'

/**
 * Changes the password, or sets the first one of an account that has none. All sessions end, and a new one starts. The
 * second step stays as it is.
 */
export async function setPassword(
  parts: AuthParts,
  { viewer, meta }: Asking,
  { newPassword, password, passkey, ticket }: SetPasswordDraft,
): Promise<SessionUser> {
  const { db } = parts
  const siteName = await parts.settings.get('siteName')
  const before = await findLoginAccount(db, viewer.id)
  const owner = { siteName, username: viewer.username, email: before?.email ?? '' }
  await rejectWeakPassword({ field: 'newPassword', password: newPassword, ...owner })
  await reauthenticate(parts, { viewer, meta }, { password, passkey, ticket })
  if (await verifyPassword(before?.password_hash, newPassword))
    throw invalid('newPassword', PASSWORD_UNCHANGED)
  const passwordHash = await hashPassword(newPassword)
  const token = await transaction(db, async (trx, after) => {
    const account = await lockOwnAccount(trx, viewer)
    await changePassword(trx, account.id, passwordHash)
    await cancelLinks(trx, account.id)
    await endSessions(trx, account.id)
    await audit(trx, meta, { action: 'password.changed', actorId: account.id, subject: account.id })
    await addMail(trx, { userId: account.id, kind: PASSWORD_CHANGED_MAIL, data: {} })
    await notifySecurity(parts, { trx, after }, { userId: account.id, event: 'password', meta })
    after(parts.jobs.wake)
    return startSession(trx, { userId: account.id, isAdmin: account.is_admin === 1, meta })
  })
  return sessionUser(db, viewer.id, token)
}
