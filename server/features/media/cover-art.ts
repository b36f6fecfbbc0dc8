import { business } from './art/business.ts'
import { design } from './art/design.ts'
import { development } from './art/development.ts'
import type { Family } from './art/family.ts'
import { marketing } from './art/marketing.ts'
import { music } from './art/music.ts'
import { photography } from './art/photography.ts'
import { hashOf, randomOf } from './art/random.ts'
import { science } from './art/science.ts'
import { rect } from './art/shapes.ts'

const families = new Map<string, Family>(
  Object.entries({ development, business, design, marketing, music, photography, science }),
)

/** Overrides the choices of the seed. */
export type CoverChoice = { palette?: 0 | 1 | 2; variant?: 0 | 1 | 2 }

/** A category without its own family uses one that the seed chooses. */
function familyOf(seed: string, category: string): { name: string; family: Family } {
  const own = families.get(category)
  if (own) return { name: category, family: own }
  const names = [...families.keys()]
  const name = names[hashOf(seed) % names.length] ?? 'development'
  return { name, family: families.get(name) ?? development }
}

/**
 * The cover art of a playlist or video without an image: an SVG document of 640 by 360. The same seed and category always
 * give the same bytes. The seed is hashed and does not appear in the document.
 */
export function drawCover(seed: string, category: string, choice: CoverChoice = {}): string {
  const { name, family } = familyOf(seed, category)
  const hash = hashOf(seed + name)
  const palette = family.palettes[choice.palette ?? hash % 3] ?? family.palettes[0]
  const compose = family.compositions[choice.variant ?? Math.floor(hash / 7) % 3] ?? family.compositions[0]
  const ground = rect({ x: 0, y: 0, width: 640, height: 360 }, palette.ground)
  const artwork = compose(randomOf(seed + name), palette)
  const size = 'width="640" height="360" viewBox="0 0 640 360" preserveAspectRatio="xMidYMid slice"'
  return `<svg xmlns="http://www.w3.org/2000/svg" ${size}>${ground}${artwork}</svg>`
}
