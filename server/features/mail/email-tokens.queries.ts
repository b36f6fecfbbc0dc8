import type { Db } from '#server/data/database.ts'
import type { EmailTokenRow } from '#server/data/notification-rows.ts'

export async function insertToken(db: Db, row: Omit<EmailTokenRow, 'used_at'>): Promise<void> {
  await db.insertInto('email_tokens').values(row).execute()
}

/** A token that is neither used nor expired. */
export function findToken(db: Db, tokenHash: string, now: string): Promise<EmailTokenRow | undefined> {
  return db
    .selectFrom('email_tokens')
    .selectAll()
    .where('token_hash', '=', tokenHash)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst()
}

/** Returns `false` if another request used it first. */
export async function spendToken(trx: Db, tokenHash: string, now: string): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('email_tokens')
    .set({ used_at: now })
    .where('token_hash', '=', tokenHash)
    .where('used_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

interface Cancelled {
  userId: string
  kinds: EmailTokenRow['kind'][]
  now: string
}

/** Makes a user's unused links of these kinds useless. */
export async function cancelTokens(trx: Db, { userId, kinds, now }: Cancelled): Promise<void> {
  await trx
    .updateTable('email_tokens')
    .set({ used_at: now })
    .where('user_id', '=', userId)
    .where('kind', 'in', kinds)
    .where('used_at', 'is', null)
    .execute()
}

/** Makes the undo links of later changes useless, so that nobody can redo them. Earlier links stay valid. */
export async function cancelLaterUndo(trx: Db, used: EmailTokenRow, now: string): Promise<void> {
  await trx
    .updateTable('email_tokens')
    .set({ used_at: now })
    .where('user_id', '=', used.user_id)
    .where('kind', '=', 'undo')
    .where('expires_at', '>', used.expires_at)
    .where('used_at', 'is', null)
    .execute()
}

export async function deleteExpiredTokens(db: Db, now: string): Promise<void> {
  await db.deleteFrom('email_tokens').where('expires_at', '<=', now).execute()
}
