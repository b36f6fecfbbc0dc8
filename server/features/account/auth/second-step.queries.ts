import type { PasskeyRow, TotpRow } from '#server/data/account-rows.ts'
import type { Db } from '#server/data/database.ts'

export function findTotp(db: Db, userId: string): Promise<TotpRow | undefined> {
  return db.selectFrom('totp').selectAll().where('user_id', '=', userId).executeTakeFirst()
}

/** Stores an unconfirmed secret; replaces one that was never confirmed. */
export async function putTotp(trx: Db, userId: string, secret: string): Promise<void> {
  await trx
    .insertInto('totp')
    .values({ user_id: userId, secret, confirmed_at: null, last_step: 0 })
    .onConflict((former) =>
      former.column('user_id').doUpdateSet({ secret }).where('totp.confirmed_at', 'is', null),
    )
    .execute()
}

export async function confirmTotpRow(trx: Db, userId: string, step: number): Promise<void> {
  await trx
    .updateTable('totp')
    .set({ confirmed_at: new Date().toISOString(), last_step: step })
    .where('user_id', '=', userId)
    .execute()
}

/** `false` if a code of this time or a later one was accepted before. */
export async function spendStep(trx: Db, userId: string, step: number): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('totp')
    .set({ last_step: step })
    .where('user_id', '=', userId)
    .where('last_step', '<', step)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Deletes the authenticator app and its recovery codes. Returns whether it was on. */
export async function deleteTotp(trx: Db, userId: string): Promise<boolean> {
  const former = await findTotp(trx, userId)
  await trx.deleteFrom('totp').where('user_id', '=', userId).execute()
  await trx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
  return former !== undefined && former.confirmed_at !== null
}

export async function replaceRecoveryCodes(trx: Db, userId: string, hashes: string[]): Promise<void> {
  await trx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
  const rows = hashes.map((code_hash) => ({ user_id: userId, code_hash, used_at: null }))
  await trx.insertInto('recovery_codes').values(rows).execute()
}

/** `false` for an unknown code, and for one that was used before. */
export async function spendRecoveryCode(trx: Db, userId: string, hash: string): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('recovery_codes')
    .set({ used_at: new Date().toISOString() })
    .where('user_id', '=', userId)
    .where('code_hash', '=', hash)
    .where('used_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function countUnusedCodes(db: Db, userId: string): Promise<number> {
  const { n } = await db
    .selectFrom('recovery_codes')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow()
  return n
}

/** The columns of a user that sign-in needs. */
export function findLoginAccount(db: Db, userId: string) {
  return db
    .selectFrom('users')
    .select(['id', 'username', 'email', 'email_key', 'password_hash', 'password_changed_at'])
    .where('id', '=', userId)
    .executeTakeFirst()
}

/** A user's passkeys, newest first. */
export function passkeysOf(db: Db, userId: string): Promise<PasskeyRow[]> {
  return db.selectFrom('passkeys').selectAll().where('user_id', '=', userId).orderBy('id', 'desc').execute()
}

export function findPasskey(db: Db, id: string): Promise<PasskeyRow | undefined> {
  return db.selectFrom('passkeys').selectAll().where('id', '=', id).executeTakeFirst()
}

/** Disables a user's passkeys. Returns those that were enabled, newest first. */
export async function disablePasskeys(trx: Db, userId: string): Promise<PasskeyRow[]> {
  const disabled = await trx
    .updateTable('passkeys')
    .set({ disabled_at: new Date().toISOString() })
    .where('user_id', '=', userId)
    .where('disabled_at', 'is', null)
    .returningAll()
    .execute()
  return disabled.toSorted((a, b) => (a.id < b.id ? 1 : -1))
}

export async function insertPasskey(trx: Db, row: PasskeyRow): Promise<void> {
  await trx.insertInto('passkeys').values(row).execute()
}

export async function updatePasskey(
  trx: Db,
  id: string,
  changes: { name?: string; disabled_at?: null },
): Promise<void> {
  await trx.updateTable('passkeys').set(changes).where('id', '=', id).execute()
}

export async function deletePasskey(trx: Db, id: string): Promise<void> {
  await trx.deleteFrom('passkeys').where('id', '=', id).execute()
}
