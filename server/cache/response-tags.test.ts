import fc from 'fast-check'
import { expect, test } from 'vitest'
import { orderTags } from '#server/features/reactions/saves.ts'
import { mergeTags } from './invalidation.ts'
import { idsIn, tagsOf } from './response-tags.ts'

const ONE = '0123456789abcdef01234567'
const TWO = 'fedcba9876543210fedcba98'

test('the ids anywhere in the body of a response are its tags', () => {
  const image = 'a'.repeat(40)
  const text = `{"_id":"${ONE}","url":"/media/${image}-640.webp"}<a href="/playlist-details/${TWO}">`
  expect(tagsOf('/', 'application/json; charset=utf-8', Buffer.from(text))).toEqual([ONE, TWO])
})

test('ids are found anywhere, but not in longer or shorter strings or inside a word', () => {
  const digits = (length: number) => fc.stringMatching(new RegExp(`^[0-9a-f]{${length}}$`))
  const between = fc.constantFrom(' ', '"', 'é', '_', 'g', '-', 'я', '/', 'a', '😀', 'A')
  const piece = fc.oneof(digits(24), digits(24), digits(23), digits(25), digits(48), between, fc.string())
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
      const text = pieces.join('')
      expect(idsIn(text)).toEqual(text.match(/\b[0-9a-f]{24}\b/g) ?? [])
    }),
  )
})

test('an empty response has the id in its address as a tag, and the bytes of a picture are not searched', () => {
  const address = `/api/comments?courseId=${ONE}`
  expect(tagsOf(address, 'application/json', Buffer.from('{"comments":[]}'))).toEqual([ONE])
  expect(tagsOf('/media/a.webp', 'image/webp', Buffer.from(ONE))).toEqual([])
})

test('lists by popularity and searches change with every save', () => {
  for (const address of [
    '/api/playlists?sort=popular',
    '/course-search?q=a',
    '/api/playlists/search-playlist',
  ])
    expect(orderTags(address)).toEqual(['saves'])
  expect(orderTags('/courses')).toEqual([])
})

test('the tags of two writes are merged; a long list becomes everything', () => {
  expect(mergeTags([ONE], [TWO, ONE])).toEqual([ONE, TWO])
  expect([mergeTags('everything', []), mergeTags([], 'everything')]).toEqual(['everything', 'everything'])
  const many = Array.from({ length: 301 }, (_, n) => String(n))
  expect(mergeTags(many, [])).toBe('everything')
})
