const KEPT = 20_000
const KEPT_AFTER_SWEEP = 18_000

interface Entry {
  failures: number
  /** Attempts whose end is not known yet: each may become a failure, so each takes room. */
  pending: number
  refusedUntil: number
  forgottenAt: number
}

export interface FailureRule {
  limit: number
  /** When attempts are refused until, and when all is forgotten, once `failures` is counted at `now`. */
  next: (entry: { failures: number; now: number; forgottenAt: number }) => {
    refusedUntil: number
    forgottenAt: number
  }
}

/** `limit` failures in a window that begins with the first one; then nothing until it ends. */
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

/** After `limit` failures one attempt at a time, each failure doubling the wait before the next. */
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
  /** Milliseconds until this key may try again; 0 when it may now. */
  refusedFor: (key: string) => number
  /** Whether one more attempt could not exceed the limit, even if all that are under way fail. */
  hasRoom: (key: string) => boolean
  begin: (key: string) => void
  fail: (key: string) => void
  /** Ends an attempt that was no failure; `forgiven` forgets the earlier ones, too. */
  end: (key: string, forgiven?: boolean) => void
}

/** Makes room: first what is over anyway, then the oldest. */
function sweep(entries: Map<string, Entry>, now: number): void {
  for (const [key, { pending, forgottenAt }] of entries) {
    if (pending === 0 && now >= forgottenAt) entries.delete(key)
  }
  for (const key of entries.keys()) {
    if (entries.size <= KEPT_AFTER_SWEEP) return
    entries.delete(key)
  }
}

function forgive(entry: Entry): void {
  entry.failures = 0
  entry.refusedUntil = 0
}

/** Counts failures by key in memory, the oldest keys forgotten first. `now` must never go backwards. */
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
      if (!entries.has(key) && entries.size >= KEPT) sweep(entries, now())
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
