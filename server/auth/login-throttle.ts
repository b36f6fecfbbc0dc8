import { busy } from '../http/errors.ts'
import {
  createFailureCounter,
  type FailureCounter,
  type FailureRule,
  inWindow,
  withDoublingWaits,
} from './failure-counter.ts'
import type { Ended, SharedThrottle } from './login-throttle-shared.ts'
import { tooMany } from './rate-limit.ts'

const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const WAITING_MAX = 64
const BUSY_SECONDS = 2
const EMAIL_MAX = 255

/** security.md section 3, "Login throttle": an attacker cannot lock a user out from another network. */
const RULES = {
  pair: (scale: number) =>
    withDoublingWaits({
      limit: Math.ceil(5 * scale),
      window: 15 * MINUTE,
      firstWait: 30 * SECOND,
      longestWait: 15 * MINUTE,
    }),
  network: (scale: number) => inWindow(Math.ceil(25 * scale), 5 * MINUTE),
  email: (scale: number) => inWindow(Math.ceil(100 * scale), HOUR),
} satisfies Record<string, (scale: number) => FailureRule>

interface Attempt {
  /** Normalized, so that variants of an address share their counters. */
  email: string
  meta: { network: string }
  /** Whether the user recently logged in from this network. Called only while the address is under attack. */
  isKnown: () => Promise<boolean>
}

export interface LoginThrottle {
  /**
   * Runs `check` and returns its result; `undefined` is a failure. Throws the 429 AppError without running it if the
   * address, the network or both together failed too often. Attempts that might exceed the limit wait for those in
   * progress, so that parallel guesses get no more attempts than sequential ones.
   */
  attempt<Permission>(
    attempt: Attempt,
    check: () => Promise<Permission | undefined>,
  ): Promise<Permission | undefined>
}

interface ThrottleOptions {
  /** Multiplies every limit (RATE_LIMIT_SCALE). */
  scale: number
  /** Milliseconds of a monotonic clock. */
  now?: () => number
  /** Checked after this process's own counters, which work alone while it is unavailable. */
  shared?: SharedThrottle | undefined
}

/** The three counters of one attempt, each with its key. */
interface AttemptCounters {
  pair: KeyedCounter
  network: KeyedCounter
  email: KeyedCounter
}

interface KeyedCounter {
  counter: FailureCounter
  key: string
}

function keysOf({ pair, network, email }: AttemptCounters) {
  return { pair: pair.key, network: network.key, email: email.key }
}

const refusedFor = ({ counter, key }: KeyedCounter) => counter.refusedFor(key)
const hasRoom = ({ counter, key }: KeyedCounter) => counter.hasRoom(key)

/** `known` matters only while failures from all networks together block the address. */
function refuseClosed({ pair, network, email }: AttemptCounters, known: boolean | undefined): void {
  const attacked = known === false ? refusedFor(email) : 0
  const closed = Math.max(refusedFor(pair), refusedFor(network), attacked)
  if (closed > 0) throw tooMany(closed)
}

function isOpen({ email }: AttemptCounters): boolean {
  return refusedFor(email) === 0 && hasRoom(email)
}

/** Checks and counts in one synchronous step, so that no other attempt comes between. */
function tryBegin({ pair, network, email }: AttemptCounters, known: boolean | undefined): boolean {
  const limiting = known === true ? [pair, network] : [pair, network, email]
  if (!limiting.every(hasRoom)) return false
  for (const { counter, key } of [pair, network, email]) counter.begin(key)
  return true
}

function settle({ pair, network, email }: AttemptCounters, ended: Ended): void {
  for (const { counter, key } of [pair, network, email]) {
    if (ended === 'wrong') counter.fail(key)
    else counter.end(key, ended === 'right' && counter === pair.counter)
  }
}

/** Create one per process: logins, reset codes and old passwords share its counters. */
export function createLoginThrottle({
  scale,
  now = () => performance.now(),
  shared,
}: ThrottleOptions): LoginThrottle {
  const pairs = createFailureCounter(RULES.pair(scale), now)
  const networks = createFailureCounter(RULES.network(scale), now)
  const emails = createFailureCounter(RULES.email(scale), now)
  const countersOf = (network: string, email: string): AttemptCounters => ({
    pair: { counter: pairs, key: `${network} ${email}` },
    network: { counter: networks, key: network },
    email: { counter: emails, key: email },
  })

  let settled = Promise.withResolvers<void>()
  let waiting = 0
  const nextSettled = async () => {
    if (waiting >= WAITING_MAX) throw busy(BUSY_SECONDS)
    waiting += 1
    await settled.promise
    waiting -= 1
  }

  const begin = async (counters: AttemptCounters, isKnown: Attempt['isKnown']) => {
    let known: boolean | undefined
    while (true) {
      refuseClosed(counters, known)
      if (known === undefined && !isOpen(counters)) known = await isKnown()
      else if (tryBegin(counters, known)) return
      else await nextSettled()
    }
  }

  return {
    async attempt({ email, meta, isKnown }, check) {
      const counters = countersOf(meta.network, email.slice(0, EMAIL_MAX))
      await begin(counters, isKnown)
      let ended: Ended = 'unknown'
      let settleShared: ((ended: Ended) => Promise<void>) | undefined
      try {
        settleShared = await shared?.begin({ ...keysOf(counters), isKnown })
        const right = await check()
        ended = right === undefined ? 'wrong' : 'right'
        return right
      } finally {
        settle(counters, ended)
        settled.resolve()
        settled = Promise.withResolvers()
        await settleShared?.(ended)
      }
    },
  }
}
