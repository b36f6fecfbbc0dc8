import { type RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { createMemoryLimiter } from '#server/auth/memory-limiter.ts'
import type { Counted, CounterRules, Counting } from './messages.ts'

/** Counts for all workers, in the primary's memory: the counters outlive every worker. */
export function createCounters(): (counting: Counting) => Promise<Counted> {
  const counters = new Map<string, RateLimiterMemory>()
  const counterOf = ({ name, points, duration }: CounterRules) => {
    const counter = counters.get(name) ?? createMemoryLimiter({ keyPrefix: name, points, duration })
    counters.set(name, counter)
    return counter
  }
  return async (counting) => {
    try {
      return countedOf(await count(counterOf(counting.counter), counting), false)
    } catch (refused) {
      if (refused instanceof RateLimiterRes) return countedOf(refused, true)
      throw refused
    }
  }
}

function count(counter: RateLimiterMemory, { does, key, points = 1, seconds = 0 }: Counting) {
  if (does === 'set') return counter.set(key, points, seconds)
  if (does === 'delete') return counter.delete(key)
  if (does === 'get') return counter.get(key)
  return counter[does](key, points)
}

function countedOf(counted: RateLimiterRes | boolean | null, refused: boolean): Counted {
  if (!(counted instanceof RateLimiterRes)) return null
  const { remainingPoints, msBeforeNext, consumedPoints } = counted
  return { refused, remainingPoints, msBeforeNext, consumedPoints }
}
