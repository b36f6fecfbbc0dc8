import { sql } from 'kysely'
import type { Db } from '#server/data/database.ts'

export async function hasOtherAdmin(db: Db, adminId: string): Promise<boolean> {
  const other = await db
    .selectFrom('users')
    .select('id')
    .where('is_admin', '=', sql.lit(1))
    .where('id', '<>', adminId)
    .limit(1)
    .executeTakeFirst()
  return other !== undefined
}
