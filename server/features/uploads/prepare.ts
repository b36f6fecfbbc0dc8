import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { link, mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { FAILED, FAILED_ONCE, NO_SPACE, WITHOUT_PICTURE } from '#contract/uploads.ts'
import type { Db } from '#server/data/database.ts'
import type { VideoRow } from '#server/data/upload-rows.ts'
import { type Ffmpeg, FfmpegError } from './ffmpeg.ts'
import { probe, rejectLong, UnusableVideo } from './probe.ts'
import { renditionsOf } from './renditions.ts'
import { drawPoster, drawStoryboard, encode, measure, STORYBOARD, type Work } from './transcode.ts'
import { keepUntil } from './uploads.queries.ts'
import { filesBelow, type VideoFiles } from './video-files.ts'
import { findVideo, updateVideo } from './videos.queries.ts'

const PROGRESS_EVERY_MS = 1000
/** The original of a video that could not be prepared, for the operator. */
const KEPT_MS = 7 * 86_400_000

export interface Preparing {
  db: Db
  tools: Ffmpeg
  files: VideoFiles
  /** The folder of the uploads: originals, and the folders in which videos are prepared. */
  folder: string
  /** Deletes the original of a video that is ready; not with KEEP_ORIGINALS. */
  discardOriginal: (uploadId: string) => Promise<void>
  /** Tells the owner, after each change of the row. */
  announce: (video: VideoRow) => void
  /** After the row says that the video is ready. */
  onReady: (videoId: string) => Promise<void>
  /** The disk is full: the admins hear of it. */
  onNoSpace: () => Promise<void>
}

interface Job {
  videoId: string
  /** The name of the original in the folder of the uploads. */
  original: string
  isLastTry: boolean
}

/**
 * Prepares an uploaded video: probes, encodes, stores its files and says that it is ready. Nothing remains of a try that
 * ended early, so it can begin again at any time. Throws to be tried again.
 */
export async function prepareVideo(preparing: Preparing, job: Job, signal: AbortSignal): Promise<void> {
  const { db, folder } = preparing
  const { videoId } = job
  const found = await findVideo(db, videoId)
  if (!found) return
  // The try before ended between its last steps.
  if (found.state === 'ready') return finish(preparing, job)
  await change(preparing, videoId, { state: 'working', progress: 0 })
  const place = join(folder, 'work', videoId)
  try {
    await rm(place, { recursive: true, force: true })
    await mkdir(join(place, 'out'), { recursive: true, mode: 0o750 })
    await link(join(folder, job.original), join(place, 'in'))
    await updateVideo(db, videoId, await prepared(preparing, { videoId, place, signal }))
    await finish(preparing, job)
  } catch (error) {
    if (signal.aborted) throw error
    await noteFailure(preparing, job, error)
  } finally {
    await rm(place, { recursive: true, force: true })
  }
}

/** Only then does the owner hear that the video is ready: its courses show its length and its poster by now. */
async function finish(preparing: Preparing, { videoId, original }: Job): Promise<void> {
  await preparing.onReady(videoId)
  await preparing.discardOriginal(original)
  const video = await findVideo(preparing.db, videoId)
  if (video) preparing.announce(video)
}

interface Place {
  videoId: string
  /** Has the original as `in`. */
  place: string
  signal: AbortSignal
}

/** The columns of a video that is ready, after its files are stored. */
async function prepared(preparing: Preparing, { videoId, place, signal }: Place): Promise<Partial<VideoRow>> {
  const { tools, files } = preparing
  const probed = await probe(tools, place, signal)
  const duration = probed.duration ?? (await measure({ tools, folder: place, probed, signal }))
  rejectLong(duration)
  const work: Work = { tools, folder: place, out: 'out', probed, duration, signal }
  await drawPoster(work).catch(rejectWithoutPicture)
  const renditions = renditionsOf(probed)
  await encode(work, renditions, progressOf(preparing, videoId))
  const [smallest, ...larger] = renditions
  if (smallest) await drawStoryboard(work, smallest)
  const sizes = await filesBelow(join(place, 'out'))
  await files.store(videoId, join(place, 'out'))
  const { width, height } = larger.at(-1) ?? smallest ?? probed
  return {
    state: 'ready',
    progress: 100,
    fault: null,
    duration_s: Math.round(duration),
    width,
    height,
    bytes: sizes.reduce((sum, { bytes }) => sum + bytes, 0),
    renditions: JSON.stringify(renditions.map(({ name }) => name)),
    storyboard: JSON.stringify({
      ...STORYBOARD,
      sheets: sizes.filter(({ path }) => path.startsWith('storyboard')).length,
    }),
    checksum: await sha256(join(place, 'in')),
  }
}

/** A file that says it has a picture but of which none can be decoded. */
function rejectWithoutPicture(error: unknown): never {
  throw error instanceof FfmpegError && !isNoSpace(error)
    ? new UnusableVideo(WITHOUT_PICTURE, { cause: error })
    : error
}

/** Stores and announces the progress, at most once a second. */
function progressOf(preparing: Preparing, videoId: string): (done: number) => void {
  let next = 0
  return (done) => {
    const now = performance.now()
    if (now < next) return
    next = now + PROGRESS_EVERY_MS
    // 100 is for a video that is ready. A percentage that is not stored is stored a second later.
    change(preparing, videoId, { progress: Math.min(99, Math.floor(done * 100)) }).catch(() => undefined)
  }
}

/** An unusable file fails for good; everything else is tried again. */
async function noteFailure(preparing: Preparing, job: Job, error: unknown): Promise<void> {
  const { videoId, original, isLastTry } = job
  if (error instanceof UnusableVideo) {
    await change(preparing, videoId, { state: 'failed', fault: error.message })
    await preparing.discardOriginal(original)
    return
  }
  if (isLastTry) await keepUntil(preparing.db, original, new Date(Date.now() + KEPT_MS).toISOString())
  const isFull = isNoSpace(error)
  if (isFull) await preparing.onNoSpace()
  await change(
    preparing,
    videoId,
    isLastTry
      ? { state: 'failed', progress: 0, fault: FAILED }
      : { state: 'queued', progress: 0, fault: isFull ? NO_SPACE : FAILED_ONCE },
  )
  throw error
}

export function isNoSpace(error: unknown): boolean {
  if (error instanceof FfmpegError) return /no space left|disk quota/i.test(error.message)
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return code === 'ENOSPC' || code === 'EDQUOT'
}

async function change({ db, announce }: Preparing, id: string, changes: Partial<VideoRow>): Promise<void> {
  const row = await updateVideo(db, id, changes)
  if (row) announce(row)
}

async function sha256(file: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(file), hash)
  return hash.digest('hex')
}
