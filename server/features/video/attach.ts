import { z } from 'zod'
import type { Video } from '#contract/video/video.ts'
import type { AppContext } from '#server/context.ts'
import { type Db, transaction } from '#server/data/database.ts'
import { lockToChange } from '#server/data/locks.ts'
import type { VideoRow } from '#server/data/video-rows.ts'
import { emit } from '#server/events.ts'
import type { FileStore } from '#server/files/file-store.ts'
import { enqueue, jobKind } from '#server/jobs/enqueue.ts'
import { replaceCover, setDurations } from './attach.queries.ts'
import { POSTER } from './pictures.ts'
import { videoStateOf } from './uploads.ts'
import { findVideo, updateVideo } from './videos.queries.ts'

/** Tells the owner how far a video is, and those who listen. */
export async function announceVideo(
  { db, events }: Pick<AppContext, 'db' | 'events'>,
  row: VideoRow,
): Promise<void> {
  const [ownerId, video] = [row.owner_id, videoStateOf(row)]
  events.publish({ type: 'user', userId: ownerId, event: { type: 'video', video } })
  await emit(db, 'video.changed', { ownerId, video, events })
}

interface Attaching {
  files: FileStore
  /** What else follows when courses have a video that is ready, in the same transaction. */
  onAttached: (trx: Db, videoId: string) => Promise<void>
}

/** The courses of a video that has become ready learn its length, and show its picture where they had a generated one. */
export async function attachReady(
  { db, images, jobs, invalidation }: Pick<AppContext, 'db' | 'images' | 'jobs' | 'invalidation'>,
  { files, onAttached }: Attaching,
  videoId: string,
): Promise<void> {
  const video = await findVideo(db, videoId)
  if (video === undefined || video.duration_s === null) return
  const { duration_s: seconds, cover, owner_id: ownerId } = video
  const poster = cover === null ? undefined : await files.read(`${videoId}/${POSTER}`)
  const picture = poster && (await images.save(poster, { kind: 'cover', ownerId }))
  const changed = await transaction(db, async (trx) => {
    await lockToChange(trx, 'users', { id: ownerId })
    if (cover !== null && picture) await replaceCover(trx, { videoId, from: cover, to: picture })
    const courses = await setDurations(trx, { videoId, seconds })
    if (courses.length > 0) await onAttached(trx, videoId)
    return courses
  })
  jobs.wake()
  // Those that no course shows are deleted.
  await images.release([cover, picture].filter((name) => typeof name === 'string'))
  invalidation.invalidate(changed)
}

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
