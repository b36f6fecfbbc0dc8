import { createHash, randomInt } from 'node:crypto'
import { PASSWORD_UNCHANGED, type ResetDraft } from '#contract/auth.ts'
import { audit, type RequestMeta } from '#server/auth/audit.ts'
import { hashPassword, rejectWeakPassword, verifyPassword } from '#server/auth/passwords.ts'
import { endSessions } from '#server/auth/session.ts'
import { type Db, transaction } from '#server/data/database.ts'
import { notifySecurity } from '#server/features/notifications/notify-security.ts'
import { emailKey, guardedByThrottle, lockAccount } from '#server/features/users/users.ts'
import { invalid } from '#server/http/app-error.ts'
import { deleteResetCode, findByResetCode, keepResetCode, setPasswordHash } from './auth.queries.ts'
import type { AuthParts } from './auth-parts.ts'

export const RESET_CODE_MINUTES = 10
const CODE_WRONG = 'This code is wrong or has expired.'

/** No letters and digits that look alike; 24 characters of 31 are 118 random bits. */
const LETTERS = '23456789ABCDEFGHJKMNPQRSTUVWXYZ'
const GROUPS = 6
const GROUP = 4

/** A random code in groups of four. */
export function newCode(groups = GROUPS): string {
  const group = () => Array.from({ length: GROUP }, () => LETTERS[randomInt(LETTERS.length)]).join('')
  return Array.from({ length: groups }, group).join('-')
}

/** Ignores case, dashes and spaces, as people type the code. */
export function hashCode(typed: string): string {
  return createHash('sha256').update(typed.toUpperCase().replace(/[\s-]/g, '')).digest('hex')
}

/** Returns a new one-time code and stores only its hash; it replaces an earlier code. */
export async function makeResetCode(trx: Db, userId: string, now = Date.now()): Promise<string> {
  const code = newCode()
  await keepResetCode(trx, {
    user_id: userId,
    code_hash: hashCode(code),
    expires_at: new Date(now + RESET_CODE_MINUTES * 60_000).toISOString(),
  })
  return code
}

/**
 * Sets a new password with a one-time code and ends all of the user's sessions. An unknown address, a wrong code and an
 * expired code give the same answer and count like failed logins.
 */
export async function resetPassword(
  parts: AuthParts,
  { email, code, newPassword }: ResetDraft,
  meta: RequestMeta,
): Promise<void> {
  const { db, throttle, siteName } = parts
  const codeHash = hashCode(code)
  const user = await guardedByThrottle({ db, throttle }, { email, meta }, () =>
    findByResetCode(db, { emailKey: emailKey(email), codeHash, now: new Date().toISOString() }),
  )
  if (!user) throw invalid('code', CODE_WRONG)
  const owner = { siteName, username: user.username, email: user.email }
  await rejectWeakPassword({ field: 'newPassword', password: newPassword, ...owner })
  if (await verifyPassword(user.passwordHash, newPassword)) throw invalid('newPassword', PASSWORD_UNCHANGED)
  const passwordHash = await hashPassword(newPassword)
  await transaction(db, async (trx, after) => {
    await lockAccount(trx, user.id)
    if (!(await deleteResetCode(trx, user.id, codeHash))) throw invalid('code', CODE_WRONG)
    await setPasswordHash(trx, user.id, passwordHash)
    await endSessions(trx, user.id)
    await audit(trx, meta, { action: 'password.reset', actorId: user.id, subject: user.id })
    await notifySecurity(parts, { trx, after }, { userId: user.id, event: 'password', meta })
  })
}
