import { expect, onTestFinished, test, vi } from 'vitest'
import type { CourseEvent } from '#contract/events.ts'
import type { RunningRedis } from '#scripts/redis.ts'
import type { PublishedEvent } from '#server/http/live-events.ts'
import { linkTo, privateRedis } from '#server/test-redis.ts'
import { joinNodes, type Nodes } from './nodes.ts'
import { CHANGED_STREAM } from './redis-streams.ts'
import { tellNodes } from './tell-nodes.ts'

const [HTML, CSS] = ['a'.repeat(24), 'b'.repeat(24)] as const
const likes = (likesCount: number, courseId: string = HTML): CourseEvent => ({
  type: 'likes.changed',
  courseId,
  likesCount,
})
const RESET: CourseEvent = { type: 'reset', courseId: HTML }

interface Node extends Nodes {
  told: PublishedEvent[]
  heard: () => PublishedEvent['event'][]
  forgotten: ReturnType<typeof vi.fn>
}

async function join(redis: RunningRedis): Promise<Node> {
  const forgotten = vi.fn()
  const nodes = await joinNodes({
    redis: linkTo(redis),
    log: { warn: () => undefined },
    onChanged: forgotten,
  })
  onTestFinished(() => nodes.close())
  const told: PublishedEvent[] = []
  nodes.events.watch(HTML, (each) => told.push(each))
  return Object.assign(nodes, { told, forgotten, heard: () => told.map(({ event }) => event) })
}

async function twoNodes() {
  const redis = await privateRedis()
  return { redis, one: await join(redis), other: await join(redis) }
}

const soon = (check: () => void) => vi.waitFor(check, 10_000)

test('watchers on every node hear the same events in the same order under the same ids', async () => {
  const { one, other } = await twoNodes()
  for (let count = 1; count <= 10; count += 1) {
    const { events } = count % 2 ? one : other
    events.publish(likes(count))
    events.publish(likes(count, CSS))
  }
  await soon(() => expect(one.told).toHaveLength(10))
  await soon(() => expect(other.told).toEqual(one.told))
  expect(new Set(one.told.map(({ id }) => id)).size).toBe(10)
})

test('a client that comes to another node, or to a new one, catches up without a gap', async () => {
  const { redis, one, other } = await twoNodes()
  for (let count = 1; count <= 5; count += 1) one.events.publish(likes(count))
  await soon(() => expect(other.told).toHaveLength(5))
  const [, second] = one.told
  expect(other.events.since(HTML, second?.id ?? '')).toEqual(one.told.slice(2))
  const late = await join(redis)
  expect(late.events.since(HTML, second?.id ?? '')).toEqual(one.told.slice(2))
  expect(late.events.since(CSS, second?.id ?? '')).toEqual([])
  expect(late.events.since(HTML, '1-1')).toBeUndefined()
})

test('every node learns which users may have lost access, and their viewers are told nothing', async () => {
  const { redis, one, other } = await twoNodes()
  const [here, there] = [vi.fn(), vi.fn()]
  one.events.onAccessChanged(here)
  other.events.onAccessChanged(there)
  one.events.publish({ type: 'access.changed', userId: CSS })
  one.events.publish(likes(1))
  await soon(() => expect(other.heard()).toEqual([likes(1)]))
  for (const each of [here, there]) expect(each.mock.calls).toMatchObject([[{ userId: CSS }]])
  const late = await join(redis)
  expect(late.events.since(HTML, other.told[0]?.id ?? '')).toEqual([])
})

test('an event for one user reaches that user on every node and nobody else', async () => {
  const { one, other } = await twoNodes()
  const [mine, theirs] = [vi.fn(), vi.fn()]
  other.events.watchUser(CSS, ({ event }) => mine(event))
  other.events.watchUser(HTML, theirs)
  const event = { type: 'user', userId: CSS, event: { type: 'reset' } } as const
  one.events.publish(event)
  one.events.publish(likes(1))
  await soon(() => expect(other.heard()).toEqual([likes(1)]))
  expect(mine.mock.calls).toEqual([[event]])
  expect(theirs).not.toHaveBeenCalled()
  expect(other.events.since(CSS, '1-1')).toBeUndefined()
})

