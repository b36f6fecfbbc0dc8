import { sql } from 'kysely'
import type { Db } from '#server/data/database.ts'

/** Stores the hash of a new code. Returns false for a database that no site has started on yet. */
export async function storeSetupCode(db: Db, hash: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('site')
    .set({ setup_hash: hash, setup_tries: 0 })
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Counts a try before its code is compared, so that tries at the same time are counted too. Returns the hash, unless it is dead. */
export async function takeSetupTry(db: Db, triesMax: number): Promise<{ hash: string | null } | undefined> {
  const row = await db
    .updateTable('site')
    .set(({ eb }) => ({ setup_tries: eb('setup_tries', '+', 1) }))
    .where('setup_tries', '<', triesMax)
    .returning('setup_hash')
    .executeTakeFirst()
  return row && { hash: row.setup_hash }
}

/** The code was right. */
export async function giveTryBack(db: Db, hash: string): Promise<void> {
  await db
    .updateTable('site')
    .set(({ eb }) => ({ setup_tries: eb('setup_tries', '-', 1) }))
    .where('setup_hash', '=', hash)
    .execute()
}

/** Uses up the code. Returns false if another request or a newer code was first; of two at once the second one waits here. */
export async function spendSetupCode(trx: Db, hash: string): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('site')
    .set({ setup_hash: null, setup_tries: 0 })
    .where('setup_hash', '=', hash)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Whether the site has an admin. */
export async function hasAdmin(db: Db): Promise<boolean> {
  const admin = await db
    .selectFrom('users')
    .select('id')
    .where('is_admin', '=', sql.lit(1))
    .limit(1)
    .executeTakeFirst()
  return admin !== undefined
}
