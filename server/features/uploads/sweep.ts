import { FAILED } from '#contract/uploads.ts'
import type { Db } from '#server/data/database.ts'
import { expiredUploads } from './uploads.queries.ts'
import { discardUpload } from './uploads.ts'
import type { VideoFiles } from './video-files.ts'
import { abandonedVideos, deleteVideos, knownVideos, unusedVideos, updateVideo } from './videos.queries.ts'

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
 * files of videos without a row. Gives how many of each.
 */
export async function sweepUploads(
  { db, files, folder, node, keepsOriginals }: Sweeping,
  now = Date.now(),
): Promise<{ uploads: number; videos: number }> {
  const expired = await expiredUploads(db, { node, now: new Date(now).toISOString(), keepsOriginals })
  for (const id of expired) await discardUpload({ db, folder }, id)
  // The job of such a video is dead.
  for (const id of await abandonedVideos(db)) await updateVideo(db, id, { state: 'failed', fault: FAILED })
  const unused = await unusedVideos(db, new Date(now - DAY).toISOString())
  await deleteVideos(db, unused)
  const stored = await files.list()
  const known = await knownVideos(db, stored)
  const strays = stored.filter((id) => !known.has(id))
  for (const id of strays) await files.remove(id)
  return { uploads: expired.length, videos: strays.length }
}
