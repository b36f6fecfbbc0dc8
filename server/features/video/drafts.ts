import { z } from 'zod'
import type { Video } from '#contract/video/video.ts'
import type { Db } from '#server/data/database.ts'
import { lockToChange } from '#server/data/locks.ts'
import { enqueue } from '#server/jobs/enqueue.ts'
import { jobKind } from '#server/jobs/kind.ts'
import { findVideo, updateVideo } from './videos.queries.ts'

/** Gives the courses of a video that is ready its length, its poster and what else follows from it. */
export const ATTACH_VIDEO = jobKind('uploads.attach', z.object({ videoId: z.string() }))

/** Call it in the transaction that gives a course this video. What is not ready yet is attached when it is. */
export async function attachVideo(trx: Db, { source, key }: Video): Promise<void> {
  if (source !== 'upload') return
  // It becomes ready before this transaction reads it or after it commits, never in between.
  await lockToChange(trx, 'videos', { id: key })
  if ((await findVideo(trx, key))?.state === 'ready')
    await enqueue(trx, ATTACH_VIDEO, { payload: { videoId: key } })
}

/** A new draft of this video shows a generated cover: the poster replaces it as soon as there is one. */
export async function awaitPoster(
  trx: Db,
  { videoId, cover }: { videoId: string; cover: string },
): Promise<void> {
  await updateVideo(trx, videoId, { cover })
}
