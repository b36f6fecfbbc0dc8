/**
 * How many new seconds a user may gain, so that no script completes a course in a second (docs/decisions/0037).
 *
 * Each second of real time gives three. `credit_s` is what a save may spend: what came in since the last save and at
 * most 60 from before. `unspent_s` is everything that was never spent since the account was created; saves and merges
 * spend it alike, so offline time gains no more than real time, however its spans overlap.
 */
export interface Credit {
  credit_s: number
  unspent_s: number
  updated_at: string
}

const PER_SECOND = 3
const CARRIED_MAX = 60
const OFFLINE_DAYS = 90
const DAY_S = 86_400
const UNSPENT_MAX = PER_SECOND * OFFLINE_DAYS * DAY_S

const secondsBetween = (from: string, to: string) => Math.max(0, (Date.parse(to) - Date.parse(from)) / 1000)

/**
 * The credit at `now`: of a user's last write, or of a user without one. After the clock was set back, new seconds count from
 * there; otherwise nothing would count until it catches up.
 */
export function creditAt(stored: Credit | undefined, user: { createdAt: string }, now: string): Credit {
  const { credit_s, unspent_s, updated_at } = stored ?? {
    credit_s: CARRIED_MAX,
    unspent_s: CARRIED_MAX + PER_SECOND * secondsBetween(user.createdAt, now),
    updated_at: now,
  }
  const added = PER_SECOND * secondsBetween(updated_at, now)
  return {
    credit_s: credit_s + added,
    unspent_s: Math.min(UNSPENT_MAX, unspent_s + added),
    updated_at: now,
  }
}

/** How many new seconds a save may bring. */
export function allowanceOf({ credit_s, unspent_s }: Credit): number {
  return Math.floor(Math.min(credit_s, unspent_s))
}

interface Span {
  startedAt: string
  endedAt: string
}

/** How many new seconds an offline span may bring. Only its part in the past 90 days and after registration counts. */
export function allowanceOfSpan(
  { unspent_s, updated_at: now }: Credit,
  { startedAt, endedAt }: Span,
  user: { createdAt: string },
): number {
  const earliest = new Date(Date.parse(now) - OFFLINE_DAYS * DAY_S * 1000).toISOString()
  const from = [startedAt, earliest, user.createdAt].toSorted().at(-1) ?? startedAt
  const to = endedAt < now ? endedAt : now
  return Math.floor(Math.min(PER_SECOND * secondsBetween(from, to), unspent_s))
}

/** After a save. */
export function spent({ credit_s, unspent_s, updated_at }: Credit, seconds: number): Credit {
  return {
    credit_s: Math.min(CARRIED_MAX, credit_s - seconds),
    unspent_s: unspent_s - seconds,
    updated_at,
  }
}

/** After an item of a merge, which spends what is left of the past and leaves the credit of the next save. */
export function spentOffline({ credit_s, unspent_s, updated_at }: Credit, seconds: number): Credit {
  return { credit_s: Math.min(CARRIED_MAX, credit_s), unspent_s: unspent_s - seconds, updated_at }
}
