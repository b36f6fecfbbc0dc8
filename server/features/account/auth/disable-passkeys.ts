import { audit, type RequestMeta } from '#server/auth/audit.ts'
import type { Db } from '#server/data/database.ts'
import type { LoginMethods } from '#server/features/mail/account-mails.ts'
import { disablePasskeys, findTotp, passkeysOf } from './second-step.queries.ts'

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
