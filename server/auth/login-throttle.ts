import { createHash } from 'node:crypto'
import { RateLimiterRes } from 'rate-limiter-flexible'
import type { Db } from '#server/data/database.ts'
import { busy } from '#server/http/app-error.ts'
import { createSlots } from '#server/http/slots.ts'
import type { RequestMeta } from './audit.ts'
import { type CounterStore, createLimiter, tooMany } from './rate-limit.ts'

const MINUTE = 60
const DAY = 24 * 60 * MINUTE
const FIRST_WAIT = 30
const LONGEST_WAIT = 15 * MINUTE
const LONGEST_WAIT_MS = LONGEST_WAIT * 1000
/** So few that attempts of a class that logs in at once are not taken for failures. */
const AT_ONCE = 4
const EMAIL_MAX = 255

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
   * address, the network or both together failed too often. An attempt counts as a failure before it runs, so that
   * parallel guesses get no more attempts than sequential ones.
   */
  attempt<Permission>(
    attempt: Attempt,
    check: () => Promise<Permission | undefined>,
  ): Promise<Permission | undefined>
}

interface ThrottleOptions extends CounterStore {
  scale: number
}

/** An attacker cannot lock a user out from another network. */
function createCounters({ scale, ...store }: ThrottleOptions) {
  const counter = (name: string, points: number, duration: number) =>
    createLimiter({ keyPrefix: `login-${name}`, points: Math.ceil(points), duration }, store)
  return {
    pairs: counter('pair', 5 * scale, 15 * MINUTE),
    networks: counter('network', 25 * scale, 5 * MINUTE),
    emails: counter('email', 100 * scale, 60 * MINUTE),
    waits: counter('wait', 1, FIRST_WAIT),
    waited: counter('waited', 1, DAY),
  }
}

type Counters = ReturnType<typeof createCounters>

interface Keys {
  pair: string
  network: string
  email: string
}

/** Redis holds hashes and no addresses. */
function keysOf(network: string, email: string): Keys {
  const hash = (text: string) => createHash('sha256').update(text).digest('base64url')
  return { pair: hash(`${network} ${email}`), network: hash(network), email: hash(email) }
}

/** Rejects most of a flood of guesses before they queue. */
async function rejectEarlyAttempt({ waits, networks }: Counters, { pair, network }: Keys): Promise<void> {
  const [wait, ofNetwork] = await Promise.all([waits.get(pair), networks.get(network)])
  if (wait) throw tooMany(wait, LONGEST_WAIT_MS)
  if (ofNetwork && ofNetwork.consumedPoints >= networks.points) throw tooMany(ofNetwork, networks.msDuration)
}

/** Counts the attempt as a failure. Returns whether it is the only one before the pair has to wait. */
async function take(counters: Counters, keys: Keys, isKnown: Attempt['isKnown']): Promise<boolean> {
  const { networks, emails } = counters
  const [network, email] = await Promise.all([networks.penalty(keys.network), emails.penalty(keys.email)])
  try {
    if (network.consumedPoints > networks.points) throw tooMany(network, networks.msDuration)
    if (email.consumedPoints > emails.points && !(await isKnown())) throw tooMany(email, emails.msDuration)
    return await takeTurn(counters, keys.pair)
  } catch (error) {
    await giveBack(counters, keys)
    throw error instanceof RateLimiterRes ? tooMany(error, LONGEST_WAIT_MS) : error
  }
}

/** From the last allowed failure on, each attempt needs a turn, and the next turn comes after a wait that doubles. */
async function takeTurn({ pairs, waits, waited }: Counters, pair: string): Promise<boolean> {
  const turns = (await waited.get(pair))?.consumedPoints ?? 0
  const { consumedPoints: tries } = await pairs.penalty(pair)
  if (turns === 0 && tries < pairs.points) return false
  await waits.consume(pair, 1, { customDuration: Math.min(FIRST_WAIT * 2 ** turns, LONGEST_WAIT) })
  await waited.penalty(pair)
  return true
}

async function giveBack({ networks, emails }: Counters, { network, email }: Keys): Promise<void> {
  await Promise.all([networks.reward(network), emails.reward(email)])
}

/** Restores the counters after an attempt that neither failed nor succeeded. */
async function undo({ pairs, waits, waited }: Counters, pair: string, hasTurn: boolean): Promise<void> {
  await pairs.reward(pair)
  if (hasTurn) await Promise.all([waits.delete(pair), waited.reward(pair)])
}

async function forgive({ pairs, waits, waited }: Counters, pair: string): Promise<void> {
  await Promise.all([pairs.delete(pair), waits.delete(pair), waited.delete(pair)])
}

/** Create one per process: logins, reset codes and old passwords share its counters. */
export function createLoginThrottle(options: ThrottleOptions): LoginThrottle {
  const counters = createCounters(options)
  const slots = createSlots({ atOnce: AT_ONCE, waiting: 64, waitMs: 10_000, error: () => busy(2) })
  return {
    async attempt({ email, meta, isKnown }, check) {
      const keys = keysOf(meta.network, email.slice(0, EMAIL_MAX))
      await rejectEarlyAttempt(counters, keys)
      return slots.run(async () => {
        const hasTurn = await take(counters, keys, isKnown)
        const found = await check().catch(async (error: unknown) => {
          await Promise.all([giveBack(counters, keys), undo(counters, keys.pair, hasTurn)])
          throw error
        })
        if (found !== undefined) await Promise.all([giveBack(counters, keys), forgive(counters, keys.pair)])
        return found
      })
    },
  }
}

const DAY_MS = 86_400_000
const NETWORK_KNOWN_DAYS = 90

export interface ThrottleParts {
  db: Db
  throttle: LoginThrottle
}

interface Guess {
  emailKey: string
  meta: RequestMeta
  /** Set if the secret is not the password: its failures are counted separately. */
  what?: 'code'
}

/** Runs a check that an attacker could use to guess a secret. Throws the 429 AppError after too many failures. */
export function throttled<Result>(
  { db, throttle }: ThrottleParts,
  { emailKey, meta, what }: Guess,
  check: () => Promise<Result | undefined>,
): Promise<Result | undefined> {
  const isKnown = () => {
    const since = new Date(Date.now() - NETWORK_KNOWN_DAYS * DAY_MS).toISOString()
    return knowsNetwork(db, emailKey, { network: meta.network, since })
  }
  const email = what === undefined ? emailKey : `${what} ${emailKey}`
  return throttle.attempt({ email, meta, isKnown }, check)
}

/** Whether a user logged in from this network since `since`. */
async function knowsNetwork(
  db: Db,
  emailKey: string,
  { network, since }: { network: string; since: string },
): Promise<boolean> {
  const known = await db
    .selectFrom('known_networks')
    .innerJoin('users', 'users.id', 'known_networks.user_id')
    .select('known_networks.user_id')
    .where('users.email_key', '=', emailKey)
    .where('known_networks.network', '=', network)
    .where('known_networks.last_login_at', '>', since)
    .executeTakeFirst()
  return known !== undefined
}
