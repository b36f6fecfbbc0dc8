import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Changed } from '../changes.ts'
import { createShelf } from './shelf.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A shelf, and who has left it: who leaves is taken out of what shows their things, which are gone through once more. */
function shelf({ entries = 100, bytes = 1000 } = {}) {
  let change: (changed: Changed) => void = () => undefined
  const left: string[] = []
  const kept = createShelf({
    entries,
    bytes,
    noticesOthers: true,
    onChanged: (listener) => {
      change = listener
    },
  })
  return {
    ...kept,
    left,
    change: (changed: Changed) => change(changed),
    put(name: string, body = name, things = ['something']) {
      let times = 0
      const shown = new Set(things)
      const goThrough = shown[Symbol.iterator].bind(shown)
      shown[Symbol.iterator] = () => {
        times += 1
        if (times === 2) left.push(name)
        return goThrough()
      }
      kept.keep(name, { body, shown })
    },
  }
}

test('an answer is found until its time is over, and then does not stay until its room is needed', () => {
  const { put, find, left } = shelf()
  put('one')
  vi.advanceTimersByTime(9999)
  put('two')
  expect(find('one')).toMatchObject({ body: 'one' })
  expect(left).toEqual([])
  vi.advanceTimersByTime(1)
  expect(find('one')).toBeUndefined()
  put('three')
  expect(left).toEqual(['one'])
})

test('the oldest leave first when there are too many or they are too long', () => {
  const few = shelf({ entries: 2 })
  for (const name of ['one', 'two', 'one', 'three']) few.put(name)
  expect(few.left).toEqual(['one', 'two'])
  expect([few.find('one'), few.find('three')]).toMatchObject([{ body: 'one' }, { body: 'three' }])
  const short = shelf({ bytes: 10 })
  short.put('one', 'x'.repeat(6))
  short.put('two', 'x'.repeat(6))
  expect(short.left).toEqual(['one'])
})

test('a write makes those leave that show one of its things, and their names may come again', () => {
  const { put, find, change, left } = shelf()
  put('one', 'one', ['a'])
  put('two', 'two', ['a', 'b'])
  put('three', 'three', ['c'])
  change(['b', 'd'])
  expect(left).toEqual(['two'])
  put('two', 'again', ['b'])
  change(['a'])
  expect(left).toEqual(['two', 'one'])
  expect(find('two')).toMatchObject({ body: 'again' })
  change('everything')
  expect([find('two'), find('three')]).toEqual([undefined, undefined])
})
