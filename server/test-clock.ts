import { onTestFinished, vi } from 'vitest'

/**
 * Stops the clock until the test ends and gives the way to let a second pass, or more: what is made before and after it has a
 * certain order without anybody waiting. Timers keep running.
 */
export function stopClock(): (seconds?: number) => void {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() })
  onTestFinished(() => {
    vi.useRealTimers()
  })
  return (seconds = 1) => vi.setSystemTime(Date.now() + seconds * 1000)
}
