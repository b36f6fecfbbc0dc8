import { expect, test } from 'vitest'
import { isId, newId } from './ids.ts'

test('ids sort by the time they were made at, and two of one moment differ', () => {
  const moment = Date.UTC(2026, 0, 1)
  const ids = [newId(moment), newId(moment + 1), newId(moment + 86_400_000), newId(Date.UTC(2500, 0, 1))]
  expect(ids.toSorted()).toEqual(ids)
  expect(newId(moment)).not.toBe(newId(moment))
  expect(ids.every(isId)).toBe(true)
})

test('ids of one moment sort by the order in which they were made', () => {
  const ids = Array.from({ length: 1000 }, () => newId(Date.UTC(2026, 0, 1)))
  expect(ids.toSorted()).toEqual(ids)
  expect(ids.every(isId)).toBe(true)
})

test('only 24 lower-case hexadecimal digits are an id', () => {
  const id = newId()
  for (const text of [
    '',
    id.slice(1),
    `${id}0`,
    id.toUpperCase().replace(/^./, 'A'),
    `${id}\n`,
    ` ${id}`,
    'g'.repeat(24),
  ]) {
    expect(isId(text)).toBe(false)
  }
})
