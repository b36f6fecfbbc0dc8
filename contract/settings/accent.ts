import {
  clampChroma,
  formatHex,
  modeLrgb,
  modeOklch,
  modeRgb,
  wcagContrast,
  useMode as withMode,
} from 'culori/fn'
import { ACCENT } from './setting-values.ts'

withMode(modeRgb)
withMode(modeLrgb)
const toOklch = withMode(modeOklch)

/** The colours of web/styles/themes.css that stay as they are and lie under or over those of the brand. */
export const GROUNDS = {
  light: { bg: '#f8faf9', surface: '#ffffff', text: '#0f1614' },
  dark: { bg: '#0c100f', surface: '#131816', text: '#ecf2ef' },
} as const
export type Theme = keyof typeof GROUNDS
const WHITE = '#ffffff'

const TEXT_RATIO = 4.5
const GRAPHIC_RATIO = 3
const STEP = 0.004

/** The brand tokens of one theme, by the names of web/styles/themes.css without their prefix. */
export interface BrandTokens {
  brand: string
  'brand-hover': string
  'brand-active': string
  'on-brand': string
  'brand-text': string
  'brand-soft': string
  'brand-soft-hover': string
  'brand-border': string
  board: string
  'board-2': string
  'board-line': string
  'on-board': string
  'on-board-2': string
  'board-accent': string
  'board-accent-hover': string
  'on-board-accent': string
  focus: string
  selection: string
  'logo-accent': string
}

/** A text or graphic, what is under it, and the least contrast between them. */
type Pair = readonly [over: string, under: string, ratio: number]

/** The pairs of the design that have a colour of the brand. */
export function pairsOf(theme: Theme, tokens: BrandTokens): Pair[] {
  const { bg, surface, text } = GROUNDS[theme]
  const textOn = (over: string, ...unders: string[]) =>
    unders.map((under) => [over, under, TEXT_RATIO] as const)
  const { brand, board, focus } = tokens
  return [
    ...textOn(tokens['on-brand'], brand, tokens['brand-hover'], tokens['brand-active']),
    ...textOn(tokens['brand-text'], bg, surface, tokens['brand-soft'], tokens['brand-soft-hover']),
    ...textOn(tokens['on-board'], board, tokens['board-2']),
    ...textOn(tokens['on-board-2'], board, tokens['board-2']),
    ...textOn(tokens['on-board-accent'], tokens['board-accent'], tokens['board-accent-hover']),
    ...textOn(text, tokens.selection),
    [focus, bg, GRAPHIC_RATIO],
    [tokens['board-accent'], board, GRAPHIC_RATIO],
    [tokens['logo-accent'], brand, GRAPHIC_RATIO],
  ]
}

export const contrast = (one: string, other: string): number => wcagContrast(one, other)

/** How far apart a fill, its hover and its pressed state are. */
const HOVER = 0.06
const ACTIVE = 0.1
/** Fills of the dark theme are at least as light as this. */
const DARK_FILL = 0.8
const LIGHTEST = 0.97

/** What a colour is seen with, and the least contrast. */
type Ground = readonly [colour: string, ratio: number]

/** Colours of one hue. All that leaves is six hexadecimal digits, whatever came in. */
function paletteOf(accent: string) {
  const { l = 0, c = 0, h = 0 } = toOklch(accent) ?? {}
  const at = (lightness: number, chroma = c): string => {
    const inside = Math.min(1, Math.max(0, lightness))
    return formatHex(clampChroma({ mode: 'oklch', l: inside, c: Math.min(c, chroma), h }, 'oklch'))
  }
  /** The lightness nearest to `start`, on the way to black or white, that has the contrast with each ground. */
  const moved = (start: number, way: 'darker' | 'lighter', grounds: readonly Ground[]): number => {
    const step = way === 'darker' ? -STEP : STEP
    let lightness = Math.min(1, Math.max(0, start))
    const isSeen = () => grounds.every(([ground, ratio]) => contrast(at(lightness), ground) >= ratio)
    while (!isSeen() && lightness + step >= 0 && lightness + step <= 1) lightness += step
    return lightness
  }
  return { lightness: l, at, moved }
}

