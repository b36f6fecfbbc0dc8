import type { Db } from '#server/data/database.ts'

/** The ids of all comments that reports hide. */
export async function hiddenComments(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('comments').select('id').where('hidden_at', 'is not', null).execute()
  return rows.map(({ id }) => id)
}

/** Hides these comments, or shows them again. */
export async function writeHidden(
  trx: Db,
  { ids, isHidden }: { ids: string[]; isHidden: boolean },
): Promise<void> {
  if (ids.length === 0) return
  await trx
    .updateTable('comments')
    .set({ hidden_at: isHidden ? new Date().toISOString() : null })
    .where('id', 'in', ids)
    .where('hidden_at', isHidden ? 'is' : 'is not', null)
    .execute()
}
