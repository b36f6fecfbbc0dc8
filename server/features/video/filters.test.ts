import { expect, test } from 'vitest'
import { filters } from './filters.ts'

interface Shape {
  width: number
  height: number
  pixels?: string
}

/** The filters of a film that names no colours. */
function filtersOf({ width, height, pixels = 'yuv420p' }: Shape): string {
  const picture = {
    ...{ index: 0, isDefault: true, width, height, pixels, matrix: 'unknown', transfer: '', primaries: '' },
    ...{ rate: { text: '25/1', value: 25 }, start: 0, perSecond: 25 },
  }
  const film = { format: 'mov' as const, duration: 1, picture, sounds: [] }
  const extras = { sound: undefined, loudness: true, toneMapping: true }
  return filters(film, [{ name: 'own', width, height, rate: 900 }], extras)
}

test.each([
  ['a wide film in HD', [1280, 534], 'bt709'],
  ['an upright film in HD', [720, 1280], 'bt709'],
  ['an upright film in SD', [480, 854], 'bt601'],
  ['a film of old television', [720, 576], 'bt601'],
] as const)(
  '%s that names no colours is converted from those of its size',
  (_what, [width, height], matrix) => {
    expect(filtersOf({ width, height })).toContain(`:in_color_matrix=${matrix}`)
  },
)

const RGB = ['gbrp', 'bgr0', 'argb', 'pal8', 'x2rgb10le', 'x2bgr10le']

test.each(RGB)('no matrix is guessed for pictures in RGB (%s)', (pixels) => {
  expect(filtersOf({ width: 160, height: 90, pixels })).not.toContain('in_color_matrix')
})
