import type { Probed } from './probe.ts'

/** The short sides of the versions, in pixels, with the highest bit rate of each in kilobits a second. */
const LADDER = [
  { side: 360, rate: 900 },
  { side: 720, rate: 2800 },
  { side: 1080, rate: 5200 },
] as const

/** One version of the picture. */
export interface Rendition {
  /** Its folder: `720p`. */
  name: string
  width: number
  height: number
  /** Kilobits a second at most. */
  rate: number
}

/** The versions to encode, smallest first: never larger than the source, and at least one. Portrait stays portrait. */
export function renditionsOf({ width, height }: Pick<Probed, 'width' | 'height'>): Rendition[] {
  const short = Math.min(width, height)
  const fitting = LADDER.filter(({ side }) => side <= short)
  const [smallest] = LADDER
  const steps = fitting.length > 0 ? fitting : [{ side: short, rate: smallest.rate }]
  return steps.map(({ side, rate }) => ({
    name: `${side}p`,
    width: even((width * side) / short),
    height: even((height * side) / short),
    rate,
  }))
}

/** H.264 needs even sides. */
function even(pixels: number): number {
  return Math.max(2, Math.round(pixels / 2) * 2)
}
