/** More writes than these do not wait for one that takes long: they are refused at once. */
const WAITING_MAX = 64
const WAITED_LONG_MS = 1000

/** Who uses the file at this moment: one statement, or one transaction from its begin to its end. */
export interface Turn {
  /** Throws what becomes a 503 when too many writes wait already, and have waited long. */
  take(kind: 'read' | 'write'): Promise<void>
  give(): void
}

interface Waiting {
  since: number
  kind: 'read' | 'write'
  go: () => void
}

/** First come, first served. */
export function createTurn(now: () => number = () => performance.now()): Turn {
  const line: Waiting[] = []
  let taken = false

  function refuseTooMany(): void {
    const writes = line.filter(({ kind }) => kind === 'write')
    const [first] = writes
    if (!first || writes.length < WAITING_MAX || now() - first.since < WAITED_LONG_MS) return
    throw Object.assign(new Error('Too many writes wait for a slow one.'), { code: 'SQLITE_LOCKED' })
  }

  return {
    async take(kind) {
      if (taken) {
        if (kind === 'write') refuseTooMany()
        await new Promise<void>((resolve) => line.push({ since: now(), kind, go: resolve }))
      }
      taken = true
    },
    give() {
      const next = line.shift()
      if (next) next.go()
      else taken = false
    },
  }
}
