import type { Db } from '#server/data/database.ts'
import type { UserRow } from '#server/data/user-row.ts'

export type AddressRow = Pick<
  UserRow,
  | 'id'
  | 'email'
  | 'email_key'
  | 'email_verified_at'
  | 'pending_email'
  | 'pending_email_at'
  | 'mail_off_at'
  | 'password_hash'
  | 'username'
>

/** What is known about a user's addresses. */
export function findAddresses(db: Db, userId: string): Promise<AddressRow | undefined> {
  return db
    .selectFrom('users')
    .select([
      'id',
      'email',
      'email_key',
      'email_verified_at',
      'pending_email',
      'pending_email_at',
      'mail_off_at',
      'password_hash',
      'username',
    ])
    .where('id', '=', userId)
    .executeTakeFirst()
}

export async function markVerified(trx: Db, userId: string, now: string): Promise<void> {
  await trx.updateTable('users').set({ email_verified_at: now }).where('id', '=', userId).execute()
}

interface Moved {
  email: string
  emailKey: string
  now: string
}

/** Gives a user a confirmed address; what was known about the former one ends. */
export async function moveAddress(trx: Db, userId: string, { email, emailKey, now }: Moved): Promise<void> {
  await trx
    .updateTable('users')
    .set({
      email,
      email_key: emailKey,
      email_verified_at: now,
      pending_email: null,
      pending_email_at: null,
      mail_off_at: null,
      mail_rejections: 0,
      updated_at: now,
    })
    .where('id', '=', userId)
    .execute()
}

export async function forgetPendingAddress(trx: Db, userId: string): Promise<void> {
  await trx
    .updateTable('users')
    .set({ pending_email: null, pending_email_at: null })
    .where('id', '=', userId)
    .execute()
}
