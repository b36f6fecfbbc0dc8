import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Films as people have them. Each is small and short, and drawn when a test asks for it. */

/** Moving pictures. */
export const moving = (seconds: number, size = '160x90', rate = '25'): string[] => [
  ...['-f', 'lavfi', '-i', `testsrc2=s=${size}:r=${rate}:d=${seconds}`],
]
export const tone = (seconds: number, hertz = 440): string[] => [
  ...['-f', 'lavfi', '-i', `sine=f=${hertz}:d=${seconds}`],
]
export const H264 = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p']
const H265 = ['-c:v', 'libx265', '-preset', 'ultrafast', '-tag:v', 'hvc1']

const folder = () => mkdtempSync(join(tmpdir(), 'lectern-film-'))

/** Runs ffmpeg and gives the path of the file that it wrote. */
function draw(name: string, args: string[]): string {
  const path = join(folder(), name)
  execFileSync('ffmpeg', ['-v', 'error', ...args, path])
  return path
}

export const film = (name: string, args: string[]): Buffer => readFileSync(draw(name, args))

/** A file with other bytes. */
function written(name: string, bytes: Buffer): Buffer {
  const path = join(folder(), name)
  writeFileSync(path, bytes)
  return readFileSync(path)
}

/** One slide under a talk, as screen recorders and converters write it. */
export function stillWithTalk(seconds = 6): Buffer {
  const slide = draw('slide.mp4', [...moving(1, '160x90', '1'), ...H264])
  return film('talk.mp4', ['-i', slide, ...tone(seconds), '-c:v', 'copy', '-c:a', 'aac'])
}

/** Two recordings one after the other; the clock of the second one starts at `offset` seconds. */
export function joined(offset: number, seconds = 2): Buffer {
  const part = (extra: string[]) =>
    film('part.ts', [...moving(seconds), ...tone(seconds), ...H264, '-g', '25', '-c:a', 'aac', ...extra])
  return Buffer.concat([part([]), part(['-output_ts_offset', String(offset)])])
}

const TS_PACKET = 188
const SOUND_PID = 0x101

/** A track of sound that is announced and never comes. */
export function withoutSoundPackets(): Buffer {
  const whole = film('sound.ts', [...moving(2), ...tone(2), ...H264, '-c:a', 'aac'])
  const packets = Array.from({ length: whole.length / TS_PACKET }, (_, at) =>
    whole.subarray(at * TS_PACKET, (at + 1) * TS_PACKET),
  )
  return Buffer.concat(packets.filter((packet) => (packet.readUInt16BE(1) & 0x1fff) !== SOUND_PID))
}

/** Sound of a codec that ffmpeg does not know. */
export function withUnknownSound(): Buffer {
  const bytes = film('apac.mp4', [...moving(2), ...tone(2), ...H264, '-c:a', 'aac'])
  const at = bytes.indexOf('mp4a', bytes.indexOf('moov'))
  bytes.write('apac', at)
  bytes.write('dapa', bytes.indexOf('esds', at))
  return written('apac.mp4', bytes)
}

/** Most of the packets of the pictures (`v`) or of the sound (`a`) are damaged: more than two thirds of all. */
export function damaged(kind: 'v' | 'a'): Buffer {
  const content =
    kind === 'v' ? [...moving(4, '160x90', '50'), ...tone(1)] : [...moving(4, '160x90', '2'), ...tone(4)]
  const damage = [`-bsf:${kind}`, "noise=amount='if(lt(n,5),0,2)'"]
  return film('damaged.mkv', [...content, '-c:v', 'mjpeg', '-c:a', 'aac', ...damage])
}

/** Sound of nine channels without places, as recorders of many tracks write it: ffmpeg cannot make stereo of it. */
export function withUnplacedSound(others: string[] = []): Buffer {
  const channels = Array.from({ length: 9 }, () => 'sin(440*t)/9').join('|')
  const nine = ['-f', 'lavfi', '-i', `aevalsrc='${channels}':s=8000:d=2`]
  const maps = ['-map', '0', '-map', '1', ...(others.length > 0 ? ['-map', '2'] : [])]
  return film('recorder.mkv', [...moving(2), ...nine, ...others, ...maps, ...H264, '-c:a', 'pcm_s16le'])
}

/** A cover before the film. */
export function withCoverFirst(): Buffer {
  const whole = draw('film.mp4', [...moving(2), ...tone(2), ...H264, '-c:a', 'aac'])
  const cover = draw('cover.jpg', ['-f', 'lavfi', '-i', 'color=red:s=300x300', '-frames:v', '1'])
  const maps = ['-map', '1', '-map', '0', '-c', 'copy', '-disposition:v:0', 'attached_pic']
  return film('cover.mkv', ['-i', whole, '-i', cover, ...maps])
}

/** The second track of sound is the default one and has 3,000 Hz; the first one has 300 Hz. */
export function withSecondTrackAsDefault(seconds = 2): Buffer {
  const maps = ['-map', '0', '-map', '1', '-map', '2', '-disposition:a:0', '0', '-disposition:a:1', 'default']
  return film('two.mkv', [
    ...moving(seconds),
    ...tone(seconds, 300),
    ...tone(seconds, 3000),
    ...maps,
    ...H264,
    '-c:a',
    'aac',
  ])
}

/** White paper of 203 nits, as a phone or a camera records it: PQ or HLG. */
export function hdrWhite(transfer: 'smpte2084' | 'arib-std-b67'): Buffer {
  const level = transfer === 'smpte2084' ? 572 : 721
  const picture = `color=gray:s=160x90:r=25:d=1,format=yuv420p10le,lutyuv=y=${level}:u=512:v=512`
  const names = `log-level=error:colorprim=bt2020:transfer=${transfer}:colormatrix=bt2020nc`
  return film('hdr.mov', ['-f', 'lavfi', '-i', picture, ...H265, '-x265-params', names])
}

/** Fields of two moments in each picture, as camcorders write them. */
export function interlaced(): Buffer {
  const picture = 'mandelbrot=s=640x360:r=50,trim=duration=1,interlace=scan=tff:lowpass=0'
  const flags = ['-flags', '+ilme+ildct', '-x264-params', 'tff=1', '-f', 'mpegts']
  return film('camera.mts', ['-f', 'lavfi', '-i', picture, ...H264, ...flags])
}

/**
 * Pictures at uneven times in a clock of 1,000 ticks a second, as browsers record them, without a length and without a rate:
 * ffprobe takes the ticks for the rate.
 */
export function browserRecording(seconds = 2): Buffer {
  const uneven = "settb=1/1000,setpts='N*57+mod(N*N*13,41)'"
  const codecs = ['-c:v', 'libvpx', '-b:v', '300k', '-c:a', 'libopus']
  const live = ['-fps_mode', 'vfr', '-enc_time_base', '1:1000', '-live', '1', '-f', 'webm']
  const bytes = film('recording.webm', [
    ...moving(seconds),
    ...tone(seconds),
    '-vf',
    uneven,
    ...codecs,
    ...live,
  ])
  const at = bytes.indexOf(DEFAULT_DURATION)
  const length = bytes.readUInt8(at + DEFAULT_DURATION.length) & 0x7f
  // An element that means nothing takes its place.
  bytes.fill(0, at, at + DEFAULT_DURATION.length + 1 + length)
  bytes.set([0xec, 0x80 | (DEFAULT_DURATION.length + length - 1)], at)
  return bytes
}

/** The element of a track that says how long its pictures are. */
const DEFAULT_DURATION = Buffer.from([0x23, 0xe3, 0x83])
