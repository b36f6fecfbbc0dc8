/** More writes than these do not wait for a slow disk: they are refused at once. */
const WAITING_MAX = 64
const WAITED_LONG_MS = 1000
/** A write that took this long held up everybody: reads come first for as long as they need, up to the same again. */
const SLOW_WRITE_MS = 50

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

/**
 * First come, first served. After a slow write those who only read come first, also those who came meanwhile: a slow
 * disk holds up one sync at a time, not all that wait for it.
 */
export function createTurn(now: () => number = () => performance.now()): Turn {
  const line: Waiting[] = []
  let current: { kind: 'read' | 'write'; since: number } | undefined
  let readsFirstUntil = 0

  function begin(kind: 'read' | 'write'): void {
    current = { kind, since: now() }
  }

  function hand(): void {
    const reader = now() < readsFirstUntil ? line.findIndex(({ kind }) => kind === 'read') : -1
    const [next] = line.splice(Math.max(reader, 0), 1)
    current = undefined
    if (!next) return
    begin(next.kind)
    next.go()
  }

  function refuseTooMany(): void {
    const writes = line.filter(({ kind }) => kind === 'write')
    const [first] = writes
    if (!first || writes.length < WAITING_MAX || now() - first.since < WAITED_LONG_MS) return
    throw Object.assign(new Error('Too many writes wait for a slow disk.'), { code: 'SQLITE_LOCKED' })
  }

  return {
    async take(kind) {
      if (!current) return begin(kind)
      if (kind === 'write') refuseTooMany()
      await new Promise<void>((resolve) => line.push({ since: now(), kind, go: resolve }))
    },
    give() {
      const took = current ? now() - current.since : 0
      if (current?.kind === 'write' && took > SLOW_WRITE_MS) readsFirstUntil = now() + SLOW_WRITE_MS
      // What came in while everything stood still is heard before anybody goes on.
      if (now() < readsFirstUntil) setImmediate(hand)
      else hand()
    },
  }
}
