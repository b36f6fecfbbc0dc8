import { type Pen, roundCaps, stroke } from '#server/features/media/art/shapes.ts'

/**
 * Single strokes of the letters that the lesson writes, because a server may have no typeface. The baseline is at 10 and the
 * top of an x at 0.
 */
const BOWL = 'M0 5a5 5 0 1 0 10 0a5 5 0 1 0-10 0'
const LETTERS: Readonly<Record<string, { width: number; data: string }>> = {
  a: { width: 10, data: `${BOWL}M10 0V10` },
  b: { width: 10, data: `${BOWL}M0-5V10` },
  c: { width: 9, data: 'M9 2A5 5 0 1 0 9 8' },
  d: { width: 10, data: `${BOWL}M10-5V10` },
  e: { width: 10, data: 'M0 5H10A5 5 0 1 0 8.5 8.6' },
  g: { width: 10, data: `${BOWL}M10 0V10.5A4.7 4.7 0 0 1 1.2 12.6` },
  i: { width: 0, data: 'M0 0V10M0-4.2V-4' },
  m: { width: 14, data: 'M0 10V0M0 3.5A3.5 3.5 0 0 1 7 3.5V10M7 3.5A3.5 3.5 0 0 1 14 3.5V10' },
  n: { width: 8, data: 'M0 10V0M0 4A4 4 0 0 1 8 4V10' },
  o: { width: 10, data: BOWL },
  p: { width: 10, data: `${BOWL}M0 0V15` },
  r: { width: 5.5, data: 'M0 10V0M0 4A4 4 0 0 1 5.5 .5' },
  t: { width: 6.5, data: 'M3-4V7A3 3 0 0 0 6 10H6.5M0 0H6.5' },
}
const GAP = 4.2

interface Place {
  x: number
  /** The middle of its small letters. */
  y: number
  color: string
  opacity: number
}

const HEIGHT = 10
const SCALE = 2.4

/** Writes a word of small letters from `x` on. */
export function write(word: string, { x, y, color, opacity }: Place): string {
  const pen: Pen = { color, width: 2 }
  let at = 0
  const strokes = Array.from(word, (letter) => {
    const { width, data } = LETTERS[letter] ?? { width: 0, data: '' }
    const drawn = stroke(data, pen, `${roundCaps} stroke-linejoin="round" transform="translate(${at} 0)"`)
    at += width + GAP
    return drawn
  })
  const place = `translate(${x} ${y - (HEIGHT / 2) * SCALE}) scale(${SCALE})`
  return `<g transform="${place}" opacity="${opacity.toFixed(3)}">${strokes.join('')}</g>`
}
