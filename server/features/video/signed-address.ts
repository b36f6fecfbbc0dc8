import type { Secrets } from '#server/auth/secret-key.ts'
import type { Db } from '#server/data/database.ts'
import { MASTER } from './transcode.ts'
import { courseShowing, videoExists } from './videos.queries.ts'

const HOUR = 3_600_000
const VALID_HOURS = 6

/** The course for which an address was given. Only its owner and admins get one while it is hidden. */
export interface ShowingCourse {
  id: string
  isPublic: boolean
}

const purposeOf = (id: string) => `video ${id}`

/**
 * The address of the master playlist of a video, valid for six hours and less than one more, so that a browser that gets it
 * again within the same hour finds the segments in its cache. It ends earlier with its course. Without a course it is for
 * the owner of the video, and for admins.
 */
export function signedAddress(
  secrets: Secrets,
  { id, course }: { id: string; course?: ShowingCourse },
): string {
  const until = (Math.ceil(Date.now() / HOUR) + VALID_HOURS) * HOUR
  const value = course ? `${until} ${course.id} ${course.isPublic ? 'public' : 'hidden'}` : String(until)
  return `/v/${secrets.sign(purposeOf(id), value)}/${id}/${MASTER}`
}

/**
 * Whether a signature still holds for this video: its time has not ended, and its course still shows the video to those for
 * whom it was signed. The database decides each time, so an address ends at once when its course is hidden or deleted.
 */
export async function isValidSignature(
  { db, secrets }: { db: Db; secrets: Secrets },
  { id, signature }: { id: string; signature: string },
): Promise<boolean> {
  const [until, courseId, visibility] = secrets.verify(purposeOf(id), signature)?.split(' ') ?? []
  if (!(Number(until) > Date.now())) return false
  if (courseId === undefined) return videoExists(db, id)
  const course = await courseShowing(db, { id, courseId })
  return course !== undefined && (visibility === 'hidden' || course.isPublic)
}
