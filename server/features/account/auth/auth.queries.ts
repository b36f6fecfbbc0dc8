import { sql } from 'kysely'
import type { ResetCodeRow, SessionRow, UserRow } from '#server/data/account-rows.ts'
import type { Db } from '#server/data/database.ts'
import { NEW_ADDRESS } from '#server/features/account/users/users.queries.ts'

/** Stores the network of a login; deletes the user's networks that were last used before `before`. */
export async function noteNetwork(
  trx: Db,
  { userId, network }: { userId: string; network: string },
  before: string,
): Promise<void> {
  const last_login_at = new Date().toISOString()
  await trx
    .insertInto('known_networks')
    .values({ user_id: userId, network, last_login_at })
    .onConflict((known) => known.columns(['user_id', 'network']).doUpdateSet({ last_login_at }))
    .execute()
  await trx
    .deleteFrom('known_networks')
    .where('user_id', '=', userId)
    .where('last_login_at', '<', before)
    .execute()
}

/** The networks that the user recently logged in from. */
export async function networksOf(trx: Db, userId: string): Promise<string[]> {
  const rows = await trx
    .selectFrom('known_networks')
    .select('network')
    .where('user_id', '=', userId)
    .execute()
  return rows.map(({ network }) => network)
}

/** Stores a new password. */
export async function changePassword(trx: Db, userId: string, passwordHash: string): Promise<void> {
  const now = new Date().toISOString()
  await trx
    .updateTable('users')
    .set({ password_hash: passwordHash, password_changed_at: now, updated_at: now })
    .where('id', '=', userId)
    .execute()
}

/** Stores a newer hash of the same password. */
export async function renewPasswordHash(trx: Db, userId: string, passwordHash: string): Promise<void> {
  await trx
    .updateTable('users')
    .set({ password_hash: passwordHash, updated_at: new Date().toISOString() })
    .where('id', '=', userId)
    .execute()
}

/** A user's sessions, newest first, without the hashes of their tokens. */
export function listSessions(db: Db, userId: string): Promise<Omit<SessionRow, 'token_hash'>[]> {
  return db
    .selectFrom('sessions')
    .select([
      'id',
      'user_id',
      'network',
      'agent',
      'created_at',
      'last_used_at',
      'expires_at',
      'unknown_network',
    ])
    .where('user_id', '=', userId)
    .orderBy('id', 'desc')
    .execute()
}

export async function hasSession(trx: Db, id: string): Promise<boolean> {
  const session = await trx.selectFrom('sessions').select('id').where('id', '=', id).executeTakeFirst()
  return session !== undefined
}

/** Returns whether the user had this session. */
export async function deleteSession(trx: Db, userId: string, sessionId: string): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('sessions')
    .where('id', '=', sessionId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Stores a reset code; a user has one at most, so a new code replaces the old one. */
export async function storeResetCode(trx: Db, code: ResetCodeRow): Promise<void> {
  await trx
    .insertInto('reset_codes')
    .values(code)
    .onConflict((former) =>
      former.column('user_id').doUpdateSet({ code_hash: code.code_hash, expires_at: code.expires_at }),
    )
    .execute()
}

/** The user with this address and an unexpired code with this hash. */
export function findByResetCode(
  db: Db,
  { emailKey, codeHash, now }: { emailKey: string; codeHash: string; now: string },
): Promise<{ id: string; username: string; email: string; passwordHash: string } | undefined> {
  return db
    .selectFrom('users')
    .innerJoin('reset_codes', 'reset_codes.user_id', 'users.id')
    .select(['users.id', 'users.username', 'users.email', 'users.password_hash as passwordHash'])
    .where('users.email_key', '=', emailKey)
    .where('reset_codes.code_hash', '=', codeHash)
    .where('reset_codes.expires_at', '>', now)
    .executeTakeFirst()
}

/** Deletes a used code; `false` if another request used it first. */
export async function deleteResetCode(trx: Db, userId: string, codeHash: string): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('reset_codes')
    .where('user_id', '=', userId)
    .where('code_hash', '=', codeHash)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Deletes expired sessions and codes; returns the number of sessions. */
export async function deleteExpired(
  db: Db,
  { now, unusedSince, adminsUnusedSince }: { now: string; unusedSince: string; adminsUnusedSince: string },
): Promise<number> {
  await db.deleteFrom('reset_codes').where('expires_at', '<=', now).execute()
  const { numDeletedRows } = await db
    .deleteFrom('sessions')
    .where(({ and, eb, or, selectFrom }) =>
      or([
        eb('expires_at', '<=', now),
        eb('last_used_at', '<', unusedSince),
        and([
          eb('last_used_at', '<', adminsUnusedSince),
          eb('user_id', 'in', selectFrom('users').select('id').where('is_admin', '=', 1)),
        ]),
      ]),
    )
    .executeTakeFirst()
  return Number(numDeletedRows)
}

/** Grants or revokes admin rights. */
export async function setAdmin(trx: Db, userId: string, isAdmin: boolean): Promise<void> {
  await trx
    .updateTable('users')
    .set({ is_admin: isAdmin ? 1 : 0, updated_at: new Date().toISOString() })
    .where('id', '=', userId)
    .execute()
}

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
  await trx
    .updateTable('users')
    .set({ email_verified_at: now, confirm_first: 0 })
    .where('id', '=', userId)
    .execute()
}

/** The ids of accounts that wait for their first link and are older than `at`. */
export async function unconfirmedBefore(db: Db, at: string): Promise<string[]> {
  const rows = await db
    .selectFrom('users')
    .select('id')
    .where('confirm_first', '=', sql.lit(1))
    .where('created_at', '<', at)
    .execute()
  return rows.map(({ id }) => id)
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
