import { type RateLimiterAbstract, RateLimiterRes } from 'rate-limiter-flexible'
import type { SharedCounter } from '../workers/shared-counters.ts'

const KEPT = 20_000
const KEPT_AFTER_SWEEP = 18_000
/** A hundredth of a limit is taken at a time: asking for each request would cost more than most answers do. */
const PART = 100

interface Allotted {
  left: number
  /** There was none left to take. */
  isOver: boolean
  until: number
}

interface AllotmentParts {
  counter: Pick<SharedCounter, 'points' | 'penalty'>
  /** Counts here alone while the counter does not answer. */
  alone: Pick<RateLimiterAbstract, 'consume'>
  now?: () => number
}

/** First what is over, then the oldest. */
function sweep(allotted: Map<string, Allotted>, now: number): void {
  for (const [key, { until }] of allotted) if (until <= now) allotted.delete(key)
  for (const key of allotted.keys()) {
    if (allotted.size <= KEPT_AFTER_SWEEP) return
    allotted.delete(key)
  }
}

/**
 * A limit that is counted elsewhere, of which a part at a time is counted here; of several processes together never more
 * than it says: what one has taken and not used, at most a hundredth, the others cannot use. Who is refused is refused
 * without asking again until the window ends.
 */
export function createAllotment({ counter, alone, now = () => performance.now() }: AllotmentParts) {
  const part = Math.max(1, Math.floor(counter.points / PART))
  const allotted = new Map<string, Allotted>()

  const current = (key: string) => {
    const mine = allotted.get(key)
    return mine && mine.until > now() ? mine : undefined
  }

  async function takeMore(key: string): Promise<void> {
    const found = await counter.penalty(key, part).catch(() => undefined)
    if (!found) {
      await alone.consume(key)
      return undefined
    }
    const { consumedPoints, msBeforeNext } = found
    const taken = Math.min(part, Math.max(0, counter.points - (consumedPoints - part)))
    const until = now() + msBeforeNext
    const left = current(key)?.left ?? 0
    if (allotted.size >= KEPT) sweep(allotted, now())
    allotted.set(key, { left: left + Math.max(0, taken - 1), isOver: taken === 0, until })
    return taken === 0 ? Promise.reject(new RateLimiterRes(0, msBeforeNext)) : undefined
  }

  /** Counts one, when enough has been taken before. */
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
