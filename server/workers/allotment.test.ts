import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { expect, test } from 'vitest'
import { createAllotment } from '#server/auth/quota.ts'
import { createCounters } from './counters.ts'
import type { Line } from './primary-channel.ts'
import { counterOf } from './shared-counters.ts'

/** Workers whose questions the primary's counters answer, or nobody. */
function crew(points: number, answers = true) {
  const count = createCounters()
  let asked = 0
  const line: Line = {
    async ask(question) {
      asked += 1
      if (!answers || question.kind !== 'count') throw new Error('The primary does not answer.')
      return count(question.counting)
    },
    publish: () => undefined,
    prepared: () => undefined,
    onTold: () => undefined,
    onMeasure: () => undefined,
  }
  const rules = { name: 'read', points, duration: 30 }
  const worker = () =>
    createAllotment({ counter: counterOf(line, rules), alone: new RateLimiterMemory(rules) })
  return { worker, asked: () => asked }
}

type Worker = ReturnType<ReturnType<typeof crew>['worker']>

async function allowed({ consume }: Worker, times: number, key = 'network'): Promise<number> {
  let count = 0
  for (let n = 0; n < times; n += 1)
    count += await consume(key).then(
      () => 1,
      () => 0,
    )
  return count
}

test('all workers together allow what the limit says, but for what one has taken and not used', async () => {
  const { worker, asked } = crew(600)
  const [one, other] = [worker(), worker()]
  expect(await allowed(one, 1)).toBe(1)
  expect(await allowed(other, 700)).toBe(594)
  expect(await allowed(one, 10)).toBe(5)
  expect(await allowed(one, 5, 'another network')).toBe(5)
  expect(asked()).toBeLessThan(110)
})

test('a small limit is exact', async () => {
  const { worker } = crew(20)
  const [one, other] = [worker(), worker()]
  expect(await allowed(one, 12)).toBe(12)
  expect(await allowed(other, 12)).toBe(8)
  await expect(other.consume('network')).rejects.toBeInstanceOf(RateLimiterRes)
})

test('a worker whose primary does not answer counts alone', async () => {
  const { worker } = crew(20, false)
  expect(await allowed(worker(), 30)).toBe(20)
})
