/** The versions of a film of 16 by 9, by the height of their pictures, with the highest bit rate of each in kilobits a second. */
const LADDER = [
  { lines: 360, rate: 900 },
  { lines: 720, rate: 2800 },
  { lines: 1080, rate: 5200 },
] as const
const SHAPE = 16 / 9

/** One version of the picture. */
export interface Rendition {
  /** Its folder: `720p`. */
  name: string
  width: number
  height: number
  /** Kilobits a second at most. */
  rate: number
}

/** The lines of a 16 by 9 film that is as large: a film for the cinema is as wide as one, but less high. */
export function linesOf({ width, height }: { width: number; height: number }): number {
  const [short, long] = [Math.min(width, height), Math.max(width, height)]
  return Math.floor(Math.max(short, long / SHAPE))
}

/**
 * The versions to encode, smallest first: the steps of the ladder that the source reaches by its width or its height, and its
 * own size when that lies between two steps. At least one, and never larger than the source. Portrait stays portrait.
 */
export function renditionsOf({ width, height }: { width: number; height: number }): Rendition[] {
  const [short, long] = [Math.min(width, height), Math.max(width, height)]
  const own = linesOf({ width, height })
  const steps: { lines: number; rate: number }[] = LADDER.filter(({ lines }) => lines <= own)
  const above = LADDER.find(({ lines }) => lines > own)
  if (above && steps.at(-1)?.lines !== own) steps.push({ lines: own, rate: above.rate })
  return steps.map(({ lines, rate }) => {
    const scale = Math.min(1, lines / short, (lines * SHAPE) / long)
    const isOwn = lines === own
    return {
      name: `${lines}p`,
      width: isOwn ? width - (width % 2) : even(width * scale),
      height: isOwn ? height - (height % 2) : even(height * scale),
      rate,
    }
  })
}

/** H.264 needs even sides. */
function even(pixels: number): number {
  return Math.max(2, Math.round(pixels / 2) * 2)
}
