import type { Redis } from 'ioredis'
import { RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible'
import type { RateClass } from '#contract/endpoint.ts'
import { REDIS_PREFIX } from '../cache/redis-names.ts'
import { AppError } from '../http/app-error.ts'
import type { PrimaryChannel } from '../workers/primary-channel.ts'
import { counterOf } from '../workers/shared-counters.ts'
import { createMemoryLimiter } from './memory-limiter.ts'
import { createQuota } from './quota.ts'

interface Allowance {
  points: number
  /** Seconds. */
  duration: number
}

/** Drawing cover art that is not cached takes work, too. */
type LimitName = RateClass | 'drawing'

/** security.md section 3: reads, cover art and registrations per network, the rest per user. Login counts its own failures. */
const ALLOWANCES: Record<LimitName, Allowance[]> = {
  read: [{ points: 600, duration: 30 }],
  drawing: [{ points: 1200, duration: 30 }],
  register: [{ points: 20, duration: 600 }],
  login: [],
  write: [{ points: 60, duration: 60 }],
  comment: [
    { points: 10, duration: 60 },
    { points: 60, duration: 3600 },
  ],
  upload: [{ points: 30, duration: 3600 }],
  reaction: [{ points: 120, duration: 60 }],
  progress: [{ points: 120, duration: 60 }],
}

export function tooMany(milliseconds: number): AppError {
  const seconds = Math.max(1, Math.ceil(milliseconds / 1000))
  return new AppError('too_many_requests', `Too many requests. Please try again in ${seconds} seconds.`, {
    retryAfter: seconds,
  })
}

export interface Limits {
  /** Counts one request of `who`; throws the 429 AppError over the limit. */
  spend(rate: LimitName, who: string): Promise<void>
  /** The same without a promise. Returns false and counts nothing if only `spend` can count the request. */
  spendAtOnce(rate: LimitName, who: string): boolean
}

interface LimiterRules extends Allowance {
  keyPrefix: string
}

interface Limiter {
  consume(who: string): Promise<unknown>
  take?(who: string): boolean
}

/** Where shared limits are counted: in Redis for all nodes, else in the primary for its workers. */
export interface Counting {
  redis?: Redis | undefined
  primary?: PrimaryChannel | undefined
}

/** Counts in this process while the shared counter does not answer. */
function createLimiter(rules: LimiterRules, { redis, primary }: Counting): Limiter {
  const here = createMemoryLimiter(rules)
  const { keyPrefix: name, points, duration } = rules
  if (!redis) {
    const counter = primary
      ? counterOf(primary, { name, points, duration })
      : { points, penalty: (who: string, more?: number) => here.penalty(who, more) }
    return createQuota({ counter, alone: here })
  }
  const shared = new RateLimiterRedis({
    ...rules,
    keyPrefix: `${REDIS_PREFIX}${rules.keyPrefix}`,
    storeClient: redis,
    rejectIfRedisNotReady: true,
    insuranceLimiter: here,
  })
  const remember = async (who: string, { remainingPoints, msBeforeNext }: RateLimiterRes) => {
    if (remainingPoints === 0) await here.set(who, points, msBeforeNext / 1000)
  }
  return {
    // Rejects a known excess without Redis. The library's own way uses the system clock.
    async consume(who) {
      const known = await here.get(who)
      if (known && known.consumedPoints >= points) return Promise.reject(known)
      try {
        await remember(who, await shared.consume(who))
      } catch (refused) {
        if (refused instanceof RateLimiterRes) await remember(who, refused)
        throw refused
      }
    },
  }
}

/** Every limit is multiplied by `scale`. */
export function createLimits(scale: number, counting: Counting = {}): Limits {
  const limiters = new Map<string, Limiter[]>()
  for (const [rate, allowances] of Object.entries(ALLOWANCES)) {
    const made = allowances.map(({ points, duration }, index) =>
      createLimiter({ keyPrefix: `${rate}${index}`, points: Math.ceil(points * scale), duration }, counting),
    )
    limiters.set(rate, made)
  }
  return {
    spendAtOnce(rate, who) {
      const [only, ...others] = limiters.get(rate) ?? []
      return others.length === 0 && only?.take?.(who) === true
    },
    async spend(rate, who) {
      for (const limiter of limiters.get(rate) ?? []) {
        try {
          await limiter.consume(who)
        } catch (refused) {
          if (refused instanceof RateLimiterRes) throw tooMany(refused.msBeforeNext)
          throw refused
        }
      }
    },
  }
}
