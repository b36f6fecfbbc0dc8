import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { link, mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Db } from '#server/data/database.ts'
import type { VideoRow } from '#server/data/video-rows.ts'
import { filesBelow } from '#server/files/disk-store.ts'
import type { FileStore } from '#server/files/file-store.ts'
import { checkFiles, FullDisk, reasonOf, sentenceOf } from './check-files.ts'
import type { Ffmpeg } from './ffmpeg.ts'
import { measure } from './measure.ts'
import { drawPoster, drawStoryboard, POSTER, removeStoryboard, STORYBOARD } from './pictures.ts'
import { probe, UnusableVideo } from './probe.ts'
import { type Rendition, renditionsOf } from './renditions.ts'
import { hasRoom } from './space.ts'
import { encode, isOwnFailure, MASTER, SOUND_ALONE, type Work } from './transcode.ts'
import { keepUntil } from './uploads.queries.ts'
import { failVideo, KEPT_MS } from './uploads.ts'
import { findVideo, updateVideo } from './videos.queries.ts'

const PROGRESS_EVERY_MS = 1000
/** How long the original of a rejected file stays, for another try. */
const REJECTED_KEPT_MS = 86_400_000

export interface Preparing {
  db: Db
  tools: Ffmpeg
  files: FileStore
  /** The folder of the uploads: originals, and the folders in which videos are prepared. */
  folder: string
  /** Deletes the original of a video that is ready; not with KEEP_ORIGINALS. */
  discardOriginal: (uploadId: string) => Promise<void>
  /** Tells the owner, after each change of the row. */
  announce: (video: VideoRow) => void
  /** After the row says that the video is ready. */
  onReady: (videoId: string) => Promise<void>
  /** What follows when a video has failed, in the same transaction. */
  onFailed: (trx: Db, video: VideoRow) => Promise<void>
  /** Notifies the admins that the disk is full. */
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
    await updateVideo(
      db,
      videoId,
      await prepared(preparing, { videoId, place, isLastTry: job.isLastTry, signal }),
    )
    await finish(preparing, job)
  } catch (error) {
    if (signal.aborted) throw error
    await noteFailure(preparing, job, error)
  } finally {
    await rm(place, { recursive: true, force: true })
  }
}

/** Notifies the owner last: by now, the courses show the length and the poster. */
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
  isLastTry: boolean
  signal: AbortSignal
}

/** The columns of a video that is ready, after its files are checked and stored. */
async function prepared(preparing: Preparing, place: Place): Promise<Partial<VideoRow>> {
  const { tools, files } = preparing
  const { videoId, place: folder, signal } = place
  const probing = { tools, folder, signal }
  const film = await measure(probing, await probe(probing))
  const work: Work = { ...probing, out: 'out', film }
  const renditions = film.picture ? renditionsOf(film.picture) : []
  await encodeWithRoom(preparing, { videoId, work, renditions })
  const largest = renditions.at(-1)
  await checkFiles(join(folder, 'out'), { duration: film.duration, versions: renditions.length || 1 })
  const storyboard = await drawPictures(work, renditions, place)
  const sizes = await filesBelow(join(folder, 'out'))
  await files.putFolder(videoId, join(folder, 'out'), MASTER)
  return {
    state: 'ready',
    progress: 100,
    fault: null,
    duration_s: Math.max(1, Math.round(film.duration)),
    width: largest?.width ?? null,
    height: largest?.height ?? null,
    bytes: sizes.reduce((sum, { bytes }) => sum + bytes, 0),
    renditions: JSON.stringify(largest ? renditions.map(({ name }) => name) : [SOUND_ALONE]),
    storyboard,
    checksum: await sha256(join(folder, 'in')),
  }
}

/** Encodes while the disk has its reserve. Throws a FullDisk, to be tried again, when it has not. */
async function encodeWithRoom(
  preparing: Preparing,
  { videoId, work, renditions }: { videoId: string; work: Work; renditions: Rendition[] },
): Promise<void> {
  const full = new AbortController()
  const checkRoom = async () => {
    if (!(await hasRoom(preparing.folder))) full.abort(new FullDisk())
  }
  await checkRoom()
  full.signal.throwIfAborted()
  const signal = AbortSignal.any([work.signal, full.signal])
  await encode({ ...work, signal }, renditions, progressOf(preparing, { videoId, checkRoom }))
}

/** Draws the poster and the storyboard, without which a film is as good; gives the column of the storyboard. */
async function drawPictures(
  work: Work,
  renditions: Rendition[],
  { isLastTry }: Pick<Place, 'isLastTry'>,
): Promise<string | null> {
  const [smallest, largest] = [renditions[0], renditions.at(-1)]
  if (!(smallest && largest)) return null
  function tolerate(error: unknown): null {
    // What was stopped may succeed in the next try.
    if (isOwnFailure(error) || (isLastTry && !work.signal.aborted && reasonOf(error) !== 'full')) return null
    throw error
  }
  await drawPoster(work, largest).catch(async (error: unknown) => {
    tolerate(error)
    await rm(join(work.folder, work.out, POSTER), { force: true })
  })
  return drawStoryboard(work, smallest)
    .then((sheets) => JSON.stringify({ ...STORYBOARD, sheets }))
    .catch(async (error: unknown) => {
      await removeStoryboard(work)
      return tolerate(error)
    })
}

/** Stores and announces the progress and looks at the disk, at most once a second. */
function progressOf(
  preparing: Preparing,
  { videoId, checkRoom }: { videoId: string; checkRoom: () => Promise<void> },
): (done: number) => void {
  let next = 0
  return (done) => {
    const now = performance.now()
    if (now < next) return
    next = now + PROGRESS_EVERY_MS
    checkRoom().catch(() => undefined)
    // 100 is for a video that is ready. A percentage that is not stored is stored a second later.
    change(preparing, videoId, { progress: Math.min(99, Math.floor(done * 100)) }).catch(() => undefined)
  }
}

/** An unusable file fails until its teacher tries again; everything else is tried again. */
async function noteFailure(preparing: Preparing, job: Job, error: unknown): Promise<void> {
  const { videoId, original, isLastTry } = job
  const keep = (ms: number) => keepUntil(preparing.db, original, new Date(Date.now() + ms).toISOString())
  if (error instanceof UnusableVideo) {
    await keep(REJECTED_KEPT_MS)
    await fail(preparing, videoId, error.message)
    return
  }
  if (isLastTry) await keep(KEPT_MS)
  const reason = reasonOf(error)
  if (reason === 'full') await preparing.onNoSpace()
  const fault = sentenceOf(reason, isLastTry)
  if (isLastTry) await fail(preparing, videoId, fault)
  else await change(preparing, videoId, { state: 'queued', progress: 0, fault })
  throw error
}

async function fail({ db, announce, onFailed }: Preparing, id: string, fault: string): Promise<void> {
  const row = await failVideo(db, { id, fault, onFailed })
  if (row) announce(row)
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
