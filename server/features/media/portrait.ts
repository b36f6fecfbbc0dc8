import { below, pick, type Random, randomOf } from './art/random.ts'
import { circle, path, rect, roundCaps, stroke } from './art/shapes.ts'

const skins = ['#F3CDB2', '#E7B48F', '#C98A5E', '#9A6240', '#6F4430', '#F0C3A0'] as const
const hairs = ['#2A211D', '#4A2F22', '#7B4A2A', '#B9814A', '#D9CFC4', '#181A20', '#8C3B22'] as const
const grounds = ['#CFE6DB', '#F6DDC6', '#D9DDF3', '#F3D5DB', '#E9E3C4', '#CBE3EA', '#E4D7EE'] as const
const clothes = [
  '#0D6348',
  '#1D2733',
  '#B8432A',
  '#2A56C6',
  '#5A1130',
  '#D9992B',
  '#3A1A5B',
  '#0A5B66',
] as const

/** The features of a portrait; the seed chooses those that are left out. */
type Look = {
  skin: string
  hair: string
  ground: string
  clothes: string
  /** 0 short, 1 cropped, 2 long, 3 bun, 4 curls, 5 fringe. */
  style: number
  glasses: boolean
  beard: boolean
}

/** The order in which the numbers are taken is part of what a seed looks like. */
function lookOf(random: Random, options: Partial<Look>): Look {
  const skin = options.skin ?? pick(random, skins)
  const hair = options.hair ?? pick(random, hairs)
  const ground = options.ground ?? pick(random, grounds)
  const worn = options.clothes ?? pick(random, clothes)
  const style = options.style ?? below(random, hairStyles.length)
  const glasses = options.glasses ?? random() < 0.28
  const beard = options.beard ?? (style < 2 && random() < 0.3)
  return { skin, hair, ground, clothes: worn, style, glasses, beard }
}

const spectacles =
  '<g fill="none" stroke="#1c1c1e" stroke-width="1.6"><circle cx="34" cy="38" r="5"/>' +
  '<circle cx="46" cy="38" r="5"/><path d="M39 38h2M29 37l-3-1M51 37l3-1"/></g>'

function faceOf({ skin, hair, beard, glasses }: Look, overHead: string): string {
  const beardLine =
    'M25.6 38 C26 56 33 57 40 57 C47 57 54 56 54.4 38 C53 46 48 46.5 40 46 C32 46.5 27 46 25.6 38Z'
  return [
    `<ellipse cx="40" cy="37" rx="14.5" ry="17" fill="${skin}"/>`,
    beard ? path(beardLine, hair) : '',
    overHead,
    circle({ x: 34.5, y: 38, radius: 1.5 }, '#1d1512'),
    circle({ x: 45.5, y: 38, radius: 1.5 }, '#1d1512'),
    stroke('M36.5 45.5 Q40 48.2 43.5 45.5', { color: beard ? '#fff' : '#7a3b2c', width: 1.5 }, roundCaps),
    glasses ? spectacles : '',
  ].join('')
}

/**
 * A drawn bust for demonstration users and the first admin; real people without a photo get their initials. A whole
 * square SVG document, the same for the same seed and look; the seed is never printed.
 */
export function drawPortrait(seed: string, options: Partial<Look> = {}): string {
  const look = lookOf(randomOf(`p${seed}`), options)
  const hairStyle = hairStyles[look.style] ?? hairStyles[0]
  const { behind, over } = hairStyle(look.hair)
  const shapes = [
    rect({ x: 0, y: 0, width: 80, height: 80 }, look.ground),
    behind,
    path('M10 84 C10 66 22 60 33 58 L40 62 L47 58 C58 60 70 66 70 84Z', look.clothes),
    path('M33 48 H47 V58 C47 64 33 64 33 58Z', look.skin),
    path('M33 50 C37 55 43 55 47 50 V54 C43 58 37 58 33 54Z', '#140a05', ' fill-opacity=".16"'),
    faceOf(look, over),
  ].join('')
  return `<svg xmlns="http://www.w3.org/2000/svg" width="480" height="480" viewBox="0 0 80 80">${shapes}</svg>`
}

/** The hair behind the head and the hair in front of it. */
type Hair = { behind: string; over: string }

const short = (color: string): Hair => ({
  behind: '',
  over: path(
    'M25 36 C23 18 34 13 42 14 C54 13 58 22 56 36 C54 30 52 27 47 26 C40 28 31 26 28 29 C26 31 26 33 25 36Z',
    color,
  ),
})

const cropped = (color: string): Hair => ({
  behind: '',
  over: path(
    'M26 34 C24 22 30 14 40 14 C50 14 57 21 55 35 C54 29 53 26 51 24 H30 C27 26 27 30 26 34Z',
    color,
  ),
})

const long = (color: string): Hair => ({
  behind: path('M22 60 C18 30 24 12 40 12 C57 12 62 30 58 60 C52 63 28 63 22 60Z', color),
  over: path('M25 38 C24 22 32 16 41 17 C52 17 56 26 55 38 C52 30 46 27 40 22 C36 27 29 29 25 38Z', color),
})

const bun = (color: string): Hair => ({
  behind: circle({ x: 40, y: 13, radius: 9 }, color),
  over: path('M25 36 C24 20 31 15 40 15 C49 15 56 20 55 36 C53 27 47 24 40 24 C33 24 27 27 25 36Z', color),
})

const curls = (color: string): Hair => ({
  behind:
    circle({ x: 40, y: 29, radius: 21 }, color) +
    circle({ x: 24, y: 34, radius: 8 }, color) +
    circle({ x: 56, y: 34, radius: 8 }, color),
  over: path('M26 33 C27 20 34 18 40 18 C46 18 53 20 54 33 C50 26 46 25 40 25 C34 25 30 26 26 33Z', color),
})

const fringe = (color: string): Hair => ({
  behind: path(
    'M21 52 C16 26 26 11 41 11 C56 11 63 27 59 50 C58 54 53 52 53 48 L53 34 H27 L27 48 C27 53 22 55 21 52Z',
    color,
  ),
  over: path(
    'M25 37 C25 24 30 17 40 17 C50 17 55 24 55 37 C52 31 52 27 50 25 C44 28 34 28 30 25 C28 28 28 32 25 37Z',
    color,
  ),
})

const hairStyles = [short, cropped, long, bun, curls, fringe] as const
