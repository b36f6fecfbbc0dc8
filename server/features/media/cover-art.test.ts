import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { drawCover } from './cover-art.ts'
import { drawPortrait } from './portrait.ts'

const categories = ['development', 'business', 'design', 'marketing', 'music', 'photography', 'science']
const seeds = Array.from({ length: 40 }, (_, number) => `65f2c1a4b73d41c0a9f2b6${number + 10}`)

/** Draws it, so anything that is not well-formed is an error. */
const rendered = (svg: string) => sharp(Buffer.from(svg)).png().toBuffer({ resolveWithObject: true })

const groundOf = (svg: string): string | undefined => /<rect [^>]*fill="(#\w+)"/.exec(svg)?.[1]

describe('a drawn cover', () => {
  test('is the same for the same seed and category, and another for another seed', () => {
    expect(drawCover('a', 'music')).toBe(drawCover('a', 'music'))
    expect(new Set(seeds.map((seed) => drawCover(seed, 'music'))).size).toBe(seeds.length)
  })

  test.each(categories)('is a whole picture of 640 by 360 in every composition of %s', async (category) => {
    for (const variant of [0, 1, 2] as const) {
      for (const palette of [0, 1, 2] as const) {
        const svg = drawCover('seed', category, { variant, palette })
        const { info } = await rendered(svg)
        expect([info.width, info.height]).toEqual([640, 360])
        expect(svg).not.toMatch(/NaN|undefined|Infinity/)
      }
    }
  })

  test('shows all compositions and palettes of its category over many seeds', () => {
    const grounds = new Set(seeds.map((seed) => groundOf(drawCover(seed, 'science'))))
    expect(grounds).toEqual(new Set(['#BEE3DB', '#0A3A42', '#F3694C']))
  })

  test('never prints its seed, whatever that holds', async () => {
    const seed = '"><script>alert(1)</script>'
    expect(drawCover(seed, 'design')).not.toContain('script')
    await expect(rendered(drawCover(seed, 'design'))).resolves.toBeDefined()
    expect(drawCover('65f2c1a4b73d41c0a9f2b6e8', 'design')).not.toContain('65f2c1a4')
  })

  test('borrows a family by its seed when the category is not one of the seven', () => {
    expect(drawCover('a', 'cooking')).toBe(drawCover('a', 'gardening'))
    const grounds = new Set(seeds.map((seed) => groundOf(drawCover(seed, 'cooking'))))
    expect(grounds.size).toBeGreaterThan(7)
  })

  test('keeps the palette that a series asks for', () => {
    const grounds = seeds.map((seed) => groundOf(drawCover(seed, 'business', { palette: 1 })))
    expect(new Set(grounds)).toEqual(new Set(['#1D2733']))
  })
})

describe('a drawn portrait', () => {
  test('is the same for the same seed, well formed, and silent about the seed', async () => {
    for (const seed of seeds) {
      const portrait = drawPortrait(seed)
      expect(portrait).toBe(drawPortrait(seed))
      expect(portrait).not.toContain(seed)
    }
    const { info } = await rendered(drawPortrait('anyone'))
    expect([info.width, info.height]).toEqual([480, 480])
  })

  test('follows the look it is given', () => {
    const look = {
      skin: '#C98A5E',
      hair: '#181A20',
      ground: '#CFE6DB',
      style: 3,
      glasses: true,
      beard: false,
    }
    const portrait = drawPortrait('anyone', look)
    expect(groundOf(portrait)).toBe('#CFE6DB')
    expect(portrait).toContain('stroke="#1c1c1e"')
    expect(drawPortrait('anyone', { ...look, glasses: false })).not.toContain('stroke="#1c1c1e"')
  })
})
