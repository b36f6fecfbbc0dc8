import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import type { Config } from '#server/config.ts'
import type { AppContext } from '#server/context.ts'
import type { Db } from '#server/data/database.ts'
import { findFfmpeg } from '#server/features/video/ffmpeg.ts'
import { insertUpload } from '#server/features/video/uploads.queries.ts'
import { completeUpload, discardUpload, newUploadId } from '#server/features/video/uploads.ts'
import { uploadsFolder } from '#server/features/video/video-files.ts'
import { findVideo } from '#server/features/video/videos.queries.ts'
import { enqueue, jobKind } from '#server/jobs/enqueue.ts'
import { LESSON } from './lesson/box-lesson.ts'
import { writeLesson } from './lesson/draw-lesson.ts'
import type { InsertedPlaylist } from './playlists.ts'

const DRAW = jobKind(
  'demo.lesson',
  z.object({ videoId: z.string(), from: z.number().default(0), to: z.number().default(LESSON.seconds) }),
)
const LEASE_MS = 120_000
const WHOLE = { from: 0, to: LESSON.seconds }
const DAY = 86_400_000

/** Enqueues the drawing of the videos that demo courses already name. */
export async function drawLater(trx: Db, playlists: InsertedPlaylist[]): Promise<void> {
  for (const { video, lesson = WHOLE } of playlists.flatMap(({ courses }) => courses))
    if (video.source === 'upload') await enqueue(trx, DRAW, { payload: { videoId: video.key, ...lesson } })
}

interface OwnVideo {
  config: Config
  /** The longest that a film may be; tests shorten them. */
  seconds?: number
}

/**
 * Registers the job that draws the demo's videos. Drawing takes a minute, so it runs after the start. The job completes an
 * upload of the teacher, which is then prepared like any other upload.
 */
export function drawDemoVideo(
  { db, images, jobs }: Pick<AppContext, 'db' | 'images' | 'jobs'>,
  { config, seconds = LESSON.seconds }: OwnVideo,
): void {
  const tools = findFfmpeg(config)
  if (!tools) return
  const folder = uploadsFolder(config.DATA_DIR)
  const node = config.UPLOAD_NODE
  jobs.work(
    DRAW,
    async ({ videoId, from, to }, signal) => {
      const ownerId = await ownerOf(db, videoId)
      if (ownerId === undefined || (await findVideo(db, videoId))) return
      const id = newUploadId(node, videoId)
      // An earlier try may have left a file and a row.
      await discardUpload({ db, folder }, id)
      const part = { from, to: Math.min(to, from + seconds) }
      await writeLesson({ images, tools, folder, name: id, part, signal })
      const { size } = await stat(join(folder, id))
      const expires_at = new Date(Date.now() + DAY).toISOString()
      await insertUpload(db, { id, owner_id: ownerId, bytes: size, name: 'lesson.mp4', expires_at, node })
      await completeUpload({ db, folder, node }, id)
      jobs.wake()
      return
    },
    { limit: 1, lease: LEASE_MS, renews: true },
  )
}

/** The teacher of the course with this video; `undefined` after the demo was removed. */
async function ownerOf(db: Db, videoId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('courses')
    .innerJoin('playlists', 'playlists.id', 'courses.playlist_id')
    .select('playlists.teacher_id')
    .where('courses.video_id', '=', '')
    .where('courses.source_key', '=', videoId)
    .executeTakeFirst()
  return row?.teacher_id
}
