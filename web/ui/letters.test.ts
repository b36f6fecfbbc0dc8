import { expect, test, vi } from 'vitest'
import { askForLetters } from './letters.ts'

test('each typeface is asked for the letters that it will have to draw, and one that does not come harms nobody', () => {
  const load = vi.fn((face: string, _letters: string) =>
    face.includes('Geist') ? Promise.reject(new Error('offline')) : Promise.resolve([]),
  )
  vi.stubGlobal('document', { fonts: { load } })
  askForLetters('Žluťoučký kůň', 'Łucja')
  expect(load.mock.calls).toEqual([
    [expect.stringContaining('Bricolage'), 'Žluťoučký kůň'],
    [expect.stringContaining('Geist'), 'Łucja'],
  ])
})

test('where typefaces cannot be asked for, nothing is', () => {
  vi.stubGlobal('document', {})
  expect(() => askForLetters('a', 'b')).not.toThrow()
})
