import type { Images } from '#server/features/media/media.ts'
import type { Ffmpeg } from '#server/features/video/ffmpeg.ts'
import { runFfmpeg } from '#server/features/video/run-ffmpeg.ts'
import { BEATS, drawLesson, LESSON } from './box-lesson.ts'

const RATE = 25
const CPU_SECONDS = 600
/** The tones of a major pentatonic scale, in hertz: any two of them sound well together. */
const TONES = [261.63, 329.63, 392, 293.66, 440, 329.63, 523.25, 392] as const
const TONE_S = 3.5

interface Drawing {
  images: Pick<Images, 'draw'>
  tools: Ffmpeg
  folder: string
  /** The name of the file to write, in the folder. */
  name: string
  /** The seconds of the lesson to draw. */
  part: { from: number; to: number }
  signal: AbortSignal
}

/** Draws the lesson about boxes picture by picture and writes it as a film in MP4, as a teacher would upload it. */
export async function writeLesson({ images, tools, folder, name, part, signal }: Drawing): Promise<void> {
  const { width, height } = LESSON
  const picture = ['-f', 'rawvideo', '-pix_fmt', 'rgba', '-s', `${width}x${height}`, '-r', String(RATE)]
  const sound = [
    '-f',
    'lavfi',
    '-i',
    `aevalsrc=exprs='${melody(part.from)}':s=24000:d=${part.to - part.from}`,
  ]
  const codecs = [
    '-c:v',
    'libx264',
    '-preset',
    'ultrafast',
    '-crf',
    '16',
    '-pix_fmt',
    'yuv420p',
    '-c:a',
    'aac',
  ]
  const args = ['-v', 'error', '-y', ...picture, '-i', 'pipe:0', ...sound, ...codecs, '-f', 'mp4', name]
  const input = pictures(images, part)
  await runFfmpeg({ program: tools.ffmpeg, args, folder, cpuSeconds: CPU_SECONDS, signal, input })
}

/** All pictures as raw pixels. Most seconds of the lesson stand still, so a picture is drawn only when it differs from the last. */
async function* pictures(
  images: Pick<Images, 'draw'>,
  { from, to }: Drawing['part'],
): AsyncGenerator<Uint8Array> {
  let drawn = ''
  let pixels: Buffer = Buffer.alloc(0)
  for (let frame = from * RATE; frame < to * RATE; frame += 1) {
    const svg = drawLesson(frame / RATE)
    if (svg !== drawn) pixels = (await images.draw(svg)).data
    drawn = svg
    yield pixels
  }
}

/** A soft tone at every beat from that second on, over a quiet chord, as an expression of ffmpeg. */
function melody(from: number): string {
  const beats = Object.values(BEATS)
    .flat()
    .map((at) => at - from)
    .filter((at) => at >= 0)
  const tones = beats.map((at, index) => {
    const hertz = TONES[index % TONES.length]
    const wave = `exp(-2*(t-${at}))*sin(2*PI*${hertz}*t)*min(1,(t-${at})*60)`
    return `if(between(t,${at},${at + TONE_S}),0.2*${wave},0)`
  })
  const chord = '0.02*(sin(2*PI*130.81*t)+sin(2*PI*196*t))*(1+0.4*sin(2*PI*0.1*t))'
  return [chord, ...tones].join('+')
}
