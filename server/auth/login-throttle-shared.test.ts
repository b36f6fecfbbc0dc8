import { expect, test, vi } from 'vitest'
import { linkTo, privateRedis } from '#server/test-redis.ts'
import { createLoginThrottle } from './login-throttle.ts'

async function nodes(count = 2, scale = 1) {
  const redis = await privateRedis()
  const links = Array.from({ length: count }, () => linkTo(redis))
  await vi.waitFor(() => expect(links.every(({ isUp }) => isUp)).toBe(true), 5000)
  const throttles = links.map(({ client }) => createLoginThrottle({ scale, redis: client }))
  /** Knocks at one node after the other. */
  let turn = 0
  const knock = async (
    right: boolean,
    { email = 'ada@example.org', network = '10.0.0.1', known = false } = {},
  ) => {
    turn += 1
    const throttle = throttles[turn % count]
    return throttle?.attempt({ email, meta: { network }, isKnown: async () => known }, async () =>
      right ? 'in' : undefined,
    )
  }
  return { redis, knock }
}

const REJECTED = { code: 'too_many_requests' }

test('all nodes together allow five failures before a wait', async () => {
  const { knock } = await nodes()
  for (let failed = 0; failed < 5; failed += 1) expect(await knock(false)).toBeUndefined()
  await expect(knock(true)).rejects.toMatchObject({ ...REJECTED, retryAfter: 30 })
  await expect(knock(true)).rejects.toMatchObject(REJECTED)
  expect(await knock(true, { network: '10.0.0.2' })).toBe('in')
})

test('parallel attempts get no more tries than sequential ones', async () => {
  const { knock } = await nodes(4)
  const ended = await Promise.allSettled(Array.from({ length: 40 }, () => knock(false)))
  expect(ended.filter(({ status }) => status === 'fulfilled').length).toBeLessThanOrEqual(5)
})

test('a successful login clears the failures on all nodes', async () => {
  const { knock } = await nodes()
  for (let round = 0; round < 3; round += 1) {
    for (let failed = 0; failed < 2; failed += 1) expect(await knock(false)).toBeUndefined()
    expect(await knock(true)).toBe('in')
  }
  expect(await knock(true)).toBe('in')
})

test('all nodes together count the failures of a network', async () => {
  const { knock } = await nodes()
  for (let failed = 0; failed < 25; failed += 1) await knock(false, { email: `${failed}@example.org` })
  for (let node = 0; node < 2; node += 1)
    await expect(knock(true, { email: 'new@example.org' })).rejects.toMatchObject(REJECTED)
})

test('an address under attack from everywhere opens only for networks it knows', async () => {
  const { knock } = await nodes(2, 0.05)
  for (let failed = 0; failed < 5; failed += 1) await knock(false, { network: `10.0.1.${failed}` })
  await expect(knock(true, { network: '10.0.2.1' })).rejects.toMatchObject(REJECTED)
  expect(await knock(true, { network: '10.0.2.2', known: true })).toBe('in')
})

test.each(['kill', 'freeze'] as const)('after a %s of Redis each node throttles alone', async (fault) => {
  const { redis, knock } = await nodes(1)
  await redis[fault]()
  for (let failed = 0; failed < 5; failed += 1) expect(await knock(false)).toBeUndefined()
  await expect(knock(true)).rejects.toMatchObject(REJECTED)
  redis.thaw()
})
