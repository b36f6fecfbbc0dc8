import { expect, test } from 'vitest'
import type { CourseEvent } from '#contract/events.ts'
import { createEvents, type PublishedEvent } from './live-events.ts'

const [HTML, CSS] = ['a'.repeat(24), 'b'.repeat(24)] as const
const likes = (courseId: string, likesCount: number): CourseEvent => ({
  type: 'likes.changed',
  courseId,
  likesCount,
})

function listen(events: ReturnType<typeof createEvents>, courseId: string) {
  const received: PublishedEvent[] = []
  return { received, stop: events.watch(courseId, (each) => received.push(each)) }
}

test('viewers of a course receive its events in order, and no others', () => {
  const events = createEvents()
  const [one, two, other] = [listen(events, HTML), listen(events, HTML), listen(events, CSS)]
  events.publish(likes(HTML, 1))
  events.publish(likes(CSS, 7))
  events.publish(likes(HTML, 2))
  expect(one.received.map(({ event }) => event)).toEqual([likes(HTML, 1), likes(HTML, 2)])
  expect(two.received).toEqual(one.received)
  expect(other.received.map(({ event }) => event)).toEqual([likes(CSS, 7)])
  one.stop()
  events.publish(likes(HTML, 3))
  expect(one.received).toHaveLength(2)
  expect(two.received).toHaveLength(3)
})

test('events after a known one can be sent again', () => {
  const events = createEvents()
  const { received } = listen(events, HTML)
  const began = events.lastId
  for (let count = 1; count <= 3; count += 1) {
    events.publish(likes(HTML, count))
    events.publish(likes(CSS, count))
  }
  expect(events.since(HTML, began)).toEqual(received)
  expect(events.since(HTML, received[1]?.id ?? '')).toEqual(received.slice(2))
  expect(events.since(HTML, events.lastId)).toEqual([])
})

test('an unknown id returns no events', () => {
  const events = createEvents()
  const began = events.lastId
  events.publish(likes(HTML, 1))
  const [run = ''] = began.split('-')
  const formerRun = createEvents().lastId
  for (const id of [formerRun, `${run}-2`, `${run}--1`, `${run}-1.5`, `${run}-x`, run, '', '-']) {
    expect(events.since(HTML, id)).toBeUndefined()
  }
})

test('the newest five thousand are remembered, older ones are not', () => {
  const events = createEvents()
  const began = events.lastId
  events.publish(likes(HTML, 1))
  const first = events.lastId
  for (let count = 0; count < 4999; count += 1) events.publish(likes(CSS, count))
  expect(events.since(HTML, began)).toHaveLength(1)
  events.publish(likes(HTML, 2))
  expect(events.since(HTML, began)).toBeUndefined()
  expect(events.since(HTML, first)).toHaveLength(1)
})
