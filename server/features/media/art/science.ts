import { type Composition, type Family, type Palette, palette } from './family.ts'
import { between, pick, type Random } from './random.ts'
import { circle, outlined, path, stroke } from './shapes.ts'

/** An atom. */
const atom: Composition = (random, { main, second, light }) => {
  const x = between(random, 290, 350)
  const start = random() * 60
  const middle = Math.trunc(x)
  const line = outlined({ color: main, width: 12 })
  const orbits = [0, 60, 120].map((turn) => {
    const rotation = `rotate(${Math.trunc(start + turn)} ${middle} 180)`
    return `<ellipse cx="${middle}" cy="180" rx="210" ry="72" fill="none"${line} transform="${rotation}"/>`
  })
  const angle = (start * Math.PI) / 180
  const other = angle + Math.PI / 3
  return [
    ...orbits,
    circle({ x, y: 180, radius: 46 }, second),
    circle({ x: x + 210 * Math.cos(angle), y: 180 + 210 * Math.sin(angle), radius: 20 }, light),
    circle({ x: x - 210 * Math.cos(other), y: 180 - 210 * Math.sin(other), radius: 20 }, light),
  ].join('')
}

const cell = 62
const halfWidth = (cell * Math.sqrt(3)) / 2

function hexagon({ x, y }: { x: number; y: number }, radius: number): string {
  const corners = [0, 1, 2, 3, 4, 5].map((corner) => {
    const angle = (Math.PI / 3) * corner + Math.PI / 6
    return `${(x + radius * Math.cos(angle)).toFixed(1)} ${(y + radius * Math.sin(angle)).toFixed(1)}`
  })
  return `M${corners.join('L')}Z`
}

function oneCell(random: Random, { main, second, light }: Palette, at: { x: number; y: number }): string {
  const chance = random()
  if (chance < 0.3) return path(hexagon(at, cell - 5), pick(random, [main, main, second, light]))
  if (chance < 0.62) return path(hexagon(at, cell - 9), 'none', outlined({ color: main, width: 7 }))
  return ''
}

/** Cells of a grid, some full, some open, some missing. */
const cells: Composition = (random, colors) => {
  let svg = ''
  for (let row = -1; row < 5; row++) {
    const shift = row % 2 ? halfWidth : 0
    for (let column = -1; column < 7; column++) {
      const at = { x: column * halfWidth * 2 + shift + 20, y: row * cell * 1.5 + 30 }
      svg += oneCell(random, colors, at)
    }
  }
  return svg
}

/** Distributions behind each other. */
const curves: Composition = (random, { main, second, light, ink }) => {
  const hills = [ink, second, main, light].map((fill, hill) => {
    const x = between(random, 120, 520)
    const width = between(random, 90, 150)
    const top = 361 - (120 + hill * 46)
    const rise = `M${x - width * 2.2} 361 C ${x - width} 361, ${x - width * 0.7} ${top}, ${x} ${top}`
    const data = `${rise} S ${x + width} 361, ${x + width * 2.2} 361Z`
    return path(data, fill, hill < 3 ? '' : ' fill-opacity=".92"')
  })
  return hills.join('') + stroke('M0 352 H640', { color: ink, width: 16 })
}

export const science: Family = {
  palettes: [
    palette('#BEE3DB', '#0B6B66', '#F3694C', '#FFFFFF', '#0A2E36'),
    palette('#0A3A42', '#5FC9BA', '#F3694C', '#E9F7F4', '#06242A'),
    palette('#F3694C', '#0A3A42', '#FFE1D6', '#BEE3DB', '#06242A'),
  ],
  compositions: [atom, cells, curves],
}
