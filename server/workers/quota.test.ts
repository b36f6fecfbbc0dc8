import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { expect, test } from 'vitest'
import { createQuota } from '#server/auth/quota.ts'
import { createCounters } from './counters.ts'
import type { PrimaryChannel } from './primary-channel.ts'
import { counterOf } from './shared-counters.ts'

/** Creates workers that share the counters of the primary, unless it does not answer. */
function createWorkers(points: number, answers = true) {
  const count = createCounters()
  let asked = 0
  const primary: PrimaryChannel = {
    async ask(question) {
      asked += 1
      if (!answers || question.kind !== 'count') throw new Error('The primary does not answer.')
      return count(question.counting)
    },
    publish: () => undefined,
    prepared: () => undefined,
    onEvent: () => undefined,
    onMetricsRequest: () => undefined,
  }
  const rules = { name: 'read', points, duration: 30 }
  const worker = () =>
    createQuota({ counter: counterOf(primary, rules), alone: new RateLimiterMemory(rules) })
  return { worker, asked: () => asked }
}

type Worker = ReturnType<ReturnType<typeof createWorkers>['worker']>

async function allowed({ consume }: Worker, times: number, key = 'network'): Promise<number> {
  let count = 0
  for (let n = 0; n < times; n += 1)
    count += await consume(key).then(
      () => 1,
      () => 0,
    )
  return count
}

test('all workers together allow the limit, less what one has reserved and not used', async () => {
  const { worker, asked } = createWorkers(600)
  const [one, other] = [worker(), worker()]
  expect(await allowed(one, 1)).toBe(1)
  expect(await allowed(other, 700)).toBe(594)
  expect(await allowed(one, 10)).toBe(5)
  expect(await allowed(one, 5, 'another network')).toBe(5)
  expect(asked()).toBeLessThan(110)
})

test('a small limit is exact', async () => {
  const { worker } = createWorkers(20)
  const [one, other] = [worker(), worker()]
  expect(await allowed(one, 12)).toBe(12)
  expect(await allowed(other, 12)).toBe(8)
  await expect(other.consume('network')).rejects.toBeInstanceOf(RateLimiterRes)
})

test('a worker whose primary does not answer counts alone', async () => {
  const { worker } = createWorkers(20, false)
  expect(await allowed(worker(), 30)).toBe(20)
})
