import { expect, test, vi } from 'vitest'
import { linkTo, privateRedis } from '#server/test-redis.ts'

async function connected() {
  const redis = await privateRedis()
  const link = linkTo(redis)
  await vi.waitFor(() => expect(link.isUp).toBe(true), 5000)
  return { redis, link }
}

async function failures(link: ReturnType<typeof linkTo>, count: number) {
  for (let failed = 0; failed < count; failed += 1) await expect(link.client.get('a')).rejects.toThrow()
}

test('after five timeouts a frozen Redis is not used until it answers again', async () => {
  const { redis, link } = await connected()
  await link.client.set('a', 'kept')
  redis.freeze()
  await failures(link, 4)
  expect(link.isUp).toBe(true)
  await failures(link, 1)
  expect(link.isUp).toBe(false)
  await expect(link.client.get('a')).rejects.toThrow('Redis is away')
  redis.thaw()
  await vi.waitFor(() => expect(link.isUp).toBe(true), 10_000)
  expect(await link.client.get('a')).toBe('kept')
})

test('a killed Redis is found again when it is back', async () => {
  const { redis, link } = await connected()
  await redis.kill()
  await failures(link, 6)
  expect(link.isUp).toBe(false)
  await redis.revive()
  await vi.waitFor(() => expect(link.isUp).toBe(true), 10_000)
  expect(await link.client.ping()).toBe('PONG')
})

test('failures that are not in a row do not shut Redis out', async () => {
  const { link } = await connected()
  await link.client.set('text', 'words')
  for (let round = 0; round < 3; round += 1) {
    for (let wrong = 0; wrong < 4; wrong += 1)
      await expect(link.client.incr('text')).rejects.toThrow('integer')
    await link.client.get('text')
  }
  expect(link.isUp).toBe(true)
})

test('the server starts and stops without its Redis', async () => {
  const { redis, link } = await connected()
  await redis.kill()
  const late = linkTo(redis)
  await failures(late, 1)
  expect(late.isUp).toBe(false)
  await late.close()
  await link.close()
})
