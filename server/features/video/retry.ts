import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { ORIGINAL_GONE } from '#contract/video/uploads.ts'
import { type Db, transaction } from '#server/data/database.ts'
import { lockToChange } from '#server/data/locks.ts'
import type { VideoRow } from '#server/data/upload-rows.ts'
import { AppError } from '#server/http/app-error.ts'
import { enqueue } from '#server/jobs/enqueue.ts'
import { findOriginal, keepUntil } from './uploads.queries.ts'
import { KEPT_MS, prepareJob } from './uploads.ts'
import { findVideo, updateVideo } from './videos.queries.ts'

interface Site {
  db: Db
  /** The folder of the uploads of this node, and its name. */
  folder: string
  node: string
}

/** Prepares a failed video once more, on the node that has its original. A video that has not failed stays as it is. */
export function retryVideo({ db, folder, node }: Site, videoId: string): Promise<VideoRow> {
  return transaction(db, async (trx) => {
    await lockToChange(trx, 'videos', { id: videoId })
    const video = await findVideo(trx, videoId)
    if (!video) throw new AppError('not_found', 'Video not found.')
    if (video.state !== 'failed') return video
    const original = await findOriginal(trx, video)
    const isHere = original?.node === node
    if (!original || (isHere && !existsSync(join(folder, original.id))))
      throw new AppError('conflict', ORIGINAL_GONE)
    await keepUntil(trx, original.id, new Date(Date.now() + KEPT_MS).toISOString())
    await enqueue(trx, prepareJob(original.node), {
      payload: { videoId, original: original.id },
      dedupe: `uploads.prepare ${videoId}`,
    })
    return (await updateVideo(trx, videoId, { state: 'queued', progress: 0, fault: null })) ?? video
  })
}
