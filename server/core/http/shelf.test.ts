import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Changed } from '../changes.ts'
import { createShelf } from './shelf.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A shelf, and whose answers a write makes it look at. */
function shelf({ entries = 100, bytes = 1000 } = {}) {
  let change: (changed: Changed) => void = () => undefined
  const looked: string[] = []
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
    put(name: string, body = name) {
      const shown = new Set<string>()
      shown.has = () => {
        looked.push(name)
        return false
      }
      kept.keep(name, { body, shown })
    },
    names() {
      looked.length = 0
      change(['something'])
      return [...looked]
    },
  }
}

test('an answer is found until its time is over, and then does not stay until its room is needed', () => {
  const { put, find, names } = shelf()
  put('one')
  vi.advanceTimersByTime(9999)
  put('two')
  expect(find('one')).toMatchObject({ body: 'one' })
  expect(names()).toEqual(['one', 'two'])
  vi.advanceTimersByTime(1)
  expect(find('one')).toBeUndefined()
  put('three')
  expect(names()).toEqual(['two', 'three'])
})

test('the oldest leave first when there are too many or they are too long', () => {
  const few = shelf({ entries: 2 })
  for (const name of ['one', 'two', 'one', 'three']) few.put(name)
  expect(few.names()).toEqual(['one', 'three'])
  const short = shelf({ bytes: 10 })
  short.put('one', 'x'.repeat(6))
  short.put('two', 'x'.repeat(6))
  expect(short.names()).toEqual(['two'])
})
