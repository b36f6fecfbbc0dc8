import { type Composition, type Family, type Palette, palette } from './family.ts'
import { below, between, pick, type Random } from './random.ts'
import { circle, path, rect, stroke } from './shapes.ts'

function codeLine(random: Random, { main, second, light }: Palette, at: { x: number; y: number }): string {
  let svg = ''
  let { x } = at
  const words = 1 + below(random, 3)
  for (let word = 0; word < words; word++) {
    const width = pick(random, [36, 64, 96, 132])
    if (x + width > 400) break
    svg += rect({ x, y: at.y, width, height: 20, radius: 10 }, pick(random, [main, main, light, second]))
    x += width + 14
  }
  return svg
}

/** Indented lines of code beside a chevron. */
const codeAndChevron: Composition = (random, colors) => {
  let svg = ''
  let indent = 0
  for (let line = 0; line < 7; line++) {
    indent = Math.max(0, Math.min(3, indent + pick(random, [-1, 0, 1, 1])))
    svg += codeLine(random, colors, { x: 48 + indent * 44, y: 46 + line * 40 })
  }
  const chevron = { color: colors.second, width: 44 }
  return svg + stroke('M452 84 L556 180 L452 276', chevron, ' stroke-linejoin="miter"')
}

/** Scopes inside scopes. */
const nestedScopes: Composition = (random, { main, second, light }) => {
  const middle = between(random, 270, 370)
  const scopes = [
    { width: 448, height: 338, radius: 27, fill: main },
    { width: 336, height: 246, radius: 24, fill: light },
    { width: 224, height: 156, radius: 21, fill: second },
  ]
  return scopes
    .map(({ width, height, radius, fill }) =>
      rect({ x: middle - width / 2, y: 180 - height / 2, width, height, radius }, fill),
    )
    .join('')
}

const block = 60

function stepBlock(chance: number, fill: string, at: { x: number; y: number }): string {
  const [x, y] = [at.x * block, at.y * block]
  if (chance < 0.34) return rect({ x: x - 0.5, y: y - 0.5, width: block + 1, height: block + 1 }, fill)
  if (chance < 0.62) {
    const floor = y + block + 0.5
    return path(`M${x - 0.5} ${floor} V${y} A${block} ${block} 0 0 1 ${x + block} ${floor}Z`, fill)
  }
  if (chance < 0.8) return circle({ x: x + block / 2, y: y + block / 2, radius: block / 2 }, fill)
  return ''
}

/** Blocks that climb from the lower left to the upper right. */
const steppingBlocks: Composition = (random, { main, second, light, ink }) => {
  let svg = ''
  for (let y = 0; y < 6; y++) {
    for (let x = 0; x < 11; x++) {
      const chance = random()
      const isAir = x + (5 - y) < 5 + Math.trunc(chance * 3)
      if (!isAir) svg += stepBlock(chance, pick(random, [main, main, second, light, ink]), { x, y })
    }
  }
  return svg
}

export const development: Family = {
  palettes: [
    palette('#14284B', '#5C8DFF', '#B7F36B', '#F3F1E7', '#0B1730'),
    palette('#B7F36B', '#14284B', '#3F6BE0', '#F6FBE9', '#0B1730'),
    palette('#5C8DFF', '#0F2044', '#F3F1E7', '#B7F36B', '#0B1730'),
  ],
  compositions: [codeAndChevron, nestedScopes, steppingBlocks],
}
