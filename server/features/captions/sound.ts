import { join } from 'node:path'
import type { VideoRow } from '#server/data/upload-rows.ts'
import { type Ffmpeg, runFfmpeg, SAFE_INPUT } from '#server/features/uploads/ffmpeg.ts'
import { MASTER } from '#server/features/uploads/transcode.ts'
import type { VideoFiles } from '#server/features/uploads/video-files.ts'

const WAV = 'sound.wav'
const CPU_MIN_S = 60

interface Extraction {
  tools: Ffmpeg
  files: VideoFiles
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
  const master = (await files.read(id, MASTER))?.toString() ?? ''
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
async function* smallestVersion(files: VideoFiles, id: string, master: string): AsyncGenerator<Buffer> {
  const version = /^([a-z0-9]+)\/index\.m3u8$/m.exec(master)?.[1] ?? ''
  const inside = (await files.filesOf(id))
    .map(({ path }) => path)
    .filter((path) => path.startsWith(`${version}/`) && path.endsWith('.m4s'))
  for (const path of [`${version}/init.mp4`, ...inside.toSorted()]) {
    const bytes = await files.read(id, path)
    if (!bytes) throw new Error(`The file videos/${id}/${path} is missing.`)
    yield bytes
  }
}
