const KEYS_MAX = 20_000
const KEYS_AFTER_SWEEP = 18_000

interface Entry {
  failures: number
  /** Attempts in progress. Each may fail, so each counts towards the limit. */
  pending: number
  refusedUntil: number
  forgottenAt: number
}

export interface FailureRule {
  limit: number
  /** The times when attempts are allowed again and when the failures expire, after a failure at `now`. */
  next: (entry: { failures: number; now: number; forgottenAt: number }) => {
    refusedUntil: number
    forgottenAt: number
  }
}

/** Allows `limit` failures in a window that starts with the first, then rejects attempts until it ends. */
export function inWindow(limit: number, window: number): FailureRule {
  return {
    limit,
    next: ({ failures, now, forgottenAt }) => {
      const end = failures === 1 ? now + window : forgottenAt
      return { refusedUntil: failures >= limit ? end : now, forgottenAt: end }
    },
  }
}

interface DoublingRule {
  limit: number
  window: number
  firstWait: number
  longestWait: number
}

/** After `limit` failures allows one attempt at a time. Each failure doubles the wait. */
export function withDoublingWaits({ limit, window, firstWait, longestWait }: DoublingRule): FailureRule {
  return {
    limit,
    next: ({ failures, now }) => {
      const wait = failures < limit ? 0 : Math.min(firstWait * 2 ** (failures - limit), longestWait)
      return { refusedUntil: now + wait, forgottenAt: now + wait + window }
    },
  }
}

export interface FailureCounter {
  /** Milliseconds until the next allowed attempt, or 0. */
  refusedFor: (key: string) => number
  /** Whether one more attempt stays within the limit even if all attempts in progress fail. */
  hasRoom: (key: string) => boolean
  begin: (key: string) => void
  fail: (key: string) => void
  /** Ends an attempt without a failure; `forgiven` also clears earlier failures. */
  end: (key: string, forgiven?: boolean) => void
}

/** Deletes expired entries first, then the oldest. */
function sweep(entries: Map<string, Entry>, now: number): void {
  for (const [key, { pending, forgottenAt }] of entries) {
    if (pending === 0 && now >= forgottenAt) entries.delete(key)
  }
  for (const key of entries.keys()) {
    if (entries.size <= KEYS_AFTER_SWEEP) return
    entries.delete(key)
  }
}

function forgive(entry: Entry): void {
  entry.failures = 0
  entry.refusedUntil = 0
}

/** Counts failures by key in memory and drops the oldest keys first. `now` must be monotonic. */
export function createFailureCounter({ limit, next }: FailureRule, now: () => number): FailureCounter {
  const entries = new Map<string, Entry>()

  const entryOf = (key: string): Entry | undefined => {
    const entry = entries.get(key)
    if (entry && now() >= entry.forgottenAt) forgive(entry)
    return entry
  }
  const settle = (key: string, change: (entry: Entry) => void) => {
    const entry = entryOf(key)
    if (!entry) return
    entry.pending -= 1
    change(entry)
    if (entry.pending === 0 && entry.failures === 0) entries.delete(key)
  }

  return {
    refusedFor: (key) => Math.max(0, (entryOf(key)?.refusedUntil ?? 0) - now()),
    hasRoom(key) {
      const { failures = 0, pending = 0 } = entryOf(key) ?? {}
      return pending < Math.max(1, limit - failures)
    },
    begin(key) {
      if (!entries.has(key) && entries.size >= KEYS_MAX) sweep(entries, now())
      const entry = entryOf(key) ?? { failures: 0, pending: 0, refusedUntil: 0, forgottenAt: 0 }
      entry.pending += 1
      entries.set(key, entry)
    },
    fail(key) {
      settle(key, (entry) => {
        entry.failures += 1
        const { failures, forgottenAt } = entry
        Object.assign(entry, next({ failures, now: now(), forgottenAt }))
      })
    },
    end(key, forgiven = false) {
      settle(key, (entry) => {
        if (forgiven) forgive(entry)
      })
    },
  }
}
