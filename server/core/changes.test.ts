import fc from 'fast-check'
import { expect, test } from 'vitest'
import { bothOf, ORDER_BY_SAVES, shownIn } from './changes.ts'

const ONE = '0123456789abcdef01234567'
const TWO = 'fedcba9876543210fedcba98'

test('an answer shows the things whose ids are in it, in whatever they stand', () => {
  const image = 'a'.repeat(40)
  const text = `{"_id":"${ONE}","url":"/media/${image}-640.webp"}<a href="/playlist-details/${TWO}">`
  expect([...shownIn('/', text)]).toEqual([ONE, TWO])
})

test('ids are found wherever they stand, and nothing that is longer, shorter or part of a word', () => {
  const digits = (length: number) => fc.stringMatching(new RegExp(`^[0-9a-f]{${length}}$`))
  const between = fc.constantFrom(' ', '"', 'é', '_', 'g', '-', 'я', '/', 'a', '😀', 'A')
  const piece = fc.oneof(digits(24), digits(24), digits(23), digits(25), digits(48), between, fc.string())
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
      const text = pieces.join('')
      expect([...shownIn('/', text)]).toEqual([...new Set(text.match(/\b[0-9a-f]{24}\b/g))])
    }),
  )
})

test('an answer without anything tells of the thing that it was asked about', () => {
  expect([...shownIn(`/api/comments?courseId=${ONE}`, '{"comments":[],"total":0}')]).toEqual([ONE])
})

test('lists by popularity and searches show who was saved how often, also without an id', () => {
  for (const address of [
    '/api/playlists?sort=popular',
    '/course-search?q=a',
    '/api/playlists/search-playlist',
  ])
    expect([...shownIn(address, '{}')]).toEqual([ORDER_BY_SAVES])
  expect([...shownIn('/courses', '{}')]).toEqual([])
})

test('two writes together concern whom each concerns; so many that they are not worth naming, everybody', () => {
  expect(bothOf([ONE], [TWO, ONE])).toEqual([ONE, TWO])
  expect([bothOf('everything', []), bothOf([], 'everything')]).toEqual(['everything', 'everything'])
  const many = Array.from({ length: 301 }, (_, n) => String(n))
  expect(bothOf(many, [])).toBe('everything')
})
