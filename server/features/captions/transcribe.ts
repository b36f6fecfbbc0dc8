import { mkdir, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import { CAPTIONS_EMPTY, writeVtt } from '#contract/captions/captions-file.ts'
import type { AppContext } from '#server/context.ts'
import { type Db, transaction } from '#server/data/database.ts'
import { lockToChange } from '#server/data/locks.ts'
import type { VideoRow } from '#server/data/video-rows.ts'
import { emit } from '#server/events.ts'
import { readPlaylist, versionsIn } from '#server/features/video/check-files.ts'
import { type Ffmpeg, SAFE_INPUT } from '#server/features/video/ffmpeg.ts'
import { runFfmpeg } from '#server/features/video/run-ffmpeg.ts'
import { MASTER } from '#server/features/video/transcode.ts'
import { uploadsFolder } from '#server/features/video/video-files.ts'
import { findVideo } from '#server/features/video/videos.queries.ts'
import type { FileStore } from '#server/files/file-store.ts'
import { enqueue, jobKind } from '#server/jobs/enqueue.ts'
import { nameOf } from './captions.ts'
import { decodeText } from './import/decode-text.ts'
import { readCaptions } from './import/read-captions.ts'
import { CommandFailed, runCommand } from './run-command.ts'
import { coursesToTranscribe, videosWithoutCaptions, writeAutoCaptions } from './transcribe.queries.ts'

const TRANSCRIBE = jobKind('captions.transcribe', z.object({ videoId: z.string() }))

const MINUTE = 60_000
/** A video may take this many times its length, because speech is slow without a graphics card. */
const TIME_FACTOR = 10
const TIME_MIN_MS = 10 * MINUTE

interface TranscribeOptions {
  /** TRANSCRIBE_COMMAND: the program and its arguments. */
  command: readonly string[]
  PATH: string
  dataFolder: string
  files: FileStore
  tools: Ffmpeg
}

type Parts = Pick<AppContext, 'db' | 'jobs' | 'invalidation'> & { log: AppContext['app']['log'] }

/** Call it in the transaction that gives courses a prepared video. The job adds automatic captions. */
export function enqueueTranscription(trx: Db, videoId: string): Promise<void> {
  return enqueue(trx, TRANSCRIBE, { payload: { videoId }, dedupe: `${TRANSCRIBE.name} ${videoId}` })
}

/**
 * Adds the job for every prepared video that has no captions, for example because TRANSCRIBE_COMMAND is new. Returns how
 * many videos that are.
 */
export function enqueueMissingTranscriptions(db: Db): Promise<number> {
  return transaction(db, async (trx) => {
    const ids = await videosWithoutCaptions(trx)
    for (const videoId of ids) await enqueueTranscription(trx, videoId)
    return ids.length
  })
}

/** Registers the job: one video at a time, because the command takes every processor it gets. */
export function transcribeVideos(parts: Parts, options: TranscribeOptions): void {
  parts.jobs.work(
    TRANSCRIBE,
    async ({ videoId }, signal) => {
      await transcribe(parts, options, { videoId, signal })
      return
    },
    { limit: 1, lease: 2 * MINUTE, renews: true },
  )
}

interface Task {
  videoId: string
  signal: AbortSignal
}

/** Captions of each language that the courses of a video need, for all that have none of their teacher. */
async function transcribe(
  parts: Parts,
  options: TranscribeOptions,
  { videoId, signal }: Task,
): Promise<void> {
  const video = await findVideo(parts.db, videoId)
  if (video?.state !== 'ready') return
  const courses = await coursesToTranscribe(parts.db, videoId)
  if (courses.length === 0) return
  const folder = join(uploadsFolder(options.dataFolder), 'work', `${videoId}-speech`)
  try {
    await rm(folder, { recursive: true, force: true })
    await mkdir(folder, { recursive: true, mode: 0o750 })
    const wav = await extractSound({ ...options, folder, signal }, video)
    if (wav === undefined) return
    const timeout = TIME_MIN_MS + TIME_FACTOR * 1000 * (video.duration_s ?? 0)
    for (const language of new Set(courses.map((course) => course.language))) {
      const output = await runCommand({ ...options, args: [wav, language], folder, timeout, signal })
      const heard = captionsFrom(output, language)
      if (heard) await addCaptions(parts, { videoId, language, ...heard })
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** `undefined` for a file without cues: it is music, or nobody speaks. */
function captionsFrom(output: Buffer, language: string): { vtt: string; cuesCount: number } | undefined {
  const read = readCaptions(decodeText(output, language)?.text ?? '')
  if (read.error === CAPTIONS_EMPTY) return undefined
  if (read.error !== undefined) throw new CommandFailed(`wrote no valid WebVTT. ${read.error}`)
  return { vtt: writeVtt(read.cues), cuesCount: read.cues.length }
}

interface Written {
  videoId: string
  language: string
  vtt: string
  cuesCount: number
}

async function addCaptions(
  { db, jobs, invalidation, log }: Parts,
  { videoId, language, vtt, cuesCount }: Written,
): Promise<void> {
  const changed = await transaction(db, async (trx) => {
    const courses = (await coursesToTranscribe(trx, videoId)).filter((each) => each.language === language)
    const captioned: string[] = []
    for (const { courseId } of courses) {
      await lockToChange(trx, 'courses', { id: courseId })
      const id = await writeAutoCaptions(trx, { courseId, language, label: nameOf(language), vtt, cuesCount })
      if (id === undefined) continue
      await emit(trx, 'captions.changed', { captionsId: id })
      captioned.push(courseId)
    }
    return captioned
  })
  if (changed.length === 0) return
  jobs.wake()
  invalidation.invalidate(changed)
  log.info({ video: videoId, language, courses: changed.length }, 'added automatic captions')
}

const WAV = 'sound.wav'
const CPU_MIN_S = 60

interface Extraction {
  tools: Ffmpeg
  files: FileStore
  /** The folder of the result. */
  folder: string
  signal: AbortSignal
}

/**
 * Writes the sound of a prepared video as the WAV file that programs for speech expect: 16 kHz, mono. Returns its path, or
 * `undefined` for a video without sound.
 */
async function extractSound(
  { tools, files, folder, signal }: Extraction,
  { id, duration_s: duration }: Pick<VideoRow, 'id' | 'duration_s'>,
): Promise<string | undefined> {
  const master = (await files.read(`${id}/${MASTER}`))?.toString() ?? ''
  if (!master.includes('mp4a')) return undefined
  const path = join(folder, WAV)
  const args = [
    ...[...SAFE_INPUT, '-f', 'mov', '-i', 'pipe:0'],
    ...['-map', '0:a:0', '-ac', '1', '-ar', '16000', '-c:a', 'pcm_s16le', '-f', 'wav', WAV],
  ]
  await runFfmpeg({
    program: tools.ffmpeg,
    args,
    folder,
    cpuSeconds: CPU_MIN_S + (duration ?? 0),
    signal,
    input: smallestVersion(files, id, master),
  })
  return path
}

/** Its beginning and its segments one after the other are one MP4 stream, wherever they are stored. */
async function* smallestVersion(files: FileStore, id: string, master: string): AsyncGenerator<Buffer> {
  const [playlist = ''] = versionsIn(master)
  const { begin, segments } = readPlaylist(String(await read(files, id, playlist)))
  for (const name of [begin, ...segments.map((segment) => segment.name)])
    yield await read(files, id, join(dirname(playlist), name))
}

async function read(files: FileStore, id: string, path: string): Promise<Buffer> {
  const bytes = await files.read(`${id}/${path}`)
  if (!bytes) throw new Error(`The file videos/${id}/${path} is missing.`)
  return bytes
}
