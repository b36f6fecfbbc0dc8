import { createReadStream } from 'node:fs'
import { open, readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { readPlaylist } from './check-files.ts'
import { SAFE_INPUT } from './ffmpeg.ts'
import type { Rendition } from './renditions.ts'
import { FfmpegError, runFfmpeg } from './run-ffmpeg.ts'
import { cpuSeconds, isOwnFailure, type Work } from './transcode.ts'

export const POSTER = 'poster.jpg'
const POSTER_WIDTH = 1280
/** Storyboard: one picture of 320 × 180 every 5 seconds, 25 in a sheet. Each video stores its own; older ones have smaller pictures. */
export const STORYBOARD = { every: 5, width: 320, height: 180, columns: 5, rows: 5 } as const

/** JPEG has colours of its own. */
const JPEG = 'out_color_matrix=bt601:out_range=pc'
const JPEG_END = 'ffd9'

/**
 * Writes the picture at a tenth of the film as `poster.jpg`, or else the first one, from a prepared version: its colours are
 * those that a player shows. Throws an FfmpegError when there is none.
 */
export async function drawPoster(work: Work, from: Rendition): Promise<void> {
  const { tools, folder, out, film, signal } = work
  for (const at of [film.duration / 10, 0]) {
    const { files, offset } = await partAt(join(folder, out, from.name), at)
    const args = [
      ...[...SAFE_INPUT, '-f', 'mov', '-i', 'pipe:0', '-ss', offset.toFixed(3), '-an', '-frames:v', '1'],
      ...['-vf', `scale=${Math.min(POSTER_WIDTH, from.width)}:-2:${JPEG},setsar=1,format=yuvj420p`],
      ...['-q:v', '3', '-f', 'image2', '-update', '1', join(out, POSTER)],
    ]
    const input = contentOf(files)
    try {
      await runFfmpeg({ program: tools.ffmpeg, args, folder, cpuSeconds: cpuSeconds(film), signal, input })
      // Without a picture ffmpeg writes no file and says nothing.
      return await checkJpeg(join(folder, out, POSTER))
    } catch (error) {
      if (at === 0 || !isOwnFailure(error)) throw error
    }
  }
}

/** The beginning of a version and the segment of that second, and how far the second is from the start of the segment. */
async function partAt(folder: string, at: number): Promise<{ files: string[]; offset: number }> {
  const { begin, segments } = readPlaylist(await readFile(join(folder, 'index.m3u8'), 'utf8'))
  let start = 0
  for (const { name, seconds } of segments) {
    if (at < start + seconds) return { files: [join(folder, begin), join(folder, name)], offset: at - start }
    start += seconds
  }
  throw new FfmpegError(`no segment has second ${at}`, 'failed')
}

async function* contentOf(files: string[]): AsyncGenerator<Uint8Array> {
  for (const file of files) yield* createReadStream(file)
}

/** Draws the small pictures of the slider, from a version whose key frames are close enough. Gives how many sheets there are. */
export async function drawStoryboard(
  { tools, folder, out, film, signal }: Work,
  from: Rendition,
): Promise<number> {
  const { every, width, height, columns, rows } = STORYBOARD
  const size = `${width}:${height}`
  const filter = `fps=1/${every}:eof_action=pass,scale=${size}:force_original_aspect_ratio=decrease:${JPEG},pad=${size}:-1:-1,setsar=1,format=yuvj420p,tile=${columns}x${rows}`
  const args = [
    ...[...SAFE_INPUT, '-skip_frame', 'nokey', '-f', 'hls', '-i', join(out, from.name, 'index.m3u8'), '-an'],
    ...['-vf', filter, '-q:v', '5', '-f', 'image2', join(out, 'storyboard-%d.jpg')],
  ]
  await runFfmpeg({ program: tools.ffmpeg, args, folder, cpuSeconds: cpuSeconds(film), signal })
  const sheets = await sheetsIn(join(folder, out))
  if (sheets.length === 0) throw new FfmpegError('no sheet was drawn', 'failed')
  for (const name of sheets) await checkJpeg(join(folder, out, name))
  return sheets.length
}

/** Removes what a failed drawing has left. */
export async function removeStoryboard({ folder, out }: Work): Promise<void> {
  for (const name of await sheetsIn(join(folder, out))) await rm(join(folder, out, name), { force: true })
}

const sheetsIn = async (folder: string) =>
  (await readdir(folder)).filter((name) => name.startsWith('storyboard-'))

/** Throws an FfmpegError unless the picture is there, to its end. */
async function checkJpeg(path: string): Promise<void> {
  const end = Buffer.alloc(JPEG_END.length / 2)
  const file = await open(path).catch(() => undefined)
  try {
    const { size = 0 } = (await file?.stat()) ?? {}
    if (size > end.length) await file?.read(end, 0, end.length, size - end.length)
  } finally {
    await file?.close()
  }
  if (end.toString('hex') !== JPEG_END) throw new FfmpegError('no whole picture was drawn', 'failed')
}
