import { z } from 'zod'
import { UNREADABLE, UNREADABLE_PICTURE, WITHOUT_CONTENT } from '#contract/video/uploads.ts'
import { type Ffmpeg, LOCAL_ONLY } from './ffmpeg.ts'
import { FfmpegError, runFfmpeg } from './run-ffmpeg.ts'

/** The demuxers that may read an upload. Playlists (HLS, concat, DASH) are not among them: they name other files. */
const FORMATS = ['mov', 'matroska', 'avi', 'mpegts', 'mpeg', 'mp3', 'wav', 'ogg', 'flac'] as const
export type Format = (typeof FORMATS)[number]
const FORMAT_NAMES = 'mov,mp4,m4a,3gp,3g2,mj2,matroska,webm,avi,mpegts,mpeg,mp3,wav,ogg,flac'

const SIDE_MIN = 16
/** The sound that is wanted, and another one in case it cannot be encoded. */
const SOUNDS_MAX = 2
const PROBE_CPU_SECONDS = 60
/** Enough packets to see what most files have. */
const SAMPLE = 30
/** How many packets of a stream are read that has no frame among them: sound can begin late, and a recording can be damaged. */
const LONGER_SAMPLES = [100, 3000]
/** ffprobe exits with an error for content that it cannot read, and for a demuxer that is not in our list. */
const UNREADABLE_CODES = [-1094995529, -22]

/** Of an upload, whose content has not been checked. */
export const UPLOAD_FORMATS = ['-format_whitelist', FORMAT_NAMES] as const

/** A file that will never play. The message is for the person who uploaded it. */
export class UnusableVideo extends Error {
  override name = 'UnusableVideo'
}

/** A stream of pictures that can be decoded. */
export interface PictureStream {
  index: number
  isDefault: boolean
  /** Pixels as displayed: rotated, with square pixels. */
  width: number
  height: number
  /** The rate in pictures a second that ffmpeg guesses, as a fraction; 0 when there is none. */
  rate: { text: string; value: number }
  pixels: string
  matrix: string
  transfer: string
  primaries: string
}

export interface Probed {
  format: Format
  pictures: PictureStream[]
  /** The indexes of the streams of sound that can be decoded, the default one first; at most two. */
  sounds: number[]
}

const Fraction = z.string().transform((text) => {
  const [above = 0, below = 1] = text.split(/[/:]/).map(Number)
  return { text, value: below === 0 || Number.isNaN(above / below) ? 0 : above / below }
})
const NO_RATE = { text: '0/1', value: 0 }

const Stream = z.object({
  index: z.int(),
  codec_type: z.string().optional(),
  width: z.int().optional(),
  height: z.int().optional(),
  pix_fmt: z.string().default(''),
  color_space: z.string().default(''),
  color_transfer: z.string().default(''),
  color_primaries: z.string().default(''),
  r_frame_rate: Fraction.optional(),
  sample_aspect_ratio: Fraction.optional(),
  disposition: z.object({ attached_pic: z.int(), default: z.int() }).optional(),
  side_data_list: z.array(z.object({ rotation: z.number().optional() })).optional(),
})
type Stream = z.infer<typeof Stream>

const Answer = z.object({
  format: z.object({ format_name: z.string() }),
  streams: z.array(Stream),
  frames: z.array(z.object({ stream_index: z.int() })).default([]),
})
const Refusal = z.object({ error: z.object({ code: z.int() }) })
const Sampled = z.object({ frames: z.array(z.unknown()).default([]) })

interface Probing {
  tools: Ffmpeg
  /** Has the file as `in`. */
  folder: string
  signal: AbortSignal
}

const ENTRIES = [
  'format=format_name',
  'stream=index,codec_type,width,height,pix_fmt,color_space,color_transfer,color_primaries,r_frame_rate,sample_aspect_ratio',
  'stream_disposition=attached_pic,default',
  'stream_side_data=rotation',
  'frame=stream_index',
  'error=code',
].join(':')

