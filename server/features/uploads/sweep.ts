import { readdir } from 'node:fs/promises'
import { type Db, transaction } from '#server/data/database.ts'
import { sentenceOf } from './failures.ts'
import { expiredUploads } from './uploads.queries.ts'
import { discardUpload, videoIdOf } from './uploads.ts'
import type { VideoFiles } from './video-files.ts'
import {
  abandonedVideos,
  deleteUnused,
  freeSpaceOfFailed,
  unusedVideos,
  updateVideo,
  withoutRow,
} from './videos.queries.ts'

const DAY = 86_400_000

interface Sweeping {
  db: Db
  files: VideoFiles
  /** The folder and the name of this node. */
  folder: string
  node: string
  /** Originals live as long as their videos. */
  keepsOriginals: boolean
}

/**
 * Deletes uploads that did not arrive within their week, videos that no course and no version has named for a day, and the
 * files of uploads and videos without a row, such as those of a deleted teacher. Gives how many of each.
 */
export async function sweepUploads(
  { db, files, folder, node, keepsOriginals }: Sweeping,
  now = Date.now(),
): Promise<{ uploads: number; videos: number }> {
  const expired = await expiredUploads(db, { node, now: new Date(now).toISOString(), keepsOriginals })
  const uploads = [...expired, ...(await withoutRow(db, 'uploads', await uploadsIn(folder)))]
  for (const id of uploads) {
    await discardUpload({ db, folder }, id)
    await freeSpaceOfFailed(db, videoIdOf(id))
  }
  // The job of such a video is dead.
  for (const id of await abandonedVideos(db))
    await updateVideo(db, id, { state: 'failed', fault: sentenceOf('failed', true) })
  const before = new Date(now - DAY).toISOString()
  for (const id of await unusedVideos(db, { before }))
    await transaction(db, (trx) => deleteUnused(trx, { before, id }))
  const strays = await withoutRow(db, 'videos', await files.list())
  for (const id of strays) await files.remove(id)
  return { uploads: uploads.length, videos: strays.length }
}

/** The ids of the uploads that have files here. Each has a row before it has a file. */
async function uploadsIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => [])
  const names = entries.filter((entry) => entry.isFile()).map(({ name }) => name.replace(/\.json$/, ''))
  return [...new Set(names)]
}
