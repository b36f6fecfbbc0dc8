import {
  PASSKEY_WRONG,
  PASSWORD_NEEDED,
  PASSWORD_WRONG,
  type Reauth,
  TICKET_WRONG,
} from '#contract/account/reauth.ts'
import { invalid } from '#server/http/app-error.ts'
import type { RequestMeta } from './audit.ts'
import { type ThrottleParts, throttled } from './login-throttle.ts'
import type { Passkeys } from './passkeys.ts'
import { verifyPassword } from './passwords.ts'
import { confirmsUser } from './provider-tickets.ts'
import type { Viewer } from './viewer.ts'

export interface ReauthParts extends ThrottleParts {
  passkeys: Passkeys
}

/**
 * Checks the user's password, passkey or sign-in with the provider again before a change that a stolen session must not be able to make. Throws `invalid`
 * at the field, and the 429 AppError after too many wrong passwords.
 */
export async function reauthenticate(
  parts: ReauthParts,
  { viewer, meta }: { viewer: Pick<Viewer, 'id'>; meta: RequestMeta },
  { password, passkey, ticket }: Reauth,
): Promise<void> {
  if (passkey) {
    const own = await parts.passkeys.check(passkey, { kind: 'confirm', userId: viewer.id }, meta)
    if (!own) throw invalid('passkey', PASSKEY_WRONG)
    return
  }
  if (ticket !== undefined) {
    if (!(await confirmsUser(parts.db, { ticket, userId: viewer.id }, meta)))
      throw invalid('ticket', TICKET_WRONG)
    return
  }
  if (!password) throw invalid('password', PASSWORD_NEEDED)
  if (!(await isOwnPassword(parts, viewer.id, { password, meta }))) throw invalid('password', PASSWORD_WRONG)
}

/** Failures count like failed logins. */
async function isOwnPassword(
  parts: ThrottleParts,
  userId: string,
  { password, meta }: { password: string; meta: RequestMeta },
): Promise<boolean> {
  const account = await parts.db
    .selectFrom('users')
    .select(['email_key', 'password_hash'])
    .where('id', '=', userId)
    .executeTakeFirst()
  if (!account) return false
  const { email_key: emailKey, password_hash: stored } = account
  const right = await throttled(parts, { emailKey, meta }, async () =>
    (await verifyPassword(stored, password)) ? true : undefined,
  )
  return right === true
}
