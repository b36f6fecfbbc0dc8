import type { Redis } from 'ioredis'
import {
  type RateLimiterAbstract,
  RateLimiterCluster,
  RateLimiterMemory,
  RateLimiterRedis,
  RateLimiterRes,
} from 'rate-limiter-flexible'
import type { RateClass } from '#contract/endpoint.ts'
import { REDIS_PREFIX } from '#server/cache/redis-streams.ts'
import { AppError } from '#server/http/app-error.ts'

/** Drawing cover art that is not cached takes work, too. */
type LimitName =
  | RateClass
  | 'drawing'
  | 'firstMentions'
  | 'forgotAddress'
  | 'forgotNetwork'
  | 'forgotSite'
  | 'linkAccount'
  | 'linkAddress'
  | 'mentions'
  | 'unconfirmed'

interface Rules {
  points: number
  duration: number
}

/** Reads, cover art and registrations per network, the rest per user. Login counts its own failures. */
const RULES: Record<LimitName, Rules[]> = {
  read: [{ points: 600, duration: 30 }],
  drawing: [{ points: 1200, duration: 30 }],
  register: [{ points: 20, duration: 600 }],
  login: [],
  // Codes of the first start, which somebody may guess.
  setup: [{ points: 5, duration: 600 }],
  // Requests for a link to a new password. Over these limits the answer stays the same. A school has one network.
  forgotAddress: [{ points: 3, duration: 3600 }],
  forgotNetwork: [{ points: 30, duration: 3600 }],
  forgotSite: [{ points: 300, duration: 3600 }],
  // Links that confirm an address: at registration, at a change of address and again.
  linkAccount: [
    { points: 1, duration: 60 },
    { points: 5, duration: 3600 },
  ],
  linkAddress: [{ points: 3, duration: 3600 }],
  // All other mails to an address that nobody has confirmed.
  unconfirmed: [{ points: 10, duration: 3600 }],
  write: [{ points: 60, duration: 60 }],
  comment: [
    { points: 10, duration: 60 },
    { points: 60, duration: 3600 },
  ],
  upload: [{ points: 30, duration: 3600 }],
  reaction: [{ points: 120, duration: 60 }],
  mentionable: [{ points: 30, duration: 60 }],
  // Each mentioned person counts. The other rule is for the first day of an account.
  mentions: [{ points: 20, duration: 3600 }],
  firstMentions: [{ points: 3, duration: 86_400 }],
  progress: [{ points: 120, duration: 60 }],
  // A copy can have 300 videos with captions.
  duplicate: [{ points: 10, duration: 3600 }],
  // Keys of links, which somebody may guess.
  open: [{ points: 30, duration: 60 }],
}

/**
 * The 429 AppError. After the system clock was set back, the library says to wait for longer than the limit lasts (`longestMs`).
 * Its counters end in time, because timers delete them.
 */
export function tooMany({ msBeforeNext }: RateLimiterRes, longestMs: number): AppError {
  const seconds = Math.max(1, Math.ceil(Math.min(msBeforeNext, longestMs) / 1000))
  return new AppError('too_many_requests', `Too many requests. Please try again in ${seconds} seconds.`, {
    retryAfter: seconds,
  })
}

export interface Limits {
  /** Counts one request of `who`, or `points`; throws the 429 AppError over the limit. */
  spend(rate: LimitName, who: string, points?: number): Promise<void>
}

/** Counts one request of `who`, or `points`; `false` over the limit. */
export function isWithinLimit(
  limits: Limits,
  rate: LimitName,
  { who, points = 1 }: { who: string; points?: number },
): Promise<boolean> {
  return limits.spend(rate, who, points).then(
    () => true,
    (error: unknown) => {
      if (error instanceof AppError && error.code === 'too_many_requests') return false
      throw error
    },
  )
}

/** Every limit is multiplied by `scale`. */
export function createLimits(scale: number, store: CounterStore = {}): Limits {
  const limiters = new Map(
    Object.entries(RULES).map(([rate, rules]) => [
      rate,
      rules.map(({ points: unscaled, duration }, index) => {
        const points = Math.ceil(unscaled * scale)
        // A known excess needs no question to Redis.
        const known = { inMemoryBlockOnConsumed: points }
        return createLimiter({ keyPrefix: `${rate}${index}`, points, duration, ...known }, store)
      }),
    ]),
  )
  return {
    async spend(rate, who, points = 1) {
      for (const limiter of limiters.get(rate) ?? []) {
        try {
          await limiter.consume(who, points)
        } catch (error) {
          throw error instanceof RateLimiterRes ? tooMany(error, limiter.msDuration) : error
        }
      }
    },
  }
}

/** Where limits are counted: in Redis for all nodes, in the primary for its workers, or in this process. */
export interface CounterStore {
  redis?: Redis | undefined
  isWorker?: boolean
}

/** A primary that does not answer takes no connections either. */
const PRIMARY_ANSWERS_MS = 1000

interface LimiterRules extends Rules {
  keyPrefix: string
  inMemoryBlockOnConsumed?: number
}

/** Counts in this process while Redis does not answer. */
export function createLimiter(rules: LimiterRules, { redis, isWorker }: CounterStore): RateLimiterAbstract {
  if (redis)
    return new RateLimiterRedis({
      ...rules,
      keyPrefix: `${REDIS_PREFIX}${rules.keyPrefix}`,
      storeClient: redis,
      rejectIfRedisNotReady: true,
      insuranceLimiter: new RateLimiterMemory(rules),
    })
  if (isWorker) return new RateLimiterCluster({ ...rules, timeoutMs: PRIMARY_ANSWERS_MS })
  return new RateLimiterMemory(rules)
}
