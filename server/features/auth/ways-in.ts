import { audit, type RequestMeta } from '#server/auth/audit.ts'
import type { Db } from '#server/data/database.ts'
import type { WaysIn } from '#server/features/mail/ways-in.ts'
import { disablePasskeys, findTotp } from './second-step.queries.ts'

/**
 * Disables the passkeys of an account that somebody else may have used, because one of them may be theirs. The authenticator app
 * stays on, so that a stolen mailbox alone is not enough to log in.
 */
export async function closeWaysIn(trx: Db, userId: string, meta: RequestMeta): Promise<WaysIn> {
  const disabled = await disablePasskeys(trx, userId)
  for (const { id } of disabled)
    await audit(trx, meta, { action: 'passkey.disabled', subject: userId, detail: { passkey: id } })
  const totp = await findTotp(trx, userId)
  return {
    passkeys: disabled.map(({ name }) => name),
    hasAuthenticator: totp !== undefined && totp.confirmed_at !== null,
  }
}
