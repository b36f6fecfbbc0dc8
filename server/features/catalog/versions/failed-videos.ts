import { afterCommit, type Db } from '#server/data/database.ts'
import { emit, type SiteEvents } from '#server/events.ts'
import { findItems, type Item } from './items.queries.ts'
import { coursesWithVideo } from './revisions.queries.ts'
import { settle, withdrawItem } from './revisions.ts'

/** Takes back the waiting versions whose video could not be prepared, so that they block no approval. */
export async function withdrawFailed(
  trx: Db,
  { context, ...video }: SiteEvents['video.failed'],
): Promise<void> {
  const withdrawn: Item[] = []
  for (const course of await findItems(trx, 'course', await coursesWithVideo(trx, video)))
    if (await withdrawItem(trx, course)) withdrawn.push(course)
  if (withdrawn.length === 0) return
  await settle(
    trx,
    video.ownerId,
    withdrawn.map(({ playlistId }) => playlistId),
  )
  const subjectIds = withdrawn.map(({ id }) => id)
  // A browser that misses the event reads the new state with its next request.
  afterCommit(
    trx,
    () => void emit(context.db, 'revision.saved', { subjectIds, context }).catch(() => undefined),
  )
}
