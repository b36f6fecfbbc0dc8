import type { Redis } from 'ioredis'
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible'
import type { RateClass } from '#contract/endpoint.ts'
import { createAllotment } from './allotment.ts'
import { REDIS_PREFIX } from './redis-names.ts'
import { Refusal } from './refusal.ts'
import { counterOf } from './workers/counters.ts'
import type { Line } from './workers/line.ts'

interface Allowance {
  points: number
  /** Seconds. */
  duration: number
}

/** security.md section 3: reads and sign-ups per network, the rest per person. Login counts its failures itself. */
const ALLOWANCES: Record<RateClass, Allowance[]> = {
  read: [{ points: 600, duration: 30 }],
  register: [{ points: 20, duration: 600 }],
  login: [],
  write: [{ points: 60, duration: 60 }],
  comment: [
    { points: 10, duration: 60 },
    { points: 60, duration: 3600 },
  ],
  upload: [{ points: 30, duration: 3600 }],
  reaction: [{ points: 120, duration: 60 }],
}

export function tooMany(milliseconds: number): Refusal {
  const seconds = Math.max(1, Math.ceil(milliseconds / 1000))
  return new Refusal('too_many_requests', `Too many requests. Please try again in ${seconds} seconds.`, {
    retryAfter: seconds,
  })
}

export interface Limits {
  /** Counts one request of `who`; throws the 429 Refusal when that was one too many. */
  spend(rate: RateClass, who: string): Promise<void>
  /** The same in this moment; false, and nothing counted, when whoever counts has to be asked: `spend` does that. */
  spendAtOnce(rate: RateClass, who: string): boolean
}

interface LimiterRules extends Allowance {
  keyPrefix: string
}

interface Limiter {
  consume(who: string): Promise<unknown>
  take?(who: string): boolean
}

/** Who counts, when it is not this process alone: Redis for all nodes, else the primary for all its workers. */
export interface Counting {
  redis?: Redis | undefined
  line?: Line | undefined
}

/** Whenever the one who counts for all does not answer, this process counts by itself. */
function createLimiter(rules: LimiterRules, { redis, line }: Counting): Limiter {
  const here = new RateLimiterMemory(rules)
  const { keyPrefix: name, points, duration } = rules
  if (!redis) {
    const counter = line
      ? counterOf(line, { name, points, duration })
      : { points, penalty: (who: string, more?: number) => here.penalty(who, more) }
    return createAllotment({ counter, alone: here })
  }
  return new RateLimiterRedis({
    ...rules,
    keyPrefix: `${REDIS_PREFIX}${rules.keyPrefix}`,
    storeClient: redis,
    rejectIfRedisNotReady: true,
    insuranceLimiter: here,
    // Who is refused anyway is refused without asking Redis.
    inMemoryBlockOnConsumed: rules.points,
  })
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