test('the command line makes every node forget its pages and look at its streams', async () => {
  const { redis, one, other } = await twoNodes()
  const looked = vi.fn()
  other.events.onAccessChanged(looked)
  const before = one.forgotten.mock.calls.length
  await tellNodes({ url: redis.url, log: { warn: () => undefined, info: () => undefined } })
  await soon(() => expect(looked.mock.calls).toEqual([[{ type: 'access.changed' }]]))
  await soon(() => expect(one.forgotten.mock.calls.slice(before)).toEqual([['everything']]))
})

test('a write on one node clears the cached pages of the others', async () => {
  const { one, other } = await twoNodes()
  const [mine, theirs] = [one.forgotten.mock.calls.length, other.forgotten.mock.calls.length]
  one.changed?.('everything')
  await soon(() => expect(other.forgotten).toHaveBeenCalledTimes(theirs + 1))
  expect(one.forgotten).toHaveBeenCalledTimes(mine)
})

test('the other nodes drop the responses that show it, and all responses when an entry names no tags', async () => {
  const { redis, one, other } = await twoNodes()
  const before = other.forgotten.mock.calls.length
  const calls = () => other.forgotten.mock.calls.slice(before).map(([changed]) => changed)
  one.changed?.([HTML])
  await soon(() => expect(calls()).toEqual([[HTML]]))
  one.changed?.([CSS, HTML])
  await soon(() => expect(calls().at(-1)).toEqual([CSS, HTML]))
  const third = linkTo(redis)
  await soon(() => expect(third.isUp).toBe(true))
  await third.client.xadd(CHANGED_STREAM, '*', 'by', 'third')
  await soon(() => expect(calls().at(-1)).toBe('everything'))
})

test.each(['kill', 'freeze'] as const)(
  'during a %s of Redis a node tells its own watchers, and afterwards all read again',
  async (fault) => {
    const { redis, one, other } = await twoNodes()
    one.events.publish(likes(1))
    await soon(() => expect(other.told).toHaveLength(1))
    await redis[fault]()
    one.events.publish(likes(2))
    one.events.publish(likes(3))
    await soon(() => expect(one.heard()).toEqual([likes(1), likes(2), likes(3)]))
    expect(one.events.since(HTML, one.told[0]?.id ?? '')).toEqual(one.told.slice(1))
    await soon(() => expect([one.isConnected, other.isConnected]).toEqual([false, false]))
    expect(other.heard()).toEqual([likes(1)])
    const lost = one.told.at(-1)?.id ?? ''

    await (fault === 'kill' ? redis.revive() : redis.thaw())
    await soon(() => expect(one.heard().at(-1)).toEqual(RESET))
    await soon(() => expect(other.heard().at(-1)).toEqual(RESET))
    await soon(() => expect([one.isConnected, other.isConnected]).toEqual([true, true]))
    expect(one.events.since(HTML, lost)).toBeUndefined()
    expect(other.events.since(HTML, lost)).toBeUndefined()
    await soon(() => {
      other.events.publish(likes(4))
      expect(one.heard().at(-1)).toEqual(likes(4))
    })
  },
)

test('a node whose reading connection breaks misses nothing', async () => {
  const { redis, one, other } = await twoNodes()
  one.events.publish(likes(1))
  await soon(() => expect(other.told).toHaveLength(1))
  const killer = linkTo(redis)
  await soon(() => expect(killer.isUp).toBe(true))
  await killer.client.call('CLIENT', 'KILL', 'TYPE', 'normal', 'SKIPME', 'yes')
  await soon(() => expect(other.isConnected).toBe(false))
  const before = other.told.length
  const stranger = linkTo(redis)
  await soon(() => expect(stranger.isUp).toBe(true))
  await stranger.client.xadd('lectern:live', '*', 'event', JSON.stringify(likes(2)))
  await soon(() => expect(other.heard().slice(before)).toEqual([likes(2)]))
  expect(other.events.since(HTML, other.told[0]?.id ?? '')).toEqual(other.told.slice(1))
})

test('messages that this version cannot read are ignored', async () => {
  const { redis, one } = await twoNodes()
  const stranger = linkTo(redis)
  await soon(() => expect(stranger.isUp).toBe(true))
  for (const json of ['{"type":"invented"}', 'no json', '7'])
    await stranger.client.xadd('lectern:live', '*', 'event', json)
  one.events.publish(likes(1))
  await soon(() => expect(one.heard()).toEqual([likes(1)]))
})
