import { expect, test } from 'vitest'
import type { Ranges } from '#contract/learning/progress.ts'
import { emptyStorage } from '#web/test-context.tsx'
import { openQueue, queueKey, type Recorded } from './queue.ts'

const recorded = (own: Partial<Recorded> = {}): Recorded => ({
  at: 95,
  duration: 600,
  rate: 1.25,
  videoKey: 'youtube:one',
  ranges: [[0, 95]],
  startedAt: '2026-04-01T10:00:00.000Z',
  endedAt: '2026-04-01T10:02:00.000Z',
  ...own,
})

const me = 'u1'

test('a recording stays, with all its seconds, until it is confirmed', () => {
  const storage = emptyStorage()
  openQueue(storage, me).add('c1', recorded())
  const later = { startedAt: '2026-04-01T10:02:00.000Z', endedAt: '2026-04-01T10:03:00.000Z' }
  const queue = openQueue(storage, me)
  expect(queue.add('c1', recorded({ ...later, at: 300, ranges: [[280, 300]] }))).toEqual([
    [0, 95],
    [280, 300],
  ])
  expect(queue.items()).toEqual([
    { ...recorded(), ...later, courseId: 'c1', at: 300, startedAt: recorded().startedAt, ranges: [[0, 95], [280, 300]] }, // biome-ignore format: pairs
  ])
  queue.confirm('c1', recorded({ at: 95, ranges: [[0, 95]] }))
  expect(queue.items().map(({ ranges }) => ranges)).toEqual([[[280, 300]]])
  queue.confirm('c1', recorded({ at: 300, ranges: [[280, 300]] }))
  expect(queue.items()).toEqual([])
})

test('the last position stays after it is confirmed, for this video only', () => {
  const queue = openQueue(emptyStorage(), me)
  queue.add('c1', recorded())
  queue.confirm('c1', recorded())
  expect(queue.positionOf('c1', 'youtube:one')).toMatchObject({ at: 95, endedAt: recorded().endedAt })
  expect(queue.positionOf('c1', 'youtube:two')).toBeUndefined()
})

test('a position without new seconds is sent, too', () => {
  const queue = openQueue(emptyStorage(), me)
  queue.add('c1', recorded({ at: 400, ranges: [] }))
  expect(queue.items()).toMatchObject([{ courseId: 'c1', at: 400, ranges: [] }])
})

test('seconds of a replaced video are forgotten', () => {
  const queue = openQueue(emptyStorage(), me)
  queue.add('c1', recorded())
  queue.add('c1', recorded({ videoKey: 'youtube:two', ranges: [[5, 9]] }))
  expect(queue.items()).toMatchObject([{ videoKey: 'youtube:two', ranges: [[5, 9]] }])
})

test('a course with more than 200 ranges takes several items', () => {
  const queue = openQueue(emptyStorage(), me)
  const ranges = Array.from({ length: 450 }, (_, n): [number, number] => [n * 3, n * 3 + 1])
  queue.add('c1', recorded({ ranges }))
  const items = queue.items()
  expect(items.map((item) => item.ranges.length)).toEqual([200, 200, 50])
  expect(items.flatMap((item): Ranges => item.ranges)).toEqual(ranges)
})

test('it holds the fifty newest courses', () => {
  const queue = openQueue(emptyStorage(), me)
  for (let n = 0; n < 60; n += 1) {
    queue.add(`c${n}`, recorded({ endedAt: new Date(Date.UTC(2026, 3, 1, 10, n)).toISOString() }))
  }
  const courses = queue.items().map(({ courseId }) => courseId)
  expect(courses).toHaveLength(50)
  expect(courses).toContain('c59')
  expect(courses).not.toContain('c9')
})

test('a course that was saved after the clock was set back is the newest', () => {
  const queue = openQueue(emptyStorage(), me)
  for (let n = 0; n < 50; n += 1) queue.add(`c${n}`, recorded())
  queue.add('late', recorded({ startedAt: '2026-03-31T10:00:00.000Z', endedAt: '2026-03-31T10:01:00.000Z' }))
  const courses = queue.items().map(({ courseId }) => courseId)
  expect(courses).toHaveLength(50)
  expect(courses).toContain('late')
})

test('two users of a browser have two queues', () => {
  const storage = emptyStorage()
  openQueue(storage, me).add('c1', recorded())
  expect(openQueue(storage, 'u2').items()).toEqual([])
})

test.each(['no JSON', 'null', '[]', '{"c1":{"at":"?"}}'])('%s in the storage is an empty queue', (stored) => {
  const storage = emptyStorage()
  storage.setItem(queueKey(me), stored)
  expect(openQueue(storage, me).items()).toEqual([])
})

test('a browser without storage records nothing and fails nothing', () => {
  const fail = () => {
    throw new Error('forbidden')
  }
  const queue = openQueue({ getItem: fail, setItem: fail, removeItem: fail }, me)
  expect(queue.add('c1', recorded())).toEqual([[0, 95]])
  expect(queue.items()).toEqual([])
})
