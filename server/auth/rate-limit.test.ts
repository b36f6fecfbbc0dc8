import { expect, onTestFinished, test, vi } from 'vitest'
import { AppError } from '#server/http/app-error.ts'
import { createLoginThrottle } from './login-throttle.ts'
import { createLimits } from './rate-limit.ts'

const DAY = 86_400_000

async function retryAfter(attempt: () => Promise<unknown>): Promise<number | undefined> {
  const rejected = await attempt().then(
    () => undefined,
    (error: unknown) => error,
  )
  return rejected instanceof AppError ? rejected.retryAfter : undefined
}

/** From here on, the test sets the system clock. Timers go on. */
function stopWallClock(): void {
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
}

test('a limit goes on and asks for no longer wait when the system clock is set back', async () => {
  stopWallClock()
  const limits = createLimits(1)
  for (let count = 0; count < 20; count += 1) await limits.spend('register', 'network')
  vi.setSystemTime(Date.now() - DAY)
  expect(await retryAfter(() => limits.spend('register', 'network'))).toBe(600)
})

test('the login throttle asks for a quarter of an hour at most when the system clock is set back', async () => {
  stopWallClock()
  const throttle = createLoginThrottle({ scale: 1 })
  const guess = () =>
    throttle.attempt(
      { email: 'kim@example.org', meta: { network: 'network' }, isKnown: async () => false },
      async () => undefined,
    )
  for (let count = 0; count < 5; count += 1) await guess()
  vi.setSystemTime(Date.now() - DAY)
  expect(await retryAfter(guess)).toBe(15 * 60)
})
