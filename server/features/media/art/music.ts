import { type Composition, type Family, palette } from './family.ts'
import { between } from './random.ts'
import { circle, outlined, rect, roundCaps, stroke } from './shapes.ts'

/** The bars of a level meter. */
const levels: Composition = (random, { main, second, light }) => {
  const bars = 17
  const phase = random() * 6
  const colorOf = (bar: number): string => {
    if (bar % 5 === 3) return second
    return bar % 7 === 5 ? light : main
  }
  let svg = ''
  for (let bar = 0; bar < bars; bar++) {
    const swell = Math.sin(((bar + 0.5) / bars) * Math.PI)
    const height = 44 + swell * 210 * (0.42 + 0.58 * Math.abs(Math.sin(bar * 0.9 + phase)))
    svg += rect({ x: 40 + bar * 33.4, y: 180 - height / 2, width: 20, height, radius: 10 }, colorOf(bar))
  }
  return svg
}

/** A record and its arm. */
const record: Composition = (random, { ground, main, second, light }) => {
  const x = between(random, 210, 300)
  const groove = outlined({ color: ground, width: 3 })
  const joined = ` stroke-linejoin="round"${roundCaps}`
  return [
    circle({ x, y: 186, radius: 154 }, main),
    ...[134, 114, 94].map((radius) => circle({ x, y: 186, radius }, 'none', groove)),
    circle({ x, y: 186, radius: 60 }, second),
    circle({ x, y: 186, radius: 12 }, ground),
    stroke(`M560 40 V168 L${Math.trunc(x + 96)} 232`, { color: light, width: 14 }, joined),
    circle({ x: 560, y: 44, radius: 26 }, light),
  ].join('')
}

/** Strings in motion. */
const waves: Composition = (random, { main, second, light }) =>
  [main, second, light, main, second, main]
    .map((color, wave) => {
      const y = 70 + wave * 48
      const swing = between(random, 20, 44) * 2.2
      const shift = between(random, -40, 40)
      const first = `C ${90 + shift} ${y - swing}, ${190 + shift} ${y + swing}, 330 ${y}`
      const data = `M-60 ${y} ${first} S ${560 + shift} ${y - swing}, 700 ${y}`
      return stroke(data, { color, width: wave === 2 ? 24 : 16 })
    })
    .join('')

export const music: Family = {
  palettes: [
    palette('#3A1A5B', '#FF7AAE', '#FFC756', '#F4E8FF', '#22093C'),
    palette('#FF7AAE', '#3A1A5B', '#FFF0C9', '#FFD9E7', '#22093C'),
    palette('#FFC756', '#3A1A5B', '#E0447F', '#FFF4DA', '#22093C'),
  ],
  compositions: [levels, record, waves],
}
