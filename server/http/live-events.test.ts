import { expect, test } from 'vitest'
import type { CourseEvent } from '#contract/events.ts'
import type { PublishedEvent } from './live-event-log.ts'
import { createEvents } from './live-events.ts'

const [HTML, CSS] = ['a'.repeat(24), 'b'.repeat(24)] as const
const likes = (courseId: string, likesCount: number): CourseEvent => ({
  type: 'likes.changed',
  courseId,
  likesCount,
})

function listen(events: ReturnType<typeof createEvents>, courseId: string) {
  const told: PublishedEvent[] = []
  return { told, stop: events.watch(courseId, (each) => told.push(each)) }
}

test('watchers of a course hear its events in order, and nobody else’s', () => {
  const events = createEvents()
  const [one, two, other] = [listen(events, HTML), listen(events, HTML), listen(events, CSS)]
  events.publish(likes(HTML, 1))
  events.publish(likes(CSS, 7))
  events.publish(likes(HTML, 2))
  expect(one.told.map(({ event }) => event)).toEqual([likes(HTML, 1), likes(HTML, 2)])
  expect(two.told).toEqual(one.told)
  expect(other.told.map(({ event }) => event)).toEqual([likes(CSS, 7)])
  one.stop()
  events.publish(likes(HTML, 3))
  expect(one.told).toHaveLength(2)
  expect(two.told).toHaveLength(3)
})

test('what was told after an event can be told again', () => {
  const events = createEvents()
  const { told } = listen(events, HTML)
  const began = events.lastId
  for (let count = 1; count <= 3; count += 1) {
    events.publish(likes(HTML, count))
    events.publish(likes(CSS, count))
  }
  expect(events.since(HTML, began)).toEqual(told)
  expect(events.since(HTML, told[1]?.id ?? '')).toEqual(told.slice(2))
  expect(events.since(HTML, events.lastId)).toEqual([])
})

test('nobody is told that they missed nothing when that is not known', () => {
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
