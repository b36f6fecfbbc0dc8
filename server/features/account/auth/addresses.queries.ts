import type { Db } from '#server/data/database.ts'
import type { UserRow } from '#server/data/user-row.ts'
import { NEW_ADDRESS } from '#server/features/account/users/users.queries.ts'

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

/** Gives a user a confirmed address and resets the state of the former one. */
export async function moveAddress(trx: Db, userId: string, { email, emailKey, now }: Moved): Promise<void> {
  await trx
    .updateTable('users')
    .set({
      ...NEW_ADDRESS,
      email,
      email_key: emailKey,
      email_verified_at: now,
      updated_at: now,
    })
    .where('id', '=', userId)
    .execute()
}
