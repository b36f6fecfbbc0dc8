import type { IdentityRow } from '#server/data/account-rows.ts'
import type { Db } from '#server/data/database.ts'

type IdentityKey = Pick<IdentityRow, 'issuer' | 'subject'>

export function findIdentity(db: Db, { issuer, subject }: IdentityKey): Promise<IdentityRow | undefined> {
  return db
    .selectFrom('identities')
    .selectAll()
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst()
}

/** The identities of a user. One of a former issuer cannot be used. */
export function identitiesOf(db: Db, userId: string): Promise<IdentityRow[]> {
  return db.selectFrom('identities').selectAll().where('user_id', '=', userId).execute()
}

/** Throws the database's unique violation when the identity belongs to somebody, or the user has one of this issuer. */
export async function insertIdentity(
  trx: Db,
  row: Pick<IdentityRow, 'issuer' | 'subject' | 'user_id' | 'email'>,
): Promise<void> {
  await trx
    .insertInto('identities')
    .values({ ...row, created_at: new Date().toISOString() })
    .execute()
}

export async function updateIdentity(
  trx: Db,
  { issuer, subject }: IdentityKey,
  changes: Partial<Pick<IdentityRow, 'email' | 'gave_teacher' | 'gave_admin'>>,
): Promise<void> {
  await trx
    .updateTable('identities')
    .set(changes)
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .execute()
}

export async function deleteIdentity(trx: Db, { issuer, subject }: IdentityKey): Promise<void> {
  await trx.deleteFrom('identities').where('issuer', '=', issuer).where('subject', '=', subject).execute()
}

/** When a session began. */
export async function sessionBeganAt(db: Db, sessionId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('sessions')
    .select('created_at')
    .where('id', '=', sessionId)
    .executeTakeFirst()
  return row?.created_at
}
