import { expect, onTestFinished, test, vi } from 'vitest'
import { createCounters } from '#server/workers/counters.ts'
import { AppError } from '../http/app-error.ts'
import type { PrimaryChannel } from '../workers/primary-channel.ts'
import { createLoginThrottle } from './login-throttle.ts'
import { createSharedThrottle } from './login-throttle-shared.ts'
import { createLimits } from './rate-limit.ts'

const DAY = 86_400_000

/** A worker's line to a primary in this process. */
function createPrimary(): PrimaryChannel {
  const count = createCounters()
  return {
    ask: async (question) => (question.kind === 'count' ? count(question.counting) : undefined),
    publish: () => undefined,
    prepared: () => undefined,
    onEvent: () => undefined,
    onMetricsRequest: () => undefined,
  }
}

function setClock(by: number): void {
  vi.setSystemTime(Date.now() + by)
}

async function retryAfter(asking: () => Promise<unknown>): Promise<number | undefined> {
  const refused = await asking().then(
    () => undefined,
    (error: unknown) => error,
  )
  return refused instanceof AppError ? refused.retryAfter : undefined
}

function stopWallClock(): void {
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
}

test.each([
  ['in one process', () => createLimits(1)],
  ['by the primary of workers', () => createLimits(1, { primary: createPrimary() })],
])('limits counted %s do not care who sets the clock', async (_where, open) => {
  stopWallClock()
  const limits = open()
  for (let count = 0; count < 20; count += 1) await limits.spend('register', 'network')
  for (const by of [-DAY, 2 * DAY]) {
    setClock(by)
    const seconds = await retryAfter(() => limits.spend('register', 'network'))
    expect(seconds).toBeGreaterThan(590)
    expect(seconds).toBeLessThanOrEqual(600)
  }
})

test.each([
  ['in one process', undefined],
  ['by the primary of workers', createSharedThrottle({ by: createPrimary(), scale: 1 })],
])('failed logins counted %s do not care who sets the clock', async (_where, shared) => {
  stopWallClock()
  const throttle = createLoginThrottle({ scale: 1, shared })
  const guess = () =>
    throttle.attempt(
      { email: 'kim@example.org', meta: { network: 'network' }, isKnown: async () => false },
      async () => undefined,
    )
  for (let count = 0; count < 5; count += 1) await guess()
  for (const by of [-DAY, 2 * DAY]) {
    setClock(by)
    const seconds = await retryAfter(guess)
    expect(seconds).toBeGreaterThan(20)
    expect(seconds).toBeLessThanOrEqual(30)
  }
})

test('what the primary counts for failed logins has a clock of its own', async () => {
  stopWallClock()
  const count = createCounters()
  const counter = { name: 'login-wait', points: 1, duration: 30 }
  await count({ counter, does: 'set', key: 'pair', points: 1, seconds: 30 })
  setClock(-DAY)
  expect((await count({ counter, does: 'get', key: 'pair' }))?.msBeforeNext).toBeLessThanOrEqual(30_000)
  setClock(2 * DAY)
  expect((await count({ counter, does: 'get', key: 'pair' }))?.msBeforeNext).toBeGreaterThan(20_000)
})
