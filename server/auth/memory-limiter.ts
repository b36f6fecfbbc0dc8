import { type IRateLimiterOptions, RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'

interface Counted {
  points: number
  until: number
  timer: NodeJS.Timeout
}

/** Storage for the library's limiter on a monotonic clock. */
function createStorage(now: () => number) {
  const counters = new Map<string, Counted>()
  const remove = (key: string): boolean => {
    clearTimeout(counters.get(key)?.timer)
    return counters.delete(key)
  }
  const set = (key: string, points: number, seconds: number): RateLimiterRes => {
    remove(key)
    const milliseconds = seconds * 1000
    const timer = setTimeout(() => counters.delete(key), milliseconds).unref()
    counters.set(key, { points, until: now() + milliseconds, timer })
    return new RateLimiterRes(0, milliseconds, points, true)
  }
  const get = (key: string): RateLimiterRes | null => {
    const counted = counters.get(key)
    if (!counted || counted.until <= now()) return null
    return new RateLimiterRes(0, counted.until - now(), counted.points, false)
  }
  return {
    set,
    get,
    delete: remove,
    incrby(key: string, points: number, seconds: number): RateLimiterRes {
      const counted = counters.get(key)
      if (!counted || counted.until <= now()) return set(key, points, seconds)
      counted.points += points
      return new RateLimiterRes(0, counted.until - now(), counted.points, false)
    },
  }
}

/**
 * The library's memory limiter on a monotonic clock. Its own storage uses the system clock: if that is set back by a
 * day, users stay blocked for a day; if it is set forward, all counts expire.
 */
export function createMemoryLimiter(options: IRateLimiterOptions): RateLimiterMemory {
  const storage = createStorage(() => performance.now())
  return Object.assign(new RateLimiterMemory(options), { _memoryStorage: storage })
}
