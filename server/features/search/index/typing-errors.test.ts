import fc from 'fast-check'
import { expect, test } from 'vitest'
import { deletionsOf, forgives, withinOneError } from './typing-errors.ts'

test.each([
  ['a letter too many', 'reactt'],
  ['a letter missing', 'reat'],
  ['the first letter missing', 'eact'],
  ['a wrong letter', 'reakt'],
  ['two letters that changed places', 'raect'],
  ['no error', 'react'],
])('%s is forgiven', (_kind, typed) => {
  expect(withinOneError('react', typed)).toBe(true)
})

test.each(['rekt', 'reatc1', 'racte', 'reaxx', 'reactxx', 'tcaer', ''])(
  'two errors are too many: %j',
  (typed) => {
    expect(withinOneError('react', typed)).toBe(false)
  },
)

test('words of five to twenty letters forgive', () => {
  expect(['html', 'react', 'a'.repeat(20), 'a'.repeat(21)].map(forgives)).toEqual([false, true, true, false])
})

test('a repeated letter is left out once', () => {
  expect(deletionsOf('aab')).toEqual(['ab', 'aa'])
})

test('words one error apart always meet among themselves and their deletions', () => {
  const letter = fc.constantFrom('a', 'b', 'c')
  const word = fc.array(letter, { minLength: 1, maxLength: 7 }).map((letters) => letters.join(''))
  fc.assert(
    fc.property(word, word, (one, other) => {
      fc.pre(withinOneError(one, other))
      const near = new Set([one, ...deletionsOf(one)])
      expect([other, ...deletionsOf(other)].some((each) => near.has(each))).toBe(true)
    }),
  )
})