/** Reads which streams of the file can be decoded. Throws `UnusableVideo` with a sentence when it is not a video we take. */
export async function probe(probing: Probing): Promise<Probed> {
  const { format, streams, frames } = await sample(probing)
  const sampled = new Set(frames.map(({ stream_index: index }) => index))
  const isDecoded = async ({ index }: Stream) => sampled.has(index) || (await hasFrames(probing, index))
  const shown = streams.filter(isPicture)
  const pictures = (await firstOf(shown, isDecoded, shown.length)).map(pictureOf)
  const heard = streams.filter(isSound).toSorted(defaultFirst)
  const sounds = (await firstOf(heard, isDecoded, SOUNDS_MAX)).map(({ index }) => index)
  if (pictures.length === 0 && sounds.length === 0) throw new UnusableVideo(WITHOUT_CONTENT)
  if (pictures.length === 0 && shown.length > 0) throw new UnusableVideo(UNREADABLE_PICTURE)
  return { format, pictures, sounds }
}

async function sample(probing: Probing) {
  const args = ['-show_error', ...packets(SAMPLE), '-show_frames', '-show_entries', ENTRIES]
  const output = await runFfprobe(probing, args).catch((error: unknown) => {
    throw isRefusal(error) ? new UnusableVideo(UNREADABLE, { cause: error }) : error
  })
  const { format, streams, frames } = Answer.parse(JSON.parse(output))
  const names = format.format_name.split(',')
  const found = FORMATS.find((each) => names.includes(each))
  if (found === undefined) throw new UnusableVideo(UNREADABLE)
  return { format: found, streams, frames }
}

function runFfprobe({ tools, folder, signal }: Probing, args: string[]): Promise<string> {
  return runFfmpeg({
    program: tools.ffprobe,
    args: ['-v', 'error', ...LOCAL_ONLY, ...UPLOAD_FORMATS, ...args, '-of', 'json', 'in'],
    folder,
    cpuSeconds: PROBE_CPU_SECONDS,
    signal,
  })
}

/** Whether ffprobe ended by itself and said that the content is the reason. A run that was stopped says nothing about the file. */
function isRefusal(error: unknown): boolean {
  if (!(error instanceof FfmpegError && error.failure === 'failed')) return false
  const { data } = Refusal.safeParse(jsonIn(error.output))
  return data !== undefined && UNREADABLE_CODES.includes(data.error.code)
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const packets = (count: number) => ['-read_intervals', `%+#${count}`]

/** Whether a frame can be decoded at the beginning of a stream. */
async function hasFrames(probing: Probing, index: number): Promise<boolean> {
  for (const count of LONGER_SAMPLES) {
    const args = ['-select_streams', String(index), ...packets(count), '-show_entries', 'frame=media_type']
    const { frames } = Sampled.parse(JSON.parse(await runFfprobe(probing, args)))
    if (frames.length > 0) return true
  }
  return false
}

/** Pictures that are more than the cover of a song and more than a few pixels. */
function isPicture({ codec_type: type, disposition, width = 0, height = 0 }: Stream): boolean {
  return type === 'video' && disposition?.attached_pic !== 1 && Math.min(width, height) >= SIDE_MIN
}

const isSound = ({ codec_type: type }: Stream) => type === 'audio'

const defaultFirst = (one: Stream, other: Stream) =>
  (other.disposition?.default ?? 0) - (one.disposition?.default ?? 0) || one.index - other.index

async function firstOf<Item>(
  items: Item[],
  isWanted: (item: Item) => Promise<boolean>,
  max: number,
): Promise<Item[]> {
  const found: Item[] = []
  for (const item of items) if (found.length < max && (await isWanted(item))) found.push(item)
  return found
}

function pictureOf(stream: Stream): PictureStream {
  const { index, width: codedWidth = 0, height = 0, disposition, side_data_list: sides = [] } = stream
  const width = Math.round(codedWidth * (stream.sample_aspect_ratio?.value || 1))
  const rotation = sides.find(({ rotation: turned }) => turned !== undefined)?.rotation ?? 0
  const isTurned = Math.abs(rotation) % 180 === 90
  return {
    index,
    isDefault: disposition?.default === 1,
    ...(isTurned ? { width: height, height: width } : { width, height }),
    rate: stream.r_frame_rate ?? NO_RATE,
    pixels: stream.pix_fmt,
    matrix: stream.color_space,
    transfer: stream.color_transfer,
    primaries: stream.color_primaries,
  }
}
