import { type Composition, type Family, palette } from './family.ts'
import { below, between, pick } from './random.ts'
import { circle, outlined, path, rect, roundCaps, stroke } from './shapes.ts'

/** Circle, square and triangle on one line. */
const threeShapes: Composition = (random, { main, second, light, ink }) => {
  const x = between(random, 190, 260)
  return [
    circle({ x, y: 180, radius: 128 }, main),
    rect({ x: x + 70, y: 70, width: 220, height: 220 }, second),
    path(`M${x + 180} 330 L${x + 310} 96 L${x + 430} 330Z`, light),
    path(`M${x + 70} 96 A128 128 0 0 1 ${x + 70} 264Z`, ink),
    stroke('M28 332 H612', { color: ink, width: 6 }),
  ].join('')
}

/** A curve with its anchors and handles. */
const curveWithHandles: Composition = (random, { main, second, light, ink }) => {
  const top = between(random, 60, 130)
  const low = between(random, 230, 300)
  const pen = { color: ink, width: 16 }
  const handle = { color: light, width: 5 }
  const edge = outlined({ color: ink, width: 6 })
  const anchor = (x: number, y: number) => rect({ x: x - 15, y: y - 15, width: 30, height: 30 }, light, edge)
  const knob = (x: number, y: number) => circle({ x, y, radius: 14 }, second, edge)
  return [
    circle({ x: 452, y: 120, radius: 190 }, main),
    stroke(`M70 ${low} C 220 ${top - 90}, 380 ${low + 150}, 560 ${top}`, pen, roundCaps),
    stroke(`M70 ${low} L 214 ${top - 20}`, handle),
    stroke(`M560 ${top} L 420 ${low + 20}`, handle),
    anchor(70, low),
    anchor(560, top),
    knob(214, top - 20),
    knob(420, low + 20),
  ].join('')
}

const tile = 90

function quarter(turn: number, { x, y }: { x: number; y: number }): string {
  const reach = tile + 0.6
  if (turn === 0) return `M${x} ${y}h${reach}a${reach} ${reach} 0 0 1 ${-reach} ${reach}z`
  if (turn === 1) return `M${x + tile} ${y}v${reach}a${reach} ${reach} 0 0 1 ${-reach} ${-reach}z`
  if (turn === 2) return `M${x + tile} ${y + tile}h${-reach}a${reach} ${reach} 0 0 1 ${reach} ${-reach}z`
  return `M${x} ${y + tile}v${-reach}a${reach} ${reach} 0 0 1 ${reach} ${reach}z`
}

/** Tiles of quarter circles, with dots and gaps between. */
const quarterTiles: Composition = (random, { main, second, light, ink }) => {
  let svg = ''
  for (let row = 0; row < 4; row++) {
    for (let column = 0; column < 8; column++) {
      const fill = pick(random, [main, second, light, ink, main])
      const turn = below(random, 4)
      const at = { x: column * tile - 40, y: row * tile }
      const chance = random()
      if (chance < 0.72) svg += path(quarter(turn, at), fill)
      else if (chance < 0.86) {
        svg += circle({ x: at.x + tile / 2, y: at.y + tile / 2, radius: tile / 2 - 6 }, fill)
      }
    }
  }
  return svg
}

export const design: Family = {
  palettes: [
    palette('#F6E6DC', '#E8396B', '#2A56C6', '#FFC83A', '#17171C'),
    palette('#2A56C6', '#FFC83A', '#F6E6DC', '#E8396B', '#14204A'),
    palette('#FFC83A', '#2A56C6', '#E8396B', '#FFF7E2', '#17171C'),
  ],
  compositions: [threeShapes, curveWithHandles, quarterTiles],
}
