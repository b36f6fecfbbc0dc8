import { stillAt } from '#contract/video/storyboard.ts'
import { STILL_PREPARED } from '#contract/video/upload-messages.ts'
import { type Still, Storyboard, type Video } from '#contract/video/video.ts'
import type { Secrets } from '#server/auth/secret-key.ts'
import type { AppContext } from '#server/context.ts'
import type { Db } from '#server/data/database.ts'
import { lockToChange } from '#server/data/locks.ts'
import { AppError, invalid } from '#server/http/app-error.ts'
import { MASTER } from './transcode.ts'
import { findVideo, videoExists } from './videos.queries.ts'

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

/** One second of a ready video as a picture; `storyboard` is its column. */
export function stillOf(
  secrets: Secrets,
  { storyboard, at, ...video }: { id: string; course: ShowingCourse; storyboard: string; at: number },
): Still {
  return stillAt(signedAddress(secrets, video), Storyboard.parse(JSON.parse(storyboard)), at)
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

const HOUR = 3_600_000
const HALF_HOUR = HOUR / 2
const VALID_HOURS = 6

/** To whom a course shows its video: everybody, the audience of its playlist, or only its owner and admins. */
export type Showing = 'public' | 'shown' | 'hidden'

/** The course for which an address was given, and to whom it showed its video then. */
export interface ShowingCourse {
  id: string
  showing: Showing
}

const purposeOf = (id: string) => `video ${id}`

/**
 * The address of the master playlist of a video, valid for six hours and less than one more, so that a browser that gets it
 * again within the same hour finds the segments in its cache. It ends earlier with its course. Where not everybody may watch, it
 * is valid for 30 to 60 minutes, because it works until its end for a user who loses access. Without a course it is for the owner
 * of the video, and for admins.
 */
export function signedAddress(
  secrets: Secrets,
  { id, course }: { id: string; course?: ShowingCourse },
): string {
  const isRestricted = course !== undefined && course.showing !== 'public'
  const until = isRestricted
    ? (Math.ceil(Date.now() / HALF_HOUR) + 1) * HALF_HOUR
    : (Math.ceil(Date.now() / HOUR) + VALID_HOURS) * HOUR
  const value = course ? `${until} ${course.id} ${course.showing}` : String(until)
  return `/v/${secrets.sign(purposeOf(id), value)}/${id}/${MASTER}`
}

/**
 * Whether a signature still holds for this video: its time has not ended, and its course still shows the video to those for
 * whom it was signed. The database decides each time, so an address ends at once when its course is hidden or deleted.
 */
export async function isValidSignature(
  { db, secrets, courseShowing }: { db: Db; secrets: Secrets; courseShowing: CourseShowing },
  { id, signature }: { id: string; signature: string },
): Promise<boolean> {
  const [until, courseId, signedFor] = secrets.verify(purposeOf(id), signature)?.split(' ') ?? []
  if (!(Number(until) > Date.now())) return false
  if (courseId === undefined) return videoExists(db, id)
  const showing = await courseShowing(db, { videoId: id, courseId })
  if (signedFor === 'public') return showing === 'public'
  if (signedFor === 'shown') return showing === 'public' || showing === 'shown'
  return showing !== undefined
}

/** To whom a course shows this video now; `undefined` once it does not show it. */
export type CourseShowing = (
  db: Db,
  video: { videoId: string; courseId: string },
) => Promise<Showing | undefined>
