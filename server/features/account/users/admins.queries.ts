import { sql } from 'kysely'
import type { Db } from '#server/data/database.ts'
import { isPostgres } from '#server/data/dialect.ts'

/** The ids of the admins who can log in, locked until the transaction ends. */
export async function lockAdmins(trx: Db): Promise<string[]> {
  const rows = await trx
    .selectFrom('users')
    .select('id')
    .where('is_admin', '=', sql.lit(1))
    .where('suspended_at', 'is', null)
    .orderBy('id')
    .$if(isPostgres(trx), (query) => query.forNoKeyUpdate())
    .execute()
  return rows.map(({ id }) => id)
}
