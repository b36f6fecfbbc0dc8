import { sql } from 'kysely'
import type { Db } from '#server/data/database.ts'

export async function isAdmin(db: Db, userId: string): Promise<boolean> {
  const admin = await db
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .where('is_admin', '=', sql.lit(1))
    .executeTakeFirst()
  return admin !== undefined
}
