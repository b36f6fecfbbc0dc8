import { type Ffmpeg, SAFE_INPUT } from './ffmpeg.ts'
import { type Format, type PictureStream, type Probed, UnusableVideo, UPLOAD_FORMATS } from './probe.ts'
import { FfmpegError, runFfmpeg } from './run-ffmpeg.ts'

const HOURS_MAX = 12
const SIDE_MAX = 8192
/** A phone's 120 can be a little more. */
const RATE_MAX = 125
const MEASURE_CPU_SECONDS = 600
/** The length of a picture without any: a film of one picture has at least that. */
const SHORTEST_S = 1 / 25

/** When the packets of a stream are, in seconds from the start of the film. */
interface Times {
  packets: number
  start: number
  /** The start of the last packet. */
  last: number
  end: number
}

/** What is prepared: the streams and their times, measured from their packets. What a container claims is not used. */
export interface Film {
  format: Format
  /** Seconds. */
  duration: number
  /** `undefined` for sound alone. */
  picture: (PictureStream & { start: number; perSecond: number }) | undefined
  /** The indexes of the streams of sound, the one that is wanted first; the film is as long as that one. */
  sounds: number[]
}

interface Measuring {
  tools: Ffmpeg
  /** Has the file as `in`. */
  folder: string
  signal: AbortSignal
}

/** Chooses the best stream of pictures and measures the film. Throws `UnusableVideo` when it breaks one of our limits. */
export async function measure(measuring: Measuring, { format, pictures, sounds }: Probed): Promise<Film> {
  const [sound] = sounds
  const indexes = [...pictures.map(({ index }) => index), ...(sound === undefined ? [] : [sound])]
  const times = await timesOf(measuring, { format, indexes })
  const timed = pictures.map((picture) => ({ ...picture, ...(times.get(picture.index) ?? NO_TIME) }))
  const [best] = timed.toSorted(bestFirst)
  const heard = sound === undefined ? undefined : times.get(sound)
  const duration = Math.max(best?.end ?? 0, heard?.end ?? 0) || SHORTEST_S
  const picture = best && { ...best, perSecond: perSecond(best, duration) }
  const film = { format, duration, picture, sounds }
  rejectBeyondLimits(film)
  return film
}

function rejectBeyondLimits({ duration, picture }: Film): void {
  if (duration > HOURS_MAX * 3600) throw new UnusableVideo(`A video can be at most ${HOURS_MAX} hours long.`)
  if (picture && Math.max(picture.width, picture.height) > SIDE_MAX)
    throw new UnusableVideo(`A video can be at most ${SIDE_MAX} pixels wide and high.`)
  if (picture && picture.perSecond > RATE_MAX)
    throw new UnusableVideo(`A video can have at most ${RATE_MAX} pictures a second.`)
}

const NO_TIME: Times = { packets: 0, start: 0, last: 0, end: 0 }

type Timed = PictureStream & Times

/** A film before a single picture, the default one before others, then the larger one. */
function bestFirst(one: Timed, other: Timed): number {
  return (
    Number(other.packets > 1) - Number(one.packets > 1) ||
    Number(other.isDefault) - Number(one.isDefault) ||
    other.width * other.height - one.width * one.height ||
    one.index - other.index
  )
}

function perSecond({ packets, start, last }: Times, duration: number): number {
  return packets > 1 && last > start ? (packets - 1) / (last - start) : packets / duration
}

/**
 * The times of the packets as ffmpeg will see them when it encodes: it joins recordings whose clocks jump. They come as lines of
 * `stream, decoding time, time, length, size, checksum` in units of a time base.
 */
async function timesOf(
  { tools, folder, signal }: Measuring,
  { format, indexes }: { format: Format; indexes: number[] },
): Promise<Map<number, Times>> {
  const units = new Map<number, number>()
  const times = new Map<number, Times>()
  function onLine(line: string): void {
    const [, stream, above, below] = /^#tb (\d+): (\d+)\/(\d+)$/.exec(line) ?? []
    if (stream !== undefined) units.set(Number(stream), Number(above) / Number(below))
    if (line.startsWith('#')) return
    const [at = 0, ...packet] = line.split(',').map(Number)
    const index = indexes[at] ?? -1
    const known = times.get(index) ?? { packets: 0, start: Number.POSITIVE_INFINITY, last: 0, end: 0 }
    times.set(index, known)
    addPacket(known, packet, units.get(at) ?? 0)
  }
  const args = [
    ...[...SAFE_INPUT, ...UPLOAD_FORMATS, '-f', format, '-i', 'in'],
    ...indexes.flatMap((index) => ['-map', `0:${index}`]),
    ...['-c', 'copy', '-f', 'framecrc', '-'],
  ]
  await runFfmpeg({
    program: tools.ffmpeg,
    args,
    folder,
    cpuSeconds: MEASURE_CPU_SECONDS,
    signal,
    onLine,
  }).catch((error: unknown) => {
    // A file whose end is damaged is as long as what could be read.
    if (!(error instanceof FfmpegError && error.failure === 'failed' && times.size > 0)) throw error
  })
  return times
}

function addPacket(times: Times, [decoded = 0, shown = 0, length = 0]: number[], unit: number): void {
  const start = Math.max(0, (Number.isNaN(shown) ? decoded : shown) * unit)
  times.packets += 1
  times.start = Math.min(times.start, start)
  times.last = Math.max(times.last, start)
  times.end = Math.max(times.end, start + (length || 0) * unit)
}
