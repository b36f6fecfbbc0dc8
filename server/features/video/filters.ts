import type { Film } from './measure.ts'
import type { PictureStream } from './probe.ts'
import { linesOf, type Rendition } from './renditions.ts'

const RATE_MAX = 60
const RATE_MIN = 10
/** What is more is no rate, but the ticks of a clock. */
const KNOWN_MAX = 125
/** A picture that stands still is repeated this often a second, so that there are key frames to seek to. */
const STILL_RATE = 4
/** A grid that is this much finer than the pictures of the film would repeat most of them. */
const SPARSE = 1.5
/** Pictures that begin later than this leave a gap for the player. */
const GAP_S = 0.1
/** From this many lines on, pictures that name no colours have those of HD. */
const HD_LINES = 720
const HDR_TRANSFERS = ['smpte2084', 'arib-std-b67']
const SDR = 'setparams=range=tv:color_primaries=bt709:color_trc=bt709:colorspace=bt709'

/** What an encoding may leave out when a film fails with it, or a build of ffmpeg lacks the filter. */
export interface Extras {
  /** The index of the stream; `undefined` without sound. */
  sound: number | undefined
  loudness: boolean
  toneMapping: boolean
}

export const isHdr = ({ transfer }: PictureStream): boolean => HDR_TRANSFERS.includes(transfer)

/**
 * Decodes once and does everything once that all versions need. Each version has its own sound, so that a small player can play
 * it. Pictures and sound go on until the film ends: the last picture stands still, and the sound is silent.
 */
export function filters({ picture }: Film, renditions: Rendition[], extras: Extras): string {
  const chains: string[] = []
  const largest = renditions.at(-1)
  if (picture && largest) {
    chains.push(
      [`[0:${picture.index}]yadif=mode=send_frame:deint=interlaced`, ...timing(picture)].join(',') +
        `,${colours(picture, largest, extras)}${thinning(picture)},setsar=1,${SDR},${splitTo('s', renditions)}`,
      ...renditions.map(
        ({ width, height }, index) => `[s${index}]scale=${width}:${height},setsar=1[v${index}]`,
      ),
    )
  }
  if (extras.sound !== undefined) {
    const loudness = extras.loudness ? ',loudnorm' : ''
    chains.push(
      `[0:${extras.sound}]aresample=async=1:first_pts=0${loudness},aresample=48000,apad,a${splitTo('a', picture ? renditions : ['sound'])}`,
    )
  }
  return chains.join(';')
}

const splitTo = (letter: string, outputs: readonly unknown[]) =>
  `split=${outputs.length}${outputs.map((_, index) => `[${letter}${index}]`).join('')}`

type Picture = NonNullable<Film['picture']>

/** An even rate of at most sixty, from the start of the film until after its end. */
function timing(picture: Picture): string[] {
  const { text } = rateOf(picture)
  return [`fps=${text}${picture.start > GAP_S ? ':start_time=0' : ''}`, 'tpad=stop=-1:stop_mode=clone']
}

/** The rate of the file, within our limits. A recording of a browser has none. */
export function rateOf({ rate, perSecond }: Picture): { text: string; value: number } {
  const isKnown = rate.value > 0 && rate.value <= KNOWN_MAX
  const value = Math.min(RATE_MAX, Math.max(RATE_MIN, isKnown ? rate.value : Math.max(RATE_MAX, perSecond)))
  return value === rate.value ? rate : { text: String(value), value }
}

/** Removes the pictures that the even rate has repeated. */
function thinning(picture: Picture): string {
  const { value } = rateOf(picture)
  if (value < SPARSE * picture.perSecond) return ''
  return `,mpdecimate=max=${Math.round(value / STILL_RATE)}:hi=0:lo=0:frac=0`
}

/** Converts the pictures to those that every player shows alike: the colours of HD in 8 bits, at the size of the largest version. */
function colours(picture: Picture, { width, height }: Rendition, { toneMapping }: Extras): string {
  if (toneMapping && isHdr(picture)) {
    const { transfer } = picture
    return [
      `setparams=color_primaries=bt2020:color_trc=${transfer}:colorspace=bt2020nc`,
      // The white of a page has 203 nits; what is brighter is compressed.
      `zscale=w=${width}:h=${height}:t=linear:npl=203`,
      'format=gbrpf32le,zscale=p=bt709,tonemap=mobius:param=0.6:desat=0:peak=5',
      'zscale=t=bt709:m=bt709:r=tv,format=yuv420p',
    ].join(',')
  }
  const isRgb = picture.matrix === 'gbr' || /rgb|bgr|gbr|pal8/.test(picture.pixels)
  const guessed = linesOf(picture) < HD_LINES ? 'bt601' : 'bt709'
  const isNamed = !['', 'unknown', 'unspecified', 'reserved'].includes(picture.matrix)
  const from = isRgb || isNamed ? '' : `:in_color_matrix=${guessed}`
  const flags = isRgb ? ':flags=bicubic+accurate_rnd+full_chroma_int+full_chroma_inp' : ''
  return `scale=${width}:${height}${from}:out_color_matrix=bt709:out_range=tv${flags},format=yuv420p`
}
