import { createHash } from 'node:crypto'
import type { Redis } from 'ioredis'
import { RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible'
import { REDIS_PREFIX } from '../cache/redis-names.ts'
import { AppError } from '../http/app-error.ts'
import type { CounterRules } from '../workers/messages.ts'
import type { PrimaryChannel } from '../workers/primary-channel.ts'
import { counterOf, type SharedCounter } from '../workers/shared-counters.ts'
import { tooMany } from './rate-limit.ts'

const MINUTE = 60
const FIRST_WAIT = 30
const LONGEST_WAIT = 15 * MINUTE
const PAIR_WINDOW = 15 * MINUTE
/** A node that dies during an attempt blocks the others no longer than this. */
const LOCK_SECONDS = 30

export type Ended = 'right' | 'wrong' | 'unknown'

interface SharedAttempt {
  pair: string
  network: string
  email: string
  isKnown: () => Promise<boolean>
}

/** The state of each counter after it counted this attempt. */
type Taken = Record<'pair' | 'network' | 'email', RateLimiterRes>

export interface SharedThrottle {
  /**
   * Counts the attempt before it runs, so that all nodes together allow no more attempts than one would. Throws the 429
   * AppError over the limit. Returns a function that ends the attempt. Shares nothing while the store is unavailable.
   */
  begin(attempt: SharedAttempt): Promise<(ended: Ended) => Promise<void>>
}

/** Redis holds hashes and no addresses. */
function hashOf(key: string): string {
  return createHash('sha256').update(key).digest('base64url')
}

interface SharedThrottleOptions {
  /** Redis, or the primary of a machine's workers. */
  by: Redis | PrimaryChannel
  scale: number
}

function counterBy(by: Redis | PrimaryChannel, rules: CounterRules): SharedCounter {
  if ('ask' in by) return counterOf(by, rules)
  return new RateLimiterRedis({
    ...rules,
    keyPrefix: `${REDIS_PREFIX}${rules.name}`,
    storeClient: by,
    rejectIfRedisNotReady: true,
  })
}

function createCounters({ by, scale }: SharedThrottleOptions) {
  const counter = (name: string, points: number, duration: number) =>
    counterBy(by, { name: `login-${name}`, points: Math.ceil(points), duration })
  return {
    pairs: counter('pair', 5 * scale, PAIR_WINDOW),
    networks: counter('network', 25 * scale, 5 * MINUTE),
    emails: counter('email', 100 * scale, 60 * MINUTE),
    /** Set while no attempt is allowed. */
    waits: counter('wait', 1, FIRST_WAIT),
    /** The number of failures, from the first wait until they expire. */
    closed: counter('closed', 1, FIRST_WAIT + PAIR_WINDOW),
    /** Held by the one attempt that is allowed after a wait. */
    locks: counter('turn', 1, LOCK_SECONDS),
  }
}

type Counters = ReturnType<typeof createCounters>

async function take({ pairs, networks, emails }: Counters, attempt: SharedAttempt): Promise<Taken> {
  const [pair, network, email] = await Promise.all([
    pairs.penalty(attempt.pair),
    networks.penalty(attempt.network),
    emails.penalty(attempt.email),
  ])
  return { pair, network, email }
}

async function giveBack({ pairs, networks, emails }: Counters, { pair, network, email }: SharedAttempt) {
  await Promise.all([pairs.reward(pair), networks.reward(network), emails.reward(email)])
}

/** Returns the number that this attempt has if it fails. */
async function enter(counters: Counters, attempt: SharedAttempt, taken: Taken): Promise<number> {
  const { networks, emails, pairs, closed } = counters
  const { pair, network, email } = taken
  if (network.consumedPoints > networks.points) throw tooMany(network.msBeforeNext)
  if (email.consumedPoints > emails.points && !(await attempt.isKnown())) throw tooMany(email.msBeforeNext)
  const failed = await closed.get(attempt.pair)
  if (failed) {
    await enterAlone(counters, attempt.pair)
    return failed.consumedPoints + 1
  }
  // The last allowed attempts are still in progress.
  if (pair.consumedPoints > pairs.points) throw tooMany(FIRST_WAIT * 1000)
  return pair.consumedPoints
}

/** Over the limit, all nodes together allow one attempt at a time after each wait. */
async function enterAlone({ waits, locks }: Counters, pair: string): Promise<void> {
  const wait = await waits.get(pair)
  if (wait) throw tooMany(wait.msBeforeNext)
  await locks.consume(pair)
}

async function fail({ pairs, waits, closed, locks }: Counters, pair: string, failures: number) {
  if (failures < pairs.points) return
  const wait = Math.min(FIRST_WAIT * 2 ** (failures - pairs.points), LONGEST_WAIT)
  // `waits` comes first: a request that sees `closed` must see the wait, too.
  await Promise.all([
    waits.set(pair, 1, wait),
    closed.set(pair, failures, wait + PAIR_WINDOW),
    locks.delete(pair),
  ])
}

async function forgive({ pairs, waits, closed }: Counters, pair: string): Promise<void> {
  await Promise.all([pairs.delete(pair), waits.delete(pair), closed.delete(pair)])
}

/** The counters of login-throttle.ts for all nodes, with the same limits, windows and waits. */
export function createSharedThrottle(parts: SharedThrottleOptions): SharedThrottle {
  const counters = createCounters(parts)

  async function begin(attempt: SharedAttempt): Promise<number> {
    const taken = await take(counters, attempt)
    try {
      return await enter(counters, attempt, taken)
    } catch (refused) {
      await giveBack(counters, attempt)
      throw refused instanceof RateLimiterRes ? tooMany(refused.msBeforeNext) : refused
    }
  }

  async function end(attempt: SharedAttempt, failures: number, ended: Ended): Promise<void> {
    const { pair } = attempt
    if (ended === 'wrong') return fail(counters, pair, failures)
    await giveBack(counters, attempt)
    await counters.locks.delete(pair)
    if (ended === 'right') await forgive(counters, pair)
  }

  return {
    async begin({ isKnown, ...keys }) {
      const { pair, network, email } = keys
      const attempt = { pair: hashOf(pair), network: hashOf(network), email: hashOf(email), isKnown }
      try {
        const failures = await begin(attempt)
        return (ended) => end(attempt, failures, ended).catch(() => undefined)
      } catch (error) {
        if (error instanceof AppError) throw error
        return async () => undefined
      }
    },
  }
}
