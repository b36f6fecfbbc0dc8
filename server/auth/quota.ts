import { type RateLimiterAbstract, RateLimiterRes } from 'rate-limiter-flexible'
import type { SharedCounter } from '../workers/shared-counters.ts'

const KEYS_MAX = 20_000
const KEYS_AFTER_SWEEP = 18_000
/** Reserves a hundredth of a limit at a time, because counting each request elsewhere would cost more than most answers. */
const PORTIONS = 100

interface Reserved {
  left: number
  /** Nothing was left to reserve. */
  isOver: boolean
  until: number
}

interface QuotaOptions {
  counter: Pick<SharedCounter, 'points' | 'penalty'>
  /** Counts in this process while the counter does not answer. */
  alone: Pick<RateLimiterAbstract, 'consume'>
  now?: () => number
}

/** Deletes expired entries first, then the oldest. */
function sweep(reservedByKey: Map<string, Reserved>, now: number): void {
  for (const [key, { until }] of reservedByKey) if (until <= now) reservedByKey.delete(key)
  for (const key of reservedByKey.keys()) {
    if (reservedByKey.size <= KEYS_AFTER_SWEEP) return
    reservedByKey.delete(key)
  }
}

/**
 * Reserves portions of a limit that is counted elsewhere. All processes together never exceed it, because the others
 * cannot use what one has reserved, at most a hundredth. After a rejection it rejects locally until the window ends.
 */
export function createQuota({ counter, alone, now = () => performance.now() }: QuotaOptions) {
  const portion = Math.max(1, Math.floor(counter.points / PORTIONS))
  const reservedByKey = new Map<string, Reserved>()

  const current = (key: string) => {
    const mine = reservedByKey.get(key)
    return mine && mine.until > now() ? mine : undefined
  }

  async function takeMore(key: string): Promise<void> {
    const counted = await counter.penalty(key, portion).catch(() => undefined)
    if (!counted) {
      await alone.consume(key)
      return undefined
    }
    const { consumedPoints, msBeforeNext } = counted
    const taken = Math.min(portion, Math.max(0, counter.points - (consumedPoints - portion)))
    const until = now() + msBeforeNext
    const left = current(key)?.left ?? 0
    if (reservedByKey.size >= KEYS_MAX) sweep(reservedByKey, now())
    reservedByKey.set(key, { left: left + Math.max(0, taken - 1), isOver: taken === 0, until })
    return taken === 0 ? Promise.reject(new RateLimiterRes(0, msBeforeNext)) : undefined
  }

  /** Counts one request if enough is reserved. */
  const take = (key: string): boolean => {
    const mine = current(key)
    if (!mine || mine.left === 0) return false
    mine.left -= 1
    return true
  }

  return {
    take,
    async consume(key: string): Promise<void> {
      if (take(key)) return
      const { isOver, until = 0 } = current(key) ?? {}
      if (isOver) return Promise.reject(new RateLimiterRes(0, until - now()))
      return takeMore(key)
    },
  }
}
