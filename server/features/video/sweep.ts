import { readdir } from 'node:fs/promises'
import { ORIGINAL_GONE, PREPARING_FAILED } from '#contract/video/uploads.ts'
import { type Db, transaction } from '#server/data/database.ts'
import type { VideoRow } from '#server/data/video-rows.ts'
import type { FileStore } from '#server/files/file-store.ts'
import { sentenceOf } from './check-files.ts'
import { expiredUploads, findOriginal, keepUntil } from './uploads.queries.ts'
import { discardUpload, failVideo, KEPT_MS, videoIdOf } from './uploads.ts'
import { storedVideos } from './video-files.ts'
import {
  abandonedVideos,
  deleteUnused,
  freeSpaceOfFailed,
  unusedVideos,
  withoutRow,
} from './videos.queries.ts'

const DAY = 86_400_000

interface Sweeping {
  db: Db
  files: FileStore
  /** The folder and the name of this node. */
  folder: string
  node: string
  /** Originals live as long as their videos. */
  keepsOriginals: boolean
  /** What follows when a video has failed, in the same transaction. */
  onFailed: (trx: Db, video: VideoRow) => Promise<void>
}

/**
 * Deletes uploads that did not arrive within their week, videos that no course and no version has named for a day, and the
 * files of uploads and videos without a row, such as those of a deleted teacher. Gives how many of each.
 */
export async function sweepUploads(
  { db, files, folder, node, keepsOriginals, onFailed }: Sweeping,
  now = Date.now(),
): Promise<{ uploads: number; videos: number }> {
  const expired = await expiredUploads(db, { node, now: new Date(now).toISOString(), keepsOriginals })
  const uploads = [...expired, ...(await withoutRow(db, 'uploads', await uploadsIn(folder)))]
  for (const id of uploads) {
    await discardUpload({ db, folder }, id)
    await freeSpaceOfFailed(db, videoIdOf(id))
  }
  for (const video of await abandonedVideos(db)) await failAbandoned({ db, onFailed }, video, now)
  const before = new Date(now - DAY).toISOString()
  for (const id of await unusedVideos(db, { before }))
    await transaction(db, (trx) => deleteUnused(trx, { before, id }))
  const strays = await withoutRow(db, 'videos', await storedVideos(files))
  for (const id of strays) await files.removeFolder(id)
  return { uploads: uploads.length, videos: strays.length }
}

/** Marks a video whose job is dead as failed, and keeps its original for another try. */
async function failAbandoned(
  { db, onFailed }: Pick<Sweeping, 'db' | 'onFailed'>,
  video: Pick<VideoRow, 'id' | 'owner_id'>,
  now: number,
): Promise<void> {
  const original = await findOriginal(db, video)
  if (original) await keepUntil(db, original.id, new Date(now + KEPT_MS).toISOString())
  const fault = original ? sentenceOf('failed', true) : `${PREPARING_FAILED.failed} ${ORIGINAL_GONE}`
  await failVideo(db, { id: video.id, fault, onFailed })
}

/** The ids of the uploads that have files here. Each has a row before it has a file. */
async function uploadsIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => [])
  const names = entries.filter((entry) => entry.isFile()).map(({ name }) => name.replace(/\.json$/, ''))
  return [...new Set(names)]
}
