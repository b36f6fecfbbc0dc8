import { sql } from 'kysely'
import type { Db } from '#server/data/database.ts'

export async function adminsAmong(db: Db, ids: string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('users')
    .select('id')
    .where('id', 'in', ids)
    .where('is_admin', '=', sql.lit(1))
    .execute()
  return rows.map(({ id }) => id)
}
