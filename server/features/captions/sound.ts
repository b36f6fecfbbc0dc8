import { dirname, join } from 'node:path'
import type { VideoRow } from '#server/data/upload-rows.ts'
import { type Ffmpeg, SAFE_INPUT } from '#server/features/video/ffmpeg.ts'
import { readPlaylist, versionsIn } from '#server/features/video/playlist.ts'
import { runFfmpeg } from '#server/features/video/run-ffmpeg.ts'
import { MASTER } from '#server/features/video/transcode.ts'
import type { FileStore } from '#server/files/file-store.ts'

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
export async function extractSound(
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
