const FIRST_MS = 100
const LONGEST_MS = 10_000
/** Whoever served this long did not die of its start. */
const STABLE_MS = 60_000
/** So many that died one after the other, none of them serving for long, are a pattern. */
const TOO_MANY = 5

interface Pause {
  milliseconds: number
  /** It happened too often one after the other. */
  isLong: boolean
  after: (work: () => void) => void
}

/** How long to wait before the next worker of a number: not at first, then each time twice as long. */
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
