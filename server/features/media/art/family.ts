import type { Random } from './random.ts'

/** Flat colours only: they compress well and print well. */
export type Palette = { ground: string; main: string; second: string; light: string; ink: string }

/** Draws on a ground of 640 by 360. Which random numbers it takes, and in what order, decides every later picture. */
export type Composition = (random: Random, palette: Palette) => string

/** How the posters of one category look: three compositions in three palettes. */
export type Family = {
  palettes: readonly [Palette, Palette, Palette]
  compositions: readonly [Composition, Composition, Composition]
}

export function palette(
  ...[ground, main, second, light, ink]: [string, string, string, string, string]
): Palette {
  return { ground, main, second, light, ink }
}
