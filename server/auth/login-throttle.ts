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

/** security.md section 3, "Login throttle": nobody can lock another person out from afar. */
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
  /** Folded, so that variants of an address share their counters. */
  email: string
  meta: { network: string }
  /** Whether this person logged in from this network lately; asked only when the address is under attack. */
  isKnown: () => Promise<boolean>
}

export interface LoginThrottle {
  /**
   * Runs `check`, whose `undefined` is a failure, and gives what it gave. Throws the 429 AppError, without running it,
   * when address, network or both together failed too often. Attempts that might be one too many wait for those under
   * way, so that many at once get no more tries than one after the other.
   */
  attempt<Permission>(
    attempt: Attempt,
    check: () => Promise<Permission | undefined>,
  ): Promise<Permission | undefined>
}

interface ThrottleRules {
  /** Multiplies every limit (RATE_LIMIT_SCALE). */
  scale: number
  /** Milliseconds that never go backwards, whatever happens to the clock on the wall. */
  now?: () => number
  /** Asked after this process's own counters, which go on alone whenever it cannot answer. */
  shared?: SharedThrottle | undefined
}

/** The three counters of one attempt, each at its key. */
interface Places {
  pair: Place
  network: Place
  email: Place
}

interface Place {
  counter: FailureCounter
  key: string
}

function keysOf({ pair, network, email }: Places) {
  return { pair: pair.key, network: network.key, email: email.key }
}

const refusedFor = ({ counter, key }: Place) => counter.refusedFor(key)
const hasRoom = ({ counter, key }: Place) => counter.hasRoom(key)

/** Whether the person is `known` matters only while failures of all networks together close the address. */
function refuseClosed({ pair, network, email }: Places, known: boolean | undefined): void {
  const attacked = known === false ? refusedFor(email) : 0
  const closed = Math.max(refusedFor(pair), refusedFor(network), attacked)
  if (closed > 0) throw tooMany(closed)
}

function isOpen({ email }: Places): boolean {
  return refusedFor(email) === 0 && hasRoom(email)
}

/** Takes its room in the moment it is found, before anybody else can look. */
function tookRoom({ pair, network, email }: Places, known: boolean | undefined): boolean {
  const limiting = known === true ? [pair, network] : [pair, network, email]
  if (!limiting.every(hasRoom)) return false
  for (const { counter, key } of [pair, network, email]) counter.begin(key)
  return true
}

function settle({ pair, network, email }: Places, ended: Ended): void {
  for (const { counter, key } of [pair, network, email]) {
    if (ended === 'wrong') counter.fail(key)
    else counter.end(key, ended === 'right' && counter === pair.counter)
  }
}

/** One for the whole process: logins, reset codes and old passwords share its counters. */
export function createLoginThrottle({
  scale,
  now = () => performance.now(),
  shared,
}: ThrottleRules): LoginThrottle {
  const pairs = createFailureCounter(RULES.pair(scale), now)
  const networks = createFailureCounter(RULES.network(scale), now)
  const emails = createFailureCounter(RULES.email(scale), now)
  const placesOf = (network: string, email: string): Places => ({
    pair: { counter: pairs, key: `${network} ${email}` },
    network: { counter: networks, key: network },
    email: { counter: emails, key: email },
  })

  let settled = Promise.withResolvers<void>()
  let waiting = 0
  const someoneSettles = async () => {
    if (waiting >= WAITING_MAX) throw busy(BUSY_SECONDS)
    waiting += 1
    await settled.promise
    waiting -= 1
  }

  const begin = async (places: Places, isKnown: Attempt['isKnown']) => {
    let known: boolean | undefined
    while (true) {
      refuseClosed(places, known)
      if (known === undefined && !isOpen(places)) known = await isKnown()
      else if (tookRoom(places, known)) return
      else await someoneSettles()
    }
  }

  return {
    async attempt({ email, meta, isKnown }, check) {
      const places = placesOf(meta.network, email.slice(0, EMAIL_MAX))
      await begin(places, isKnown)
      let ended: Ended = 'unknown'
      let settleShared: ((ended: Ended) => Promise<void>) | undefined
      try {
        settleShared = await shared?.begin({ ...keysOf(places), isKnown })
        const right = await check()
        ended = right === undefined ? 'wrong' : 'right'
        return right
      } finally {
        settle(places, ended)
        settled.resolve()
        settled = Promise.withResolvers()
        await settleShared?.(ended)
      }
    },
  }
}
