import type { Db } from '#server/data/database.ts'
import { forgetCounted, removeCounted } from '#server/features/learning/progress/counted.queries.ts'
import { recountLearner } from './learners.ts'

/**
 * What the new teacher watched counts no more, and what the former one watched counts from now on. The playlist has its new
 * teacher already.
 */
export async function handOverFigures(
  trx: Db,
  { playlistId, from, to }: { playlistId: string; from: string; to: string },
): Promise<void> {
  await removeCounted(trx, { playlistId, userId: to })
  await recountLearner(trx, { playlistId, userId: to }, Date.now())
  await forgetCounted(trx, { playlistId, userId: from })
}
