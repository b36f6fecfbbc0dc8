import { expect, test, vi } from 'vitest'
import { linkTo, privateRedis } from '#server/test-redis.ts'
import { createLimits, type Limits } from './rate-limit.ts'

async function twoNodes() {
  const redis = await privateRedis()
  const links = [linkTo(redis), linkTo(redis)] as const
  await vi.waitFor(() => expect(links.every(({ isUp }) => isUp)).toBe(true), 5000)
  const [one, other] = [
    createLimits(1, { redis: links[0].client }),
    createLimits(1, { redis: links[1].client }),
  ]
  return { redis, links, one, other }
}

/** How many more of `limit` sign-ups are let through. */
async function allowed(limits: Limits, who: string, limit = 40): Promise<number> {
  for (let count = 0; count < limit; count += 1) {
    try {
      await limits.spend('register', who)
    } catch {
      return count
    }
  }
  return limit
}

test('nodes count together', async () => {
  const { one, other } = await twoNodes()
  for (let count = 0; count < 12; count += 1) await one.spend('register', 'network')
  expect(await allowed(other, 'network')).toBe(8)
  await expect(one.spend('register', 'network')).rejects.toMatchObject({ code: 'too_many_requests' })
  await one.spend('register', 'another network')
})

test.each(['kill', 'freeze'] as const)('after a %s of Redis each node counts alone', async (fault) => {
  const { redis, one, other } = await twoNodes()
  for (let count = 0; count < 20; count += 1) await one.spend('register', 'before')
  await redis[fault]()
  expect(await allowed(one, 'during')).toBe(20)
  expect(await allowed(other, 'during')).toBe(20)
  await expect(one.spend('register', 'before')).rejects.toMatchObject({ code: 'too_many_requests' })
  redis.thaw()
})

test('when Redis is back, nodes count together again', async () => {
  const { redis, links, one, other } = await twoNodes()
  redis.freeze()
  expect(await allowed(one, 'during')).toBe(20)
  redis.thaw()
  await vi.waitFor(() => expect(links.every(({ isUp }) => isUp)).toBe(true), 10_000)
  for (let count = 0; count < 15; count += 1) await one.spend('register', 'after')
  expect(await allowed(other, 'after')).toBe(5)
})
