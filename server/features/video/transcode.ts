import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type Ffmpeg, SAFE_INPUT } from './ffmpeg.ts'
import { type Extras, filters, isHdr, rateOf } from './filters.ts'
import type { Film } from './measure.ts'
import { UPLOAD_FORMATS } from './probe.ts'
import type { Rendition } from './renditions.ts'
import { FfmpegError, runFfmpeg } from './run-ffmpeg.ts'

const KEY_FRAME_S = 2
const SEGMENT_S = 6
export const MASTER = 'master.m3u8'
/** The folder of a film without pictures. */
export const SOUND_ALONE = 'audio'

/** What the steps share: the tools, the folder with the original as `in`, and what was measured. */
export interface Work {
  tools: Ffmpeg
  folder: string
  /** The folder of the result, below `folder`. */
  out: string
  film: Film
  signal: AbortSignal
}

const CPU_MIN_S = 60
const CPU_PER_SECOND = 6
/** Ten times what was measured for an HDR film in 4K. */
const CPU_PER_PIXEL = 1e-7

/**
 * The limit of processor time for a film. It grows with the length and the pixels, so that a long film in 4K can be prepared, and
 * still ends a program that would never end by itself.
 */
export function cpuSeconds({ duration, picture }: Pick<Film, 'duration' | 'picture'>): number {
  const pixels = picture
    ? picture.width * picture.height * Math.max(picture.perSecond, rateOf(picture).value)
    : 0
  return CPU_MIN_S + duration * (CPU_PER_SECOND + pixels * CPU_PER_PIXEL)
}

/** Encodes all versions and the sound, as HLS with fragmented MP4. `onProgress` gets parts of one. */
export async function encode(
  work: Work,
  renditions: Rendition[],
  onProgress: (done: number) => void,
): Promise<void> {
  const { folder, out, film } = work
  const names = renditions.length > 0 ? renditions.map(({ name }) => name) : [SOUND_ALONE]
  const choices = extrasFor(film)
  for (const extras of choices) {
    await rm(join(folder, out), { recursive: true, force: true })
    for (const name of names) await mkdir(join(folder, out, name), { recursive: true })
    try {
      return await encodeWith(work, { renditions, names, extras }, onProgress)
    } catch (error) {
      // A film without its loudness, its tone mapping or its sound is better than no film.
      if (!isOwnFailure(error) || extras === choices.at(-1)) throw error
    }
  }
}

/** With everything first, then with less. The sound is the last to go. */
function extrasFor({ picture, sounds }: Film): Extras[] {
  const toneMappings = picture && isHdr(picture) ? [true, false] : [true]
  const withSound = sounds.flatMap((sound) =>
    toneMappings.flatMap((toneMapping) =>
      [true, false].map((loudness) => ({ sound, loudness, toneMapping })),
    ),
  )
  if (!picture) return withSound
  const silent = toneMappings.map((toneMapping) => ({ sound: undefined, loudness: false, toneMapping }))
  return [...withSound, ...silent]
}

/** Whether the program ended by itself, and not because something stopped it or its disk was full. */
export const isOwnFailure = (error: unknown): boolean =>
  error instanceof FfmpegError && error.failure === 'failed'

interface Encoding {
  renditions: Rendition[]
  names: string[]
  extras: Extras
}

async function encodeWith(
  { tools, folder, out, film, signal }: Work,
  { renditions, names, extras }: Encoding,
  onProgress: (done: number) => void,
): Promise<void> {
  const { format, duration } = film
  const { sound } = extras
  const onLine = (line: string) => {
    const seconds = microseconds(line)
    if (seconds !== undefined) onProgress(Math.min(1, seconds / duration))
  }
  const args = [
    ...[...SAFE_INPUT, ...DAMAGED_INPUT, ...UPLOAD_FORMATS],
    ...['-f', format, '-progress', 'pipe:1', '-i', 'in'],
    ...['-filter_complex', filters(film, renditions, extras)],
    ...renditions.flatMap(pictureOf),
    ...(sound === undefined ? [] : names.flatMap((_, index) => ['-map', `[a${index}]`])),
    ...(renditions.length > 0 ? PICTURES : []),
    ...(sound === undefined ? [] : ['-c:a', 'aac', '-b:a', '128k', '-ac', '2']),
    ...['-t', duration.toFixed(3)],
    ...hls(out, streamsOf(names, { hasPicture: renditions.length > 0, hasSound: sound !== undefined })),
    join(out, '%v', 'index.m3u8'),
  ]
  await runFfmpeg({ program: tools.ffmpeg, args, folder, cpuSeconds: cpuSeconds(film), signal, onLine })
}

/** However many packets are damaged, the film is what the others give. By default, ffmpeg fails when two of three are. */
const DAMAGED_INPUT = ['-max_error_rate', '1']

const PICTURES = [
  ...['-c:v', 'libx264', '-preset', 'veryfast', '-crf', '23', '-pix_fmt', 'yuv420p', '-sc_threshold', '0'],
  ...['-force_key_frames', `expr:gte(t,n_forced*${KEY_FRAME_S})`, '-fps_mode', 'vfr'],
  // The muxer adds the lengths of the pictures up, and the encoder gives each the same.
  ...['-bsf:v', 'setts=duration=NEXT_DTS-DTS'],
  ...['-colorspace', 'bt709', '-color_primaries', 'bt709', '-color_trc', 'bt709', '-color_range', 'tv'],
]

function pictureOf({ rate }: Rendition, index: number): string[] {
  const limits = [`-maxrate:v:${index}`, `${rate}k`, `-bufsize:v:${index}`, `${rate * 2}k`]
  return ['-map', `[v${index}]`, ...limits]
}

/** The streams of each version, as the muxer of HLS wants them named. */
function streamsOf(
  names: string[],
  { hasPicture, hasSound }: Record<'hasPicture' | 'hasSound', boolean>,
): string {
  return names
    .map((name, index) => [hasPicture && `v:${index}`, hasSound && `a:${index}`, `name:${name}`])
    .map((parts) => parts.filter(Boolean).join(','))
    .join(' ')
}

function hls(out: string, streams: string): string[] {
  return [
    ...['-f', 'hls', '-hls_time', String(SEGMENT_S), '-hls_playlist_type', 'vod'],
    ...['-hls_flags', 'independent_segments'],
    ...['-hls_segment_type', 'fmp4', '-hls_fmp4_init_filename', 'init.mp4', '-master_pl_name', MASTER],
    ...['-hls_segment_filename', join(out, '%v', '%05d.m4s'), '-var_stream_map', streams],
  ]
}

/** Seconds in a line like `out_time_us=500000` of `-progress`. */
function microseconds(line: string): number | undefined {
  const match = /^out_time_us=(\d+)$/.exec(line)
  return match ? Number(match[1]) / 1_000_000 : undefined
}
