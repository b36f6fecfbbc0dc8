import type { CaptionsRow } from '#server/data/captions-rows.ts'
import type { Db } from '#server/data/database.ts'

export function storedAfter(
  db: Db,
  { after, limit }: { after: string; limit: number },
): Promise<Pick<CaptionsRow, 'id' | 'vtt'>[]> {
  return db
    .selectFrom('captions')
    .select(['id', 'vtt'])
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute()
}

interface Replacement {
  id: string
  former: string
  vtt: string
  cuesCount: number
}

/** Replaces the text of captions. Returns `false` if they no longer have the former one. */
export async function replaceText(trx: Db, { id, former, vtt, cuesCount }: Replacement): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('captions')
    .set({ vtt, cues_count: cuesCount })
    .where('id', '=', id)
    .where('vtt', '=', former)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
