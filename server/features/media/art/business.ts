import { type Composition, type Family, palette } from './family.ts'
import { below, between } from './random.ts'
import { circle, path, rect } from './shapes.ts'

/** Rising bars under a sun. */
const risingBars: Composition = (random, { main, second, light }) => {
  const bars = 7
  let svg = circle({ x: between(random, 430, 520), y: 128, radius: 92 }, second)
  for (let bar = 0; bar < bars; bar++) {
    const height = 60 + bar * 26 + between(random, -22, 22)
    const box = { x: 48 + bar * 80, y: 360 - height, width: 62, height: height + 10, radius: 8 }
    svg += rect(box, bar === bars - 2 ? light : main)
  }
  return svg
}

/** A share of the whole, with its legend. */
const ringOfShares: Composition = (random, { ground, main, second, light }) => {
  const x = Math.trunc(between(random, 280, 360))
  const turn = below(random, 360)
  return [
    `<g transform="translate(${x} 180) rotate(${turn})">`,
    circle({ x: 0, y: 0, radius: 142 }, main),
    path('M0 0 L142 0 A142 142 0 0 1 44 135Z', second),
    path('M0 0 L44 135 A142 142 0 0 1 -100 100Z', light),
    circle({ x: 0, y: 0, radius: 58 }, ground),
    '</g>',
    rect({ x: 36, y: 36, width: 96, height: 14, radius: 7 }, light),
    rect({ x: 36, y: 62, width: 60, height: 14, radius: 7 }, second),
    circle({ x: 586, y: 306, radius: 26 }, second),
  ].join('')
}

/** Stairs with someone on each of them; the last one stands out. */
const peopleOnStairs: Composition = (random, { main, second, light, ink }) => {
  const width = 640 / 6
  let svg = ''
  let y = 320
  for (let step = 0; step < 6; step++) {
    const isLast = step === 5
    const x = step * width
    svg += rect({ x, y, width: width + 1, height: 360 - y + 2 }, step % 2 ? main : second)
    svg += circle({ x: x + width / 2, y: y - 28, radius: isLast ? 28 : 18 }, isLast ? light : ink)
    y -= between(random, 34, 52)
  }
  return svg
}

export const business: Family = {
  palettes: [
    palette('#F4C24B', '#1D2733', '#E5562F', '#FFF5DB', '#1D2733'),
    palette('#1D2733', '#F4C24B', '#E5562F', '#FFF5DB', '#0F161D'),
    palette('#FFF0CF', '#E5562F', '#1D2733', '#F4C24B', '#1D2733'),
  ],
  compositions: [risingBars, ringOfShares, peopleOnStairs],
}
