import type { Db } from '#server/data/database.ts'

/** The ids of all comments that reports hide. */
export async function hiddenComments(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('comments').select('id').where('hidden_at', 'is not', null).execute()
  return rows.map(({ id }) => id)
}

/** Of these comments, those that are hidden, and the courses of all. */
export async function readHidden(
  db: Db,
  ids: readonly string[],
): Promise<{ hidden: Set<string>; courseIds: string[] }> {
  const rows = await db
    .selectFrom('comments')
    .select(['id', 'course_id', 'hidden_at'])
    .where('id', 'in', ids)
    .execute()
  return {
    hidden: new Set(rows.filter(({ hidden_at }) => hidden_at !== null).map(({ id }) => id)),
    courseIds: [...new Set(rows.map(({ course_id }) => course_id))],
  }
}

/** Hides these comments, or shows them again. */
export async function writeHidden(
  trx: Db,
  { ids, isHidden }: { ids: ReadonlySet<string>; isHidden: boolean },
): Promise<void> {
  if (ids.size === 0) return
  await trx
    .updateTable('comments')
    .set({ hidden_at: isHidden ? new Date().toISOString() : null })
    .where('id', 'in', [...ids])
    .execute()
}
