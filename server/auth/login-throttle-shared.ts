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
/** A node that dies in the middle of an attempt holds others up no longer than this. */
const TURN_SECONDS = 30

export type Ended = 'right' | 'wrong' | 'unknown'

interface SharedAttempt {
  pair: string
  network: string
  email: string
  isKnown: () => Promise<boolean>
}

/** Where each counter stands once this attempt has its place. */
type Taken = Record<'pair' | 'network' | 'email', RateLimiterRes>

export interface SharedThrottle {
  /**
   * Takes the attempt's places before anybody tries, so that all nodes together allow no more tries than one would;
   * throws the 429 AppError when there is none. Gives how to end it. While nobody counts for all, nothing is shared.
   */
  begin(attempt: SharedAttempt): Promise<(ended: Ended) => Promise<void>>
}

/** Nobody's address is kept in Redis. */
function hashOf(key: string): string {
  return createHash('sha256').update(key).digest('base64url')
}

interface SharedParts {
  /** Who counts for all: Redis, or the primary of a machine's workers. */
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

function createCounters({ by, scale }: SharedParts) {
  const counter = (name: string, points: number, duration: number) =>
    counterBy(by, { name: `login-${name}`, points: Math.ceil(points), duration })
  return {
    pairs: counter('pair', 5 * scale, PAIR_WINDOW),
    networks: counter('network', 25 * scale, 5 * MINUTE),
    emails: counter('email', 100 * scale, 60 * MINUTE),
    /** There while nobody may try. */
    waits: counter('wait', 1, FIRST_WAIT),
    /** There from the first wait on, until all is forgotten: how many failures there were. */
    closed: counter('closed', 1, FIRST_WAIT + PAIR_WINDOW),
    /** Held by who tries after a wait. */
    turns: counter('turn', 1, TURN_SECONDS),
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

/** Gives which failure it will be, if it is one. */
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
  // Those who took the last places are still trying.
  if (pair.consumedPoints > pairs.points) throw tooMany(FIRST_WAIT * 1000)
  return pair.consumedPoints
}

/** Past the limit there is one attempt at a time after each wait, whichever node it comes to. */
async function enterAlone({ waits, turns }: Counters, pair: string): Promise<void> {
  const wait = await waits.get(pair)
  if (wait) throw tooMany(wait.msBeforeNext)
  await turns.consume(pair)
}

async function fail({ pairs, waits, closed, turns }: Counters, pair: string, failures: number) {
  if (failures < pairs.points) return
  const wait = Math.min(FIRST_WAIT * 2 ** (failures - pairs.points), LONGEST_WAIT)
  // The wait first: whoever finds it closed finds the wait, too.
  await Promise.all([
    waits.set(pair, 1, wait),
    closed.set(pair, failures, wait + PAIR_WINDOW),
    turns.delete(pair),
  ])
}

async function forgive({ pairs, waits, closed }: Counters, pair: string): Promise<void> {
  await Promise.all([pairs.delete(pair), waits.delete(pair), closed.delete(pair)])
}

/** The counters of login-throttle.ts once more, for all nodes: they have the same limits, windows and waits. */
export function createSharedThrottle(parts: SharedParts): SharedThrottle {
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
    await counters.turns.delete(pair)
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
