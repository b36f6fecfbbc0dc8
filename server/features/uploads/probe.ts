import { z } from 'zod'
import { UNREADABLE, WITHOUT_PICTURE } from '#contract/uploads.ts'
import { type Ffmpeg, FfmpegError, LOCAL_ONLY, runFfmpeg } from './ffmpeg.ts'

/** The demuxers that may read an upload. Playlists (HLS, concat, DASH) are not among them: they name other files. */
const FORMATS = ['mov', 'matroska', 'avi', 'mpegts', 'mpeg'] as const
export type Format = (typeof FORMATS)[number]
const FORMAT_NAMES = 'mov,mp4,m4a,3gp,3g2,mj2,matroska,webm,avi,mpegts,mpeg'

const HOURS_MAX = 12
const SIDE_MIN = 16
const SIDE_MAX = 8192
const RATE_MAX = 120
const PROBE_CPU_SECONDS = 60

/** Of an upload, whose content has not been checked. */
export const UPLOAD_FORMATS = ['-format_whitelist', FORMAT_NAMES] as const

/** A file that will never play. The message is for the person who uploaded it. */
export class UnusableVideo extends Error {
  override name = 'UnusableVideo'
}

export interface Probed {
  format: Format
  /** Seconds; `undefined` when the file does not say, like a recording of a browser. */
  duration: number | undefined
  /** Pixels as displayed: rotated, with square pixels. */
  width: number
  height: number
  /** Pictures a second. */
  rate: number
  hasSound: boolean
}

const Fraction = z.string().transform((text) => {
  const [above = 0, below = 1] = text.split(/[/:]/).map(Number)
  return below === 0 || Number.isNaN(above / below) ? 0 : above / below
})

const Answer = z.object({
  format: z.object({ format_name: z.string(), duration: z.coerce.number().optional() }),
  streams: z.array(
    z.object({
      codec_type: z.string().optional(),
      width: z.int().optional(),
      height: z.int().optional(),
      avg_frame_rate: Fraction.optional(),
      sample_aspect_ratio: Fraction.optional(),
      disposition: z.object({ attached_pic: z.int() }).optional(),
      side_data_list: z.array(z.object({ rotation: z.number().optional() })).optional(),
    }),
  ),
})

/** Reads what is in the file `in` of this folder. Throws `UnusableVideo` with a sentence when it is not a video we take. */
export async function probe({ ffprobe }: Ffmpeg, folder: string, signal: AbortSignal): Promise<Probed> {
  const args = [
    ...['-v', 'error', ...LOCAL_ONLY, ...UPLOAD_FORMATS, '-show_entries'],
    'format=format_name,duration:stream=codec_type,width,height,avg_frame_rate,sample_aspect_ratio:stream_disposition=attached_pic:stream_side_data=rotation',
    ...['-of', 'json', 'in'],
  ]
  const output = await runFfmpeg({
    program: ffprobe,
    args,
    folder,
    cpuSeconds: PROBE_CPU_SECONDS,
    signal,
  }).catch((error: unknown) => {
    throw error instanceof FfmpegError ? new UnusableVideo(UNREADABLE, { cause: error }) : error
  })
  return read(Answer.parse(JSON.parse(output)))
}

function read({ format: { format_name: name, duration }, streams }: z.infer<typeof Answer>): Probed {
  const format = FORMATS.find((each) => name.split(',').includes(each))
  if (format === undefined) throw new UnusableVideo(UNREADABLE)
  const picture = streams.find(
    ({ codec_type: type, disposition }) => type === 'video' && disposition?.attached_pic !== 1,
  )
  const { width: codedWidth = 0, height = 0, avg_frame_rate: rate = 0 } = picture ?? {}
  if (Math.min(codedWidth, height) < SIDE_MIN) throw new UnusableVideo(WITHOUT_PICTURE)
  const width = Math.round(codedWidth * (picture?.sample_aspect_ratio || 1))
  if (Math.max(width, codedWidth, height) > SIDE_MAX) {
    throw new UnusableVideo(`A video can be at most ${SIDE_MAX} pixels wide and high.`)
  }
  if (rate > RATE_MAX) throw new UnusableVideo(`A video can have at most ${RATE_MAX} pictures a second.`)
  rejectLong(duration)
  const rotation =
    picture?.side_data_list?.find(({ rotation: turned }) => turned !== undefined)?.rotation ?? 0
  const isTurned = Math.abs(rotation) % 180 === 90
  return {
    format,
    duration,
    ...(isTurned ? { width: height, height: width } : { width, height }),
    rate,
    hasSound: streams.some(({ codec_type: type }) => type === 'audio'),
  }
}

/** Throws for a video that is longer than progress can hold (learning.md). */
export function rejectLong(duration: number | undefined): void {
  if (duration !== undefined && duration > HOURS_MAX * 3600) {
    throw new UnusableVideo(`A video can be at most ${HOURS_MAX} hours long.`)
  }
}
