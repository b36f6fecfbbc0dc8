import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sortKey } from './sort-key.ts'

test.each([
  ['Zebra', 'zebra'],
  ['ÉCOLE', 'ecole'],
  ['e\u0301cole', 'ecole'],
  ['ＨＴＭＬ', 'html'],
  ['  web \n  design ', 'web design'],
  ['ﬁne', 'fine'],
])('%s sorts as %s', (text, key) => {
  expect(sortKey(text)).toBe(key)
})

test('names come in the order people expect', () => {
  const names = ['zoe', 'Émile', 'adam', 'Eva', 'Ángel']
  expect(names.toSorted((a, b) => (sortKey(a) < sortKey(b) ? -1 : 1))).toEqual([
    'adam',
    'Ángel',
    'Émile',
    'Eva',
    'zoe',
  ])
})

test('a key stays short and valid, so that it fits into a cursor', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 500 }), (text) => {
      const key = sortKey(text)
      expect(key.length).toBeLessThanOrEqual(360)
      expect(key.isWellFormed()).toBe(true)
    }),
  )
})
