import type { IncomingMessage } from 'node:http'
import type { Changed } from '../changes.ts'
import { createShowing } from '../showing.ts'
import type { ReadyBody } from './ready-answer.ts'

/** What is asked for, and whether by HTTPS, because the head of the answer says so. */
export function nameOf({ url, headers }: Pick<IncomingMessage, 'url' | 'headers'>): string {
  const forwarded = headers['x-forwarded-proto']
  const isSecure = forwarded !== undefined && String(forwarded).endsWith('https')
  return isSecure ? `https ${url}` : `http ${url}`
}

export interface Shelved {
  body: ReadyBody
  /** The things that it tells of. */
  shown: ReadonlySet<string>
}

/** A write is noticed wherever it is made; this is for the time of day in a page. */
const KEPT_MS = 10_000
/** For what other programs write where that cannot be noticed. */
const KEPT_UNNOTICED_MS = 1000

interface ShelfParts {
  entries: number
  bytes: number
  /** Whether writes of other programs are noticed before anything is taken from here. */
  noticesOthers: boolean
  onChanged: (listener: (changed: Changed) => void) => void
}

/** Finished answers by name: a bounded number, the oldest leaving first, each until a write concerns it or its time is over. */
export function createShelf<Entry extends Shelved>({
  entries: most,
  bytes: mostBytes,
  onChanged,
  noticesOthers,
}: ShelfParts) {
  const keptMs = noticesOthers ? KEPT_MS : KEPT_UNNOTICED_MS
  const entries = new Map<string, { entry: Entry; until: number }>()
  const showing = createShowing()
  let bytes = 0
  let generation = 0

  const drop = (name: string) => {
    const kept = entries.get(name)
    if (!kept) return
    entries.delete(name)
    bytes -= kept.entry.body.length
    showing.remove(name, kept.entry.shown)
  }
  onChanged((changed) => {
    generation += 1
    const concerned = changed === 'everything' ? entries.keys() : showing.concernedBy(changed)
    for (const name of concerned) drop(name)
  })
  return {
    /** Changes with every write: what was read from before one is not kept after it. */
    get generation() {
      return generation
    },
    find(name: string): Entry | undefined {
      const kept = entries.get(name)
      return kept && kept.until > Date.now() ? kept.entry : undefined
    },
    keep(name: string, entry: Entry): void {
      drop(name)
      const now = Date.now()
      entries.set(name, { entry, until: now + keptMs })
      showing.add(name, entry.shown)
      bytes += entry.body.length
      // They lie in the order of their ends. What is over would otherwise stay until its room is needed.
      for (const [oldest, { until }] of entries) {
        if (until > now && entries.size <= most && bytes <= mostBytes) break
        drop(oldest)
      }
    },
  }
}
