const FIRST_MS = 100
const LONGEST_MS = 10_000
/** A worker that served this long did not die because of its start. */
const STABLE_MS = 60_000
/** So many short-lived workers in a row mean that the site cannot run. */
const TOO_MANY = 5

interface Pause {
  milliseconds: number
  /** Whether too many in a row died early. */
  isLong: boolean
  after: (work: () => void) => void
}

/** Delays the replacement of a worker: not at first, then twice as long each time. */
export function createPauses() {
  const deaths = new Map<number, number>()
  const servedSince = new Map<number, number>()
  const timers = new Set<NodeJS.Timeout>()
  return {
    served(number: number): void {
      servedSince.set(number, performance.now())
    },
    next(number: number): Pause {
      const since = servedSince.get(number)
      servedSince.delete(number)
      const wasStable = since !== undefined && performance.now() - since > STABLE_MS
      const before = wasStable ? 0 : (deaths.get(number) ?? 0)
      deaths.set(number, before + 1)
      const milliseconds = before === 0 ? 0 : Math.min(FIRST_MS * 2 ** (before - 1), LONGEST_MS)
      return {
        milliseconds,
        isLong: before >= TOO_MANY,
        after(work) {
          const timer = setTimeout(() => {
            timers.delete(timer)
            work()
          }, milliseconds)
          timers.add(timer)
        },
      }
    },
    cancel(): void {
      for (const timer of timers) clearTimeout(timer)
      timers.clear()
    },
  }
}
