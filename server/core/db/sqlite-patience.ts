import { setTimeout as wait } from 'node:timers/promises'
import { isBusy } from './sqlite-file.ts'

/** How long a write waits for another process that holds the write lock. */
const PATIENCE_MS = 5000
/** The lock is held for less than a millisecond mostly; who was not quick enough asks less and less often. */
const ASK_AGAIN_MS = { first: 1, longest: 20 }
/** More than these do not wait for another process: they are refused at once. */
const WAITING_MAX = 64

/** Another process has the write lock. SQLite's own waiting would stop every request; this only lets the write wait. */
export function createPatience() {
  let waiting = 0
  return async <Result>(work: () => Promise<Result>): Promise<Result> => {
    const end = performance.now() + PATIENCE_MS
    try {
      return await work()
    } catch (error) {
      if (!isBusy(error) || waiting >= WAITING_MAX) throw error
    }
    waiting += 1
    try {
      return await askAgain(work, end)
    } finally {
      waiting -= 1
    }
  }
}

async function askAgain<Result>(work: () => Promise<Result>, end: number): Promise<Result> {
  for (let pause = ASK_AGAIN_MS.first; ; pause = Math.min(pause * 2, ASK_AGAIN_MS.longest)) {
    await wait(pause)
    try {
      return await work()
    } catch (error) {
      if (!isBusy(error) || performance.now() > end) throw error
    }
  }
}
