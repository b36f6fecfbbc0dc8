import { onTestFinished, vi } from 'vitest'

/**
 * Stops the clock until the test ends and gives the way to let a second pass: what is made before and after it has a
 * certain order without anybody waiting. Timers keep running.
 */
export function stopClock(): () => void {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() })
  onTestFinished(() => {
    vi.useRealTimers()
  })
  return () => vi.setSystemTime(Date.now() + 1000)
}
