import type { Db } from '#server/data/database.ts'

export function readPlayer(db: Db, userId: string) {
  return db
    .selectFrom('users')
    .select(['player', 'history_paused'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
}

export async function writePlayer(
  trx: Db,
  userId: string,
  { player, isHistoryPaused }: { player: string; isHistoryPaused: boolean },
): Promise<void> {
  await trx
    .updateTable('users')
    .set({ player, history_paused: isHistoryPaused ? 1 : 0 })
    .where('id', '=', userId)
    .execute()
}
