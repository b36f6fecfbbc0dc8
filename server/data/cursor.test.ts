import { expect, test } from 'vitest'
import { decodeCursor, encodeCursor, pageOf } from './cursor.ts'

test('a cursor gives back the keys it was made of', () => {
  for (const keys of [['0'.repeat(24)], [12, 'a'], ['Ünïcode “quoted”', 0, 'z']]) {
    const cursor = encodeCursor('title', keys)
    expect(cursor).toMatch(/^[\w-]+$/)
    expect(decodeCursor('title', cursor)).toEqual(keys)
  }
})

test.each([
  ['another sort’s', encodeCursor('title', ['a'])],
  ['one without keys', encodeCursor('newest', [])],
  ['one with too many', encodeCursor('newest', ['a', 'b', 'c', 'd', 'e'])],
  ['one with a key that is a list', Buffer.from('["newest",["a"]]').toString('base64url')],
  ['one with an object', Buffer.from('["newest",{"toString":1}]').toString('base64url')],
  ['one with a very long key', encodeCursor('newest', ['a'.repeat(401)])],
  ['no list', Buffer.from('"newest"').toString('base64url')],
  ['no JSON', 'bm90aGluZw'],
  ['no base64', '%%%'],
  ['nothing', ''],
])('%s is rejected as a cursor', (_, cursor) => {
  expect(() => decodeCursor('newest', cursor)).toThrow(
    expect.objectContaining({
      code: 'invalid',
      message: 'Invalid cursor.',
      errors: { cursor: 'Invalid cursor.' },
    }),
  )
})

test('a page ends with a cursor only when there is more', () => {
  const last = (row: string) => `after ${row}`
  expect(pageOf(['a', 'b', 'c'], 2, last)).toEqual({ rows: ['a', 'b'], nextCursor: 'after b' })
  expect(pageOf(['a', 'b'], 2, last)).toEqual({ rows: ['a', 'b'], nextCursor: null })
  expect(pageOf([], 2, last)).toEqual({ rows: [], nextCursor: null })
})
