import type { Db } from '#server/data/database.ts'
import type { EmailTokenRow } from '#server/data/mail-rows.ts'

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
export async function useToken(trx: Db, tokenHash: string, now: string): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('email_tokens')
    .set({ used_at: now })
    .where('token_hash', '=', tokenHash)
    .where('used_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Makes the links of all other mails to a user useless, or those of one kind. */
export async function cancelTokens(
  trx: Db,
  userId: string,
  now: string,
  kinds: EmailTokenRow['kind'][],
): Promise<void> {
  await trx
    .updateTable('email_tokens')
    .set({ used_at: now })
    .where('user_id', '=', userId)
    .where('kind', 'in', kinds)
    .where('used_at', 'is', null)
    .execute()
}

export async function deleteExpiredTokens(db: Db, now: string): Promise<void> {
  await db.deleteFrom('email_tokens').where('expires_at', '<=', now).execute()
}
