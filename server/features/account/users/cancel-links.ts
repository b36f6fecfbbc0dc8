import type { Db } from '#server/data/database.ts'
import type { EmailTokenRow } from '#server/data/mail-rows.ts'
import { cancelTokens } from '#server/features/mail/email-tokens.queries.ts'
import { deleteResetCodes, updateAccount } from './users.queries.ts'

type Cancelled = Exclude<EmailTokenRow['kind'], 'undo'>

/**
 * Makes links and codes from before a new password or address useless, and forgets a pending address. An undo link stays
 * valid, so that the owner can restore an address that somebody else changed.
 */
export async function cancelLinks(
  trx: Db,
  userId: string,
  kinds: Cancelled[] = ['change', 'reset'],
): Promise<void> {
  await cancelTokens(trx, { userId, now: new Date().toISOString(), kinds })
  await deleteResetCodes(trx, userId)
  await updateAccount(trx, userId, { pending_email: null, pending_email_at: null })
}
