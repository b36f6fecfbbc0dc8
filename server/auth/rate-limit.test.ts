import cluster from 'node:cluster'
import { expect, onTestFinished, test, vi } from 'vitest'
import { AppError } from '#server/http/app-error.ts'
import { createLoginThrottle } from './login-throttle.ts'
import { countForWorkers, createLimits } from './rate-limit.ts'

const DAY = 86_400_000

function setClock(by: number): void {
  vi.setSystemTime(Date.now() + by)
}

async function retryAfter(attempt: () => Promise<unknown>): Promise<number | undefined> {
  const rejected = await attempt().then(
    () => undefined,
    (error: unknown) => error,
  )
  return rejected instanceof AppError ? rejected.retryAfter : undefined
}

function stopWallClock(): void {
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
}

test('limits do not depend on the system clock', async () => {
  stopWallClock()
  const limits = createLimits(1)
  for (let count = 0; count < 20; count += 1) await limits.spend('register', 'network')
  for (const by of [-DAY, 2 * DAY]) {
    setClock(by)
    const seconds = await retryAfter(() => limits.spend('register', 'network'))
    expect(seconds).toBeGreaterThan(590)
    expect(seconds).toBeLessThanOrEqual(600)
  }
})

test('the login throttle does not depend on the system clock', async () => {
  stopWallClock()
  const throttle = createLoginThrottle({ scale: 1 })
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

interface Reply {
  type: string
  data: { msBeforeNext: number }
}

/** Sends a message of the library's limiter in a worker to this process, the primary. */
function askPrimary(message: object): Promise<Reply> {
  const { promise, resolve } = Promise.withResolvers<Reply>()
  cluster.emit('message', { send: resolve }, { channel: 'rate_limiter_flexible', ...message })
  return promise
}

test('the counters of the primary do not depend on the system clock', async () => {
  stopWallClock()
  countForWorkers()
  const rules = { keyPrefix: 'register0', points: 20, duration: 600 }
  await askPrimary({ type: 'init', opts: rules })
  const consume = () =>
    askPrimary({ keyPrefix: 'register0', func: 'consume', data: { key: 'network', arg: 1, opts: {} } })
  for (let count = 0; count < 20; count += 1) expect((await consume()).type).toBe('resolve')
  for (const by of [-DAY, 2 * DAY]) {
    setClock(by)
    const { type, data } = await consume()
    expect(type).toBe('reject')
    expect(data.msBeforeNext).toBeGreaterThan(590_000)
    expect(data.msBeforeNext).toBeLessThanOrEqual(600_000)
  }
})
