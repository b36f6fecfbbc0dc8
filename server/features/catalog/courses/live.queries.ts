import { type SqlBool, sql } from 'kysely'
import type { Db } from '#server/data/database.ts'
import { hiddenOn } from '#server/features/reports/hidden.queries.ts'

/** The ids of those of these comments that are neither removed nor hidden by reports. */
export async function commentsToSend(db: Db, ids: string[]): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('comments')
    .select('id')
    .where('id', 'in', ids)
    .where('removed_at', 'is', null)
    .where(sql<SqlBool>`comments.id not in ${hiddenOn(sql.ref('comments.course_id'))}`)
    .execute()
  return new Set(rows.map(({ id }) => id))
}
