import type { Db } from '#server/data/database.ts'

/** The ids of those of these comments that are neither removed nor hidden by reports. */
export async function commentsToSend(db: Db, ids: string[]): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('comments')
    .select('id')
    .where('id', 'in', ids)
    .where('removed_at', 'is', null)
    .where('hidden_at', 'is', null)
    .execute()
  return new Set(rows.map(({ id }) => id))
}