/** The brand tokens of both themes. The hue stays; the lightness moves until every pair has its contrast. */
export function brandTokens(accent: string): Record<Theme, BrandTokens> {
  if (!ACCENT.test(accent)) throw new Error('An accent is # and six hexadecimal digits.')
  const palette = paletteOf(accent.toLowerCase())
  const { at, moved, lightness } = palette
  const fill = moved(lightness, 'darker', [
    [WHITE, TEXT_RATIO],
    [GROUNDS.light.bg, GRAPHIC_RATIO],
  ])
  const onDark = at(0.24, 0.05)
  const darkFill = moved(Math.max(lightness, DARK_FILL), 'lighter', [[onDark, TEXT_RATIO + 1.5]])
  const brand = fill === lightness ? accent.toLowerCase() : at(fill)
  return {
    light: lightTokens(palette, { brand, fill, onDark, darkFill }),
    dark: darkTokens(palette, { brand, fill, onDark, darkFill }),
  }
}

interface Fills {
  /** Of the light theme, with its lightness. */
  brand: string
  fill: number
  /** Text on the fill of the dark theme, and the lightness of that. */
  onDark: string
  darkFill: number
}

type Palette = ReturnType<typeof paletteOf>

const textGrounds = (theme: Theme, softs: readonly string[]): Ground[] =>
  [GROUNDS[theme].bg, GROUNDS[theme].surface, ...softs].map((ground) => [ground, TEXT_RATIO])

/** The panel of both themes has the same button. */
function boardButton({ at }: Palette, { onDark, darkFill }: Fills) {
  return {
    'on-board': at(0.98, 0.012),
    'board-accent': at(darkFill),
    'board-accent-hover': at(Math.min(LIGHTEST, darkFill + 0.04)),
    'on-board-accent': onDark,
  }
}

function lightTokens(palette: Palette, fills: Fills): BrandTokens {
  const { at, moved } = palette
  const { brand, fill, darkFill } = fills
  const soft = at(0.95, 0.03)
  const softHover = at(0.92, 0.04)
  // Black cannot get darker.
  const hover = fill < 2 * ACTIVE ? -1 : 1
  return {
    brand,
    'brand-hover': at(fill - hover * HOVER),
    'brand-active': at(fill - hover * ACTIVE),
    'on-brand': WHITE,
    'brand-text': at(moved(fill - 0.02, 'darker', textGrounds('light', [soft, softHover]))),
    'brand-soft': soft,
    'brand-soft-hover': softHover,
    'brand-border': at(0.835, 0.08),
    board: at(Math.min(0.315, fill), 0.07),
    'board-2': at(Math.min(0.365, fill + 0.05), 0.08),
    'board-line': at(0.44, 0.09),
    'on-board-2': at(0.86, 0.045),
    ...boardButton(palette, fills),
    focus: brand,
    selection: at(0.905, 0.06),
    'logo-accent': at(moved(darkFill, 'lighter', [[brand, GRAPHIC_RATIO]])),
  }
}

function darkTokens(palette: Palette, fills: Fills): BrandTokens {
  const { at, moved } = palette
  const { fill, onDark, darkFill } = fills
  const soft = at(0.295, 0.05)
  const softHover = at(0.345, 0.06)
  const text = moved(Math.min(LIGHTEST, darkFill + 0.03), 'lighter', textGrounds('dark', [soft, softHover]))
  return {
    brand: at(darkFill),
    'brand-hover': at(Math.min(LIGHTEST, darkFill + 0.04)),
    'brand-active': at(darkFill - HOVER),
    'on-brand': onDark,
    'brand-text': at(text),
    'brand-soft': soft,
    'brand-soft-hover': softHover,
    'brand-border': at(0.44, 0.08),
    board: at(0.25, 0.045),
    'board-2': at(0.305, 0.055),
    'board-line': at(0.375, 0.065),
    'on-board-2': at(0.83, 0.045),
    ...boardButton(palette, fills),
    focus: at(Math.min(LIGHTEST, darkFill + 0.04)),
    selection: at(0.42, 0.08),
    'logo-accent': at(moved(Math.min(fill, 0.5), 'darker', [[at(darkFill), GRAPHIC_RATIO]])),
  }
}

/** `On light pages we use #B4510A: white text on your colour has only 3.2:1.`; empty if the colour stays. */
export function accentNote(accent: string): string {
  const { brand } = brandTokens(accent).light
  if (brand.toUpperCase() === accent.toUpperCase()) return ''
  const ratio = contrast(WHITE, accent)
  return `On light pages we use ${brand.toUpperCase()}: white text on your colour has only ${shownRatio(ratio)}.`
}

/** `3.2:1`, never rounded up to what is needed. */
export const shownRatio = (ratio: number): string => `${(Math.floor(ratio * 10) / 10).toFixed(1)}:1`
