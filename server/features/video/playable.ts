import { STILL_PREPARED } from '#contract/video/upload-messages.ts'
import { Storyboard, type Video } from '#contract/video/video.ts'
import type { AppContext } from '#server/context.ts'
import type { Db } from '#server/data/database.ts'
import { lockToChange } from '#server/data/locks.ts'
import { AppError, invalid } from '#server/http/app-error.ts'
import { type ShowingCourse, signedAddress } from './signed-address.ts'
import { findVideo } from './videos.queries.ts'

/**
 * The video of a course with its signed address, for a viewer who may watch it. Videos of other sites, and unready ones,
 * stay as they are.
 */
export async function playable(
  { db, secrets }: Pick<AppContext, 'db' | 'secrets'>,
  video: Video,
  course: ShowingCourse,
): Promise<Video> {
  if (video.source !== 'upload') return video
  const row = await findVideo(db, video.key)
  if (row?.state === 'failed') return { ...video, fault: whyFailed(row) }
  if (row?.state !== 'ready') return video
  return {
    ...video,
    master: signedAddress(secrets, { id: row.id, course }),
    ...(row.storyboard !== null && { storyboard: Storyboard.parse(JSON.parse(row.storyboard)) }),
  }
}

/** Throws unless an uploaded video is this teacher's own and can become ready. Gives its length, if it is known. */
export async function checkOwnVideo(trx: Db, teacherId: string, video: Video): Promise<number | null> {
  if (video.source !== 'upload') return null
  // The sweep must not delete it before the course names it.
  await lockToChange(trx, 'videos', { id: video.key })
  const row = await findVideo(trx, video.key)
  if (row?.owner_id !== teacherId) throw invalid('videoLink', 'Choose one of your own videos.')
  if (row.state === 'failed') throw invalid('videoLink', whyFailed(row))
  return row.duration_s
}

const whyFailed = ({ fault }: { fault: string | null }) => fault ?? 'This video cannot be played.'

/** Throws `conflict` for an uploaded video that nobody could watch yet. */
export async function checkPrepared(trx: Db, video: Video | undefined): Promise<void> {
  if (video?.source !== 'upload') return
  const row = await findVideo(trx, video.key)
  if (row?.state === 'ready') return
  throw new AppError('conflict', row?.state === 'failed' ? whyFailed(row) : STILL_PREPARED)
}
