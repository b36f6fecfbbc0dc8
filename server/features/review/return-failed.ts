import { FILE_FAILED } from '#contract/review/review-messages.ts'
import { afterCommit, type Db } from '#server/data/database.ts'
import type { SiteEvents } from '#server/events.ts'
import { findItem } from '#server/features/catalog/versions/items.queries.ts'
import { returnItem } from '#server/features/catalog/versions/return-item.ts'
import { settle } from '#server/features/catalog/versions/revisions.ts'
import { waitingWithVideo } from '#server/features/catalog/versions/rounds.queries.ts'
import { announceRevisions } from './notices.ts'

/** Takes what shows a file that could not be prepared out of review, so that it blocks no approval. */
export async function returnFailed(
  trx: Db,
  { videoId, ownerId, context }: SiteEvents['video.failed'],
): Promise<void> {
  const returned: string[] = []
  for (const revision of await waitingWithVideo(trx, { videoId, teacherId: ownerId })) {
    const item = await findItem(trx, revision.subject, revision.subject_id)
    if (!item) continue
    await returnItem(trx, { item, revision }, { adminId: null, message: FILE_FAILED })
    await settle(trx, ownerId, [item.playlistId])
    returned.push(item.id)
  }
  // A browser that misses the event reads the new state with its next request.
  if (returned.length > 0)
    afterCommit(trx, () => void announceRevisions(context, returned).catch(() => undefined))
}
