import { access, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { type Ffmpeg, FfmpegError, runFfmpeg, SAFE_INPUT } from './ffmpeg.ts'
import { type Probed, UPLOAD_FORMATS } from './probe.ts'
import type { Rendition } from './renditions.ts'

const KEY_FRAME_S = 2
const SEGMENT_S = 6
export const MASTER = 'master.m3u8'
export const POSTER = 'poster.jpg'
const POSTER_WIDTH = 1280
/** Storyboard: one picture of 160 × 90 every 5 seconds, 100 in a sheet. */
export const STORYBOARD = { every: 5, width: 160, height: 90, columns: 10, rows: 10 } as const

/** What the steps share: the tools, the folder with the original as `in`, and what the probe found. */
export interface Work {
  tools: Ffmpeg
  folder: string
  /** The folder of the result, below `folder`. */
  out: string
  probed: Probed
  /** Seconds. */
  duration: number
  signal: AbortSignal
}

const CPU_FACTOR = 6
const CPU_MIN_S = 60

/** Six seconds of processor time for each second of the video, and a minute for the shortest. */
const cpuSeconds = (duration: number) => CPU_MIN_S + CPU_FACTOR * duration

/** The demuxer is fixed after the probe: the content cannot choose another one. */
const input = ({ format }: Probed) => [...SAFE_INPUT, ...UPLOAD_FORMATS, '-f', format]

/** The length of a file that does not say it, from the times of its packets. */
export async function measure({
  tools,
  folder,
  probed,
  signal,
}: Omit<Work, 'out' | 'duration'>): Promise<number> {
  let duration = 0
  const args = [
    ...input(probed),
    '-i',
    'in',
    '-map',
    '0:v:0',
    '-c',
    'copy',
    '-progress',
    'pipe:1',
    '-f',
    'null',
    '-',
  ]
  const onLine = (line: string) => {
    duration = microseconds(line) ?? duration
  }
  await runFfmpeg({ program: tools.ffmpeg, args, folder, cpuSeconds: CPU_MIN_S * 10, signal, onLine })
  return duration
}

/** Writes the picture at a tenth of the video as `poster.jpg`. Throws an FfmpegError when no picture can be decoded. */
export async function drawPoster({ tools, folder, out, probed, duration, signal }: Work): Promise<void> {
  const { width } = probed
  const scale = `scale=${Math.min(POSTER_WIDTH, width)}:-2,setsar=1`
  const at = Math.max(0, duration / 10)
  const args = [
    ...[...input(probed), '-ss', at.toFixed(3), '-i', 'in', '-map', '0:v:0', '-frames:v', '1'],
    ...['-vf', scale, '-q:v', '3', '-f', 'image2', '-update', '1', join(out, POSTER)],
  ]
  await runFfmpeg({ program: tools.ffmpeg, args, folder, cpuSeconds: cpuSeconds(duration), signal })
  // Without a picture ffmpeg writes no file and says nothing.
  await access(join(folder, out, POSTER)).catch(() => {
    throw new FfmpegError('no picture was decoded')
  })
}

/** Encodes all versions and the sound in one run, as HLS with fragmented MP4. `onProgress` gets parts of one. */
export async function encode(
  { tools, folder, out, probed, duration, signal }: Work,
  renditions: Rendition[],
  onProgress: (done: number) => void,
): Promise<void> {
  for (const { name } of renditions) await mkdir(join(folder, out, name), { recursive: true })
  const onLine = (line: string) => {
    const seconds = microseconds(line)
    if (seconds !== undefined && duration > 0) onProgress(Math.min(1, seconds / duration))
  }
  const args = [
    ...[...input(probed), '-progress', 'pipe:1', '-i', 'in', '-filter_complex', filters(renditions, probed)],
    ...renditions.flatMap((rendition, index) => streamsOf(rendition, { index, hasSound: probed.hasSound })),
    ...['-c:v', 'libx264', '-preset', 'veryfast', '-crf', '23', '-pix_fmt', 'yuv420p', '-sc_threshold', '0'],
    ...['-force_key_frames', `expr:gte(t,n_forced*${KEY_FRAME_S})`],
    ...(probed.hasSound ? ['-c:a', 'aac', '-b:a', '128k', '-ac', '2'] : []),
    ...hls(out, renditions, probed.hasSound),
    join(out, '%v', 'index.m3u8'),
  ]
  await runFfmpeg({ program: tools.ffmpeg, args, folder, cpuSeconds: cpuSeconds(duration), signal, onLine })
}

/** Decodes once, and normalizes the sound once. Each version has its own sound, so that a small player can play it. */
function filters(renditions: Rendition[], { hasSound }: Probed): string {
  const pads = (letter: string) => renditions.map((_, index) => `[${letter}${index}]`).join('')
  const scales = renditions.map(
    ({ width, height }, index) => `[s${index}]scale=${width}:${height},setsar=1[v${index}]`,
  )
  const count = renditions.length
  const sound = hasSound ? [`[0:a:0]loudnorm,aresample=48000,asplit=${count}${pads('a')}`] : []
  return [`[0:v:0]split=${count}${pads('s')}`, ...scales, ...sound].join(';')
}

function streamsOf({ rate }: Rendition, { index, hasSound }: { index: number; hasSound: boolean }): string[] {
  const limits = [`-maxrate:v:${index}`, `${rate}k`, `-bufsize:v:${index}`, `${rate * 2}k`]
  return ['-map', `[v${index}]`, ...limits, ...(hasSound ? ['-map', `[a${index}]`] : [])]
}

function hls(out: string, renditions: Rendition[], hasSound: boolean): string[] {
  const streams = renditions.map(
    ({ name }, index) => `v:${index}${hasSound ? `,a:${index}` : ''},name:${name}`,
  )
  return [
    ...[
      '-f',
      'hls',
      '-hls_time',
      String(SEGMENT_S),
      '-hls_playlist_type',
      'vod',
      '-hls_flags',
      'independent_segments',
    ],
    ...['-hls_segment_type', 'fmp4', '-hls_fmp4_init_filename', 'init.mp4', '-master_pl_name', MASTER],
    ...['-hls_segment_filename', join(out, '%v', '%05d.m4s'), '-var_stream_map', streams.join(' ')],
  ]
}

/** Draws the small pictures of the slider from a version of ours, whose key frames are close enough. */
export async function drawStoryboard(
  { tools, folder, out, duration, signal }: Work,
  from: Rendition,
): Promise<void> {
  const { every, width, height, columns, rows } = STORYBOARD
  const size = `${width}:${height}`
  const filter = `fps=1/${every}:eof_action=pass,scale=${size}:force_original_aspect_ratio=decrease,pad=${size}:-1:-1,setsar=1,tile=${columns}x${rows}`
  const args = [
    ...[...SAFE_INPUT, '-skip_frame', 'nokey'],
    ...['-f', 'hls', '-i', join(out, from.name, 'index.m3u8'), '-an', '-vf', filter, '-q:v', '5'],
    ...['-f', 'image2', join(out, 'storyboard-%d.jpg')],
  ]
  await runFfmpeg({ program: tools.ffmpeg, args, folder, cpuSeconds: cpuSeconds(duration), signal })
}

/** Seconds in a line like `out_time_us=500000` of `-progress`. */
function microseconds(line: string): number | undefined {
  const match = /^out_time_us=(\d+)$/.exec(line)
  return match ? Number(match[1]) / 1_000_000 : undefined
}
