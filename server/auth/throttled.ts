import type { Db } from '#server/data/database.ts'
import type { RequestMeta } from './audit.ts'
import type { LoginThrottle } from './login-throttle.ts'

const DAY = 86_400_000
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
    const since = new Date(Date.now() - NETWORK_KNOWN_DAYS * DAY).toISOString()
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
