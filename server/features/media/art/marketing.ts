import { type Composition, type Family, palette } from './family.ts'
import { between, pick } from './random.ts'
import { circle, path, rect } from './shapes.ts'

/** Rings that spread from a corner. */
const spreadingRings: Composition = (random, { ground, main, second, light }) => {
  const x = between(random, 60, 150)
  const colorOf = (ring: number): string => {
    if (ring % 2) return ground
    return ring === 4 ? second : main
  }
  let svg = ''
  for (let ring = 6; ring > 0; ring--) svg += circle({ x, y: 330, radius: ring * 86 }, colorOf(ring))
  return svg + circle({ x, y: 330, radius: 52 }, light)
}

/** Rays around a target. */
const raysAndTarget: Composition = (random, { ground, main, second, light, ink }) => {
  const x = between(random, 240, 420)
  const rays = 18
  const start = random() * 20
  const reach = (ray: number): string => {
    const angle = ((start + (ray * 360) / rays) * Math.PI) / 180
    return `L${(x + 620 * Math.cos(angle)).toFixed(0)} ${(196 + 620 * Math.sin(angle)).toFixed(0)}`
  }
  let svg = ''
  for (let ray = 0; ray < rays; ray++) {
    const data = `M${Math.trunc(x)} 196 ${reach(ray)} ${reach(ray + 0.5)}Z`
    svg += path(data, ray % 6 === 0 ? second : main)
  }
  const target = [
    { radius: 96, fill: light },
    { radius: 62, fill: ground },
    { radius: 26, fill: ink },
  ]
  return svg + target.map(({ radius, fill }) => circle({ x, y: 196, radius }, fill)).join('')
}

/** Bars of a conversation. */
const talkingBars: Composition = (random, { main, second, light, ink }) => {
  let svg = ''
  for (let bar = 0; bar < 5; bar++) {
    const y = 28 + bar * 62
    const x = between(random, 20, 250)
    const width = between(random, 200, 380)
    svg += rect({ x, y, width, height: 48, radius: 24 }, pick(random, [main, second, light]))
    svg += circle({ x: x + width + 36, y: y + 24, radius: 24 }, pick(random, [second, ink, main]))
  }
  return svg
}

export const marketing: Family = {
  palettes: [
    palette('#E9532B', '#FFD8C0', '#5A1130', '#FFF2E9', '#3A0A1F'),
    palette('#5A1130', '#E9532B', '#FFB48C', '#FFE9DC', '#2E0718'),
    palette('#FFD8C0', '#5A1130', '#E9532B', '#FFF6F0', '#3A0A1F'),
  ],
  compositions: [spreadingRings, raysAndTarget, talkingBars],
}
