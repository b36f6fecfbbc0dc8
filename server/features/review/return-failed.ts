import { FILE_FAILED } from '#contract/review/review-messages.ts'
import type { Db } from '#server/data/database.ts'
import { findItem } from '#server/features/catalog/versions/items.queries.ts'
import { returnItem } from '#server/features/catalog/versions/return-item.ts'
import { waitingWithVideo } from '#server/features/catalog/versions/rounds.queries.ts'
import { settleRound } from '#server/features/catalog/versions/rounds.ts'

/** Takes what shows a file that could not be prepared out of review, so that it blocks no approval. */
export async function returnFailed(
  trx: Db,
  { videoId, teacherId }: { videoId: string; teacherId: string },
): Promise<void> {
  for (const revision of await waitingWithVideo(trx, { videoId, teacherId })) {
    const item = await findItem(trx, revision.subject, revision.subject_id)
    if (!item) continue
    await returnItem(trx, { item, revision }, { adminId: null, message: FILE_FAILED })
    await settleRound(trx, item.playlistId)
  }
}
