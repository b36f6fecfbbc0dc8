import { mkdirSync } from 'node:fs'
import { z } from 'zod'
import { uploadsApi } from '#contract/video/uploads.ts'
import type { AppContext } from '#server/context.ts'
import type { Db } from '#server/data/database.ts'
import { isId } from '#server/data/ids.ts'
import type { VideoRow } from '#server/data/video-rows.ts'
import { emit } from '#server/events.ts'
import type { FileStore } from '#server/files/file-store.ts'
import { route } from '#server/http/route.ts'
import { jobKind } from '#server/jobs/enqueue.ts'
import { ATTACH_VIDEO, announceVideo, attachReady } from './attach.ts'
import { deliverVideos } from './delivery.ts'
import type { Ffmpeg } from './ffmpeg.ts'
import { type CourseShowing, signedAddress } from './playable.ts'
import { prepareVideo } from './prepare.ts'
import { watchSpace } from './space.ts'
import { sweepUploads } from './sweep.ts'
import { tusRoutes } from './tus.ts'
import {
  discardUpload,
  prepareJob,
  retryVideo,
  spaceOf,
  type UploadSettings,
  videoStateOf,
} from './uploads.ts'
import { uploadsFolder } from './video-files.ts'
import { findVideo } from './videos.queries.ts'

const MINUTE = 60_000
const LEASE_MS = 2 * MINUTE
const GIGABYTE = 1024 ** 3

interface UploadOptions {
  dataFolder: string
  files: FileStore
  /** `undefined` without ffmpeg: own uploads are off. */
  tools: Ffmpeg | undefined
  node: string
  keepsOriginals: boolean
  /** How many videos this process prepares at once. */
  jobs: number
  /** Notifies the admins that space on the disk is short. */
  onShortage: () => Promise<void>
  /** There is enough space again. */
  onEnough: () => Promise<void>
  /** What else follows when courses have a video that is ready, in the same transaction. */
  onAttached: (trx: Db, videoId: string) => Promise<void>
  courseShowing: CourseShowing
}

export function uploadRoutes(context: AppContext, options: UploadOptions): void {
  const { db, jobs } = context
  const { dataFolder, files, tools, node, onAttached } = options
  const folder = uploadsFolder(dataFolder)
  const settings = {
    db,
    folder,
    node,
    quotaBytes: async () => (await context.settings.get('uploadQuotaGb')) * GIGABYTE,
    isOn: tools !== undefined,
    onShortage: options.onShortage,
  }

  route(context, uploadsApi.space, {
    run: async ({ viewer }) => spaceOf(settings, viewer.id),
  })

  videoRoutes(context, settings)
  mkdirSync(folder, { recursive: true, mode: 0o750 })
  deliverVideos(context, { files, courseShowing: options.courseShowing })
  tusRoutes(context, settings)
  jobs.work(
    ATTACH_VIDEO,
    async ({ videoId }) => {
      await attachReady(context, { files, onAttached }, videoId)
      return
    },
    { limit: 1, lease: LEASE_MS },
  )
  const onFailed = (trx: Db, { id, owner_id, fault }: VideoRow) =>
    emit(trx, 'video.failed', { videoId: id, ownerId: owner_id, fault: fault ?? '', context })
  scheduleUploadJobs(context, settings, { ...options, onFailed })
  if (!tools) return
  const preparing = {
    db,
    tools,
    files,
    folder,
    // A browser that misses the event gets the progress with its next request.
    announce: (video: VideoRow) => void announceVideo(context, video).catch(() => undefined),
    onReady: (videoId: string) => attachReady(context, { files, onAttached }, videoId),
    discardOriginal: async (id: string) => {
      if (!options.keepsOriginals) await discardUpload(settings, id)
    },
    onFailed,
    onNoSpace: options.onShortage,
  }
  jobs.work(
    prepareJob(node),
    async (job, signal, { isLast: isLastTry }) => {
      await prepareVideo(preparing, { ...job, isLastTry }, signal)
      return
    },
    { limit: options.jobs, lease: LEASE_MS, renews: true },
  )
}

/** Sweeps uploads and videos, and watches the space of the disk. */
function scheduleUploadJobs(
  { app, db, jobs }: AppContext,
  settings: UploadSettings,
  {
    files,
    keepsOriginals,
    onEnough,
    onFailed,
  }: UploadOptions & { onFailed: (trx: Db, video: VideoRow) => Promise<void> },
): void {
  const { folder, node } = settings
  jobs.work(
    jobKind(`uploads.sweep${node && `.${node}`}`, z.object({})),
    async () => {
      const { uploads, videos } = await sweepUploads({
        db,
        files,
        folder,
        node,
        keepsOriginals,
        onFailed,
      })
      if (uploads + videos > 0) app.log.info({ uploads, videos }, 'swept uploads')
      return
    },
    { limit: 1, lease: 30 * MINUTE, recurring: { first: 3 * MINUTE, every: 60 * MINUTE, payload: {} } },
  )
  if (!settings.isOn) return
  jobs.work(
    jobKind(`uploads.space${node && `.${node}`}`, z.object({})),
    async () => {
      await watchSpace(db, { ...settings, onEnough })
      return
    },
    { limit: 1, lease: LEASE_MS, recurring: { first: MINUTE, every: 10 * MINUTE, payload: {} } },
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
      await announceVideo(context, video)
      return videoStateOf(video)
    },
    changes: () => [],
  })
}
