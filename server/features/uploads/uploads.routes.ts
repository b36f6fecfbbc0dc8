import { mkdirSync } from 'node:fs'
import { z } from 'zod'
import { uploadsApi } from '#contract/uploads.ts'
import type { AppContext } from '#server/context.ts'
import type { Db } from '#server/data/database.ts'
import { isId } from '#server/data/ids.ts'
import type { VideoRow } from '#server/data/upload-rows.ts'
import type { Images } from '#server/features/media/media.ts'
import { route } from '#server/http/route.ts'
import { jobKind } from '#server/jobs/kind.ts'
import { deliverVideos, signedAddress } from './delivery.ts'
import { ATTACH_VIDEO } from './drafts.ts'
import type { Ffmpeg } from './ffmpeg.ts'
import { prepareVideo } from './prepare.ts'
import { announceVideo, attachReady } from './ready.ts'
import { retryVideo } from './retry.ts'
import { sweepUploads } from './sweep.ts'
import { tusRoutes } from './tus.ts'
import { discardUpload, prepareJob, spaceOf, videoStateOf } from './uploads.ts'
import { uploadsFolder, type VideoFiles } from './video-files.ts'
import { findVideo } from './videos.queries.ts'

const MINUTE = 60_000
const LEASE_MS = 2 * MINUTE
const GIGABYTE = 1024 ** 3

interface UploadOptions {
  images: Images
  dataFolder: string
  files: VideoFiles
  /** Where the files of videos are on this machine; `undefined` when they are in a bucket. */
  videosFolder: string | undefined
  /** `undefined` without ffmpeg: own uploads are off. */
  tools: Ffmpeg | undefined
  quotaGb: number
  node: string
  keepsOriginals: boolean
  /** How many videos this process prepares at once. */
  jobs: number
  /** The disk is full: the admins hear of it. */
  onNoSpace: () => Promise<void>
  /** What else follows when courses have a video that is ready, in the same transaction. */
  onAttached: (trx: Db, videoId: string) => Promise<void>
}

export async function uploadRoutes(context: AppContext, options: UploadOptions): Promise<void> {
  const { app, db, jobs, secrets } = context
  const { dataFolder, files, videosFolder, tools, quotaGb, node, images, onAttached } = options
  const folder = uploadsFolder(dataFolder)
  const settings = {
    db,
    folder,
    node,
    quotaBytes: quotaGb * GIGABYTE,
    isOn: tools !== undefined,
    onNoSpace: options.onNoSpace,
  }

  route(context, uploadsApi.space, {
    run: async ({ viewer }) => spaceOf(settings, viewer.id),
  })

  videoRoutes(context, settings)
  // The library warns of a folder that does not exist yet.
  if (videosFolder !== undefined) mkdirSync(videosFolder, { recursive: true, mode: 0o750 })
  await deliverVideos(context, { secrets, files, folder: videosFolder })
  tusRoutes(context, settings)
  jobs.work(
    ATTACH_VIDEO,
    async ({ videoId }) => {
      await attachReady(context, { images, files, onAttached }, videoId)
      return
    },
    { limit: 1, lease: LEASE_MS },
  )
  jobs.work(
    jobKind(`uploads.sweep${node && `.${node}`}`, z.object({})),
    async () => {
      const { uploads, videos } = await sweepUploads({
        db,
        files,
        folder,
        node,
        keepsOriginals: options.keepsOriginals,
      })
      if (uploads + videos > 0) app.log.info({ uploads, videos }, 'swept uploads')
      return
    },
    { limit: 1, lease: 30 * MINUTE, recurring: { first: 3 * MINUTE, every: 60 * MINUTE, payload: {} } },
  )
  if (!tools) return
  mkdirSync(folder, { recursive: true, mode: 0o750 })
  const preparing = {
    db,
    tools,
    files,
    folder,
    announce: (video: VideoRow) => announceVideo(context, video),
    onReady: (videoId: string) => attachReady(context, { images, files, onAttached }, videoId),
    discardOriginal: async (id: string) => {
      if (!options.keepsOriginals) await discardUpload(settings, id)
    },
    onNoSpace: options.onNoSpace,
  }
  jobs.work(
    prepareJob(node),
    async (job, signal, isLastTry) => {
      await prepareVideo(preparing, { ...job, isLastTry }, signal)
      return
    },
    { limit: options.jobs, lease: LEASE_MS, renews: true },
  )
}

/** How far a video is, and another try. */
function videoRoutes(context: AppContext, settings: Parameters<typeof retryVideo>[0]): void {
  const { jobs, secrets } = context
  const findForAccess = async ({ reading, param }: { reading: Db; param: (name: 'videoId') => string }) => {
    const video = isId(param('videoId')) ? await findVideo(reading, param('videoId')) : undefined
    return video && { ...video, access: { ownerId: video.owner_id } }
  }

  route(context, uploadsApi.video, {
    object: findForAccess,
    run: async ({ object }) => ({
      ...videoStateOf(object),
      ...(object.state === 'ready' && { master: signedAddress(secrets, { id: object.id }) }),
    }),
  })

  route(context, uploadsApi.retry, {
    object: findForAccess,
    run: async ({ object }) => {
      const video = await retryVideo(settings, object.id)
      jobs.wake()
      announceVideo(context, video)
      return videoStateOf(video)
    },
    changes: () => [],
  })
}
