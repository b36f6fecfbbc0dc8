import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { accentNote, brandTokens, contrast, GROUNDS, pairsOf, type Theme } from './accent.ts'

const THEMES: readonly Theme[] = ['light', 'dark']
const CSS = readFileSync(new URL('../../web/styles/themes.css', import.meta.url), 'utf8')

/** Every sixth step of red, green and blue, and both ends. */
function* colours(): Generator<string> {
  const steps = [0, 43, 86, 129, 172, 215, 255].map((step) => step.toString(16).padStart(2, '0'))
  for (const red of steps) for (const green of steps) for (const blue of steps) yield `#${red}${green}${blue}`
}

test('whatever the accent, every pair of both themes has its contrast', () => {
  const weak: string[] = []
  for (const accent of colours()) {
    const tokens = brandTokens(accent)
    for (const theme of THEMES)
      for (const [over, under, ratio] of pairsOf(theme, tokens[theme]))
        if (contrast(over, under) < ratio) weak.push(`${accent} ${theme}: ${over} on ${under}`)
  }
  expect(weak).toEqual([])
})

test('an accent that has its contrast stays as it is', () => {
  expect(brandTokens('#0D6348').light.brand).toBe('#0d6348')
  expect(accentNote('#0D6348')).toBe('')
})

test('an accent that is too light gets darker on light pages, and a sentence says so', () => {
  const { brand } = brandTokens('#E0700F').light
  expect(contrast('#ffffff', brand)).toBeGreaterThanOrEqual(4.5)
  expect(accentNote('#E0700F')).toBe(
    `On light pages we use ${brand.toUpperCase()}: white text on your colour has only 3.2:1.`,
  )
})

test('all values are colours, and anything but a colour is refused', () => {
  const values = Object.values(brandTokens('#e0700f')).flatMap((tokens) => Object.values(tokens))
  for (const value of values) expect(value).toMatch(/^#[0-9a-f]{6}$/)
  for (const hostile of [
    'red',
    '#0d6348;}',
    '#0d6348}body{display:none',
    'url(//evil.example)',
    '#12345',
    '',
  ])
    expect(() => brandTokens(hostile)).toThrow('An accent is # and six hexadecimal digits.')
})

test('the grounds are those of the style sheet, which has every brand token', () => {
  const [light = '', dark = ''] = CSS.split(":root[data-theme='dark']")
  for (const [theme, rules] of [
    ['light', light],
    ['dark', dark],
  ] as const) {
    for (const [name, colour] of Object.entries(GROUNDS[theme]))
      expect(rules).toContain(`--lec-${name}: ${colour};`)
    for (const name of Object.keys(brandTokens('#0d6348')[theme])) expect(rules).toContain(`--lec-${name}:`)
  }
})
