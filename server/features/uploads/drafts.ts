import { z } from 'zod'
import type { Db } from '#server/data/database.ts'
import { enqueue } from '#server/jobs/enqueue.ts'
import { jobKind } from '#server/jobs/kind.ts'
import { updateVideo } from './videos.queries.ts'

/** Gives the courses of a video that is ready its length and its poster. */
export const ATTACH_VIDEO = jobKind('uploads.attach', z.object({ videoId: z.string() }))

/** A new draft of this video shows a generated cover: the poster replaces it as soon as there is one. */
export async function awaitPoster(
  trx: Db,
  { videoId, cover }: { videoId: string; cover: string },
): Promise<void> {
  const video = await updateVideo(trx, videoId, { cover })
  if (video?.state === 'ready') await enqueue(trx, ATTACH_VIDEO, { payload: { videoId } })
}
