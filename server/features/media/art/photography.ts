import { type Composition, type Family, palette } from './family.ts'
import { between } from './random.ts'
import { circle, path, rect, stroke } from './shapes.ts'

/** The blades of a shutter. */
const shutter: Composition = (random, { main, second, light }) => {
  const x = between(random, 270, 370)
  const start = random() * 60
  const point = (degrees: number, distance: number): string => {
    const angle = (degrees * Math.PI) / 180
    return `${(x + distance * Math.cos(angle)).toFixed(1)} ${(180 + distance * Math.sin(angle)).toFixed(1)}`
  }
  return [main, second, light, main, second, light]
    .map((fill, blade) => {
      const from = start + blade * 60
      const rim = `M${point(from, 158)} A158 158 0 0 1 ${point(from + 60, 158)}`
      return path(`${rim} L${point(from + 112, 62)} L${point(from + 52, 62)}Z`, fill)
    })
    .join('')
}

/** A landscape in a viewfinder. */
const landscape: Composition = (random, { main, second, light }) => {
  const sun = between(random, 200, 460)
  const far = Math.trunc(190 + random() * 40)
  const near = Math.trunc(230 + random() * 50)
  const corners = 'M36 76 V36 H76 M564 36 H604 V76 M604 284 V324 H564 M76 324 H36 V284'
  return [
    circle({ x: sun, y: 168, radius: 86 }, light),
    path(`M-10 270 Q 120 ${far} 280 250 T 660 210 V370 H-10Z`, second),
    path(`M-10 310 Q 160 ${near} 340 300 T 660 280 V370 H-10Z`, main),
    stroke(corners, { color: light, width: 8 }),
  ].join('')
}

/** Two prints on a table. */
const prints: Composition = (random, { main, second, light, ink }) => {
  const tilt = between(random, -9, -4)
  return [
    `<g transform="rotate(${tilt.toFixed(1)} 320 180)">`,
    rect({ x: 96, y: 70, width: 250, height: 220, radius: 6 }, light),
    rect({ x: 112, y: 86, width: 218, height: 160 }, main),
    circle({ x: 270, y: 136, radius: 30 }, light),
    path('M112 246 V210 L180 160 L240 214 L286 184 L330 222 V246Z', ink),
    `</g><g transform="rotate(${(-tilt).toFixed(1)} 420 180)">`,
    rect({ x: 312, y: 96, width: 250, height: 210, radius: 6 }, light),
    rect({ x: 328, y: 112, width: 218, height: 150 }, second),
    path('M328 262 V226 Q 420 170 546 232 V262Z', main),
    circle({ x: 384, y: 154, radius: 22 }, light),
    '</g>',
  ].join('')
}

export const photography: Family = {
  palettes: [
    palette('#23292C', '#F2B47C', '#7DB6BF', '#F5F0E8', '#121618'),
    palette('#7DB6BF', '#23292C', '#F7D9B5', '#F5F0E8', '#121618'),
    palette('#F2B47C', '#2B3235', '#8E4A35', '#FBEBDA', '#121618'),
  ],
  compositions: [shutter, landscape, prints],
}
