import fc from 'fast-check'
import { expect, test } from 'vitest'
import { mentionedIn, mentionParts } from './mention-parts.ts'

const person = (username: string) => ({ username })
const ADA = person('Ada')
const LOVELACE = person('Ada Lovelace')

test.each([
  ['Hello @Ada!', ['Hello ', ADA, '!']],
  ['@Ada', [ADA]],
  ['@Ada Lovelace and @Ada', [LOVELACE, ' and ', ADA]],
  ['@Adam, @ada, Ada, a@Adam', ['@Adam, @ada, Ada, a@Adam']],
  ['@@Ada', ['@', ADA]],
  ['', []],
] as const)('%j', (text, parts) => {
  expect(mentionParts(text, [ADA, LOVELACE])).toEqual(parts)
})

test('everybody with a name that the text has is mentioned, also two of one name', () => {
  const other = person('Ada')
  expect(mentionedIn('@Ada', [ADA, LOVELACE, other])).toEqual([ADA, other])
})

test('the parts are the text', () => {
  const names = fc.constantFrom('Ada', 'Ada Lovelace', 'A', '@', 'Łucja', '李')
  const words = fc.oneof(names, fc.constantFrom('@', ' ', 'x', '\n', '@Ada'), fc.string())
  fc.assert(
    fc.property(fc.array(words), fc.array(names), (text, people) => {
      const parts = mentionParts(text.join(''), people.map(person))
      const joined = parts.map((part) => (typeof part === 'string' ? part : `@${part.username}`)).join('')
      expect(joined).toBe(text.join(''))
    }),
  )
})
