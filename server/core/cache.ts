import type { Tags as Changed } from '#server/cache/tags.ts'
import { createShowing } from './showing.ts'

interface Kept<Value> {
  value: Promise<Value>
  /** Once it is made, and known. */
  shown?: ReadonlySet<string>
  bytes: number
  until: number
}

interface CacheLimits<Value> {
  milliseconds: () => number
  entries: number
  bytes: number
  sizeOf: (value: Value) => number
  /** Values that are not worth keeping, such as failures. */
  keep: (value: Value) => boolean
  /** The things that it tells of; any write concerns a value of which they are not known. */
  shownOf?: (value: Value) => ReadonlySet<string> | undefined
  now?: () => number
}

/**
 * Answers by key for a short time, made once however many ask at once, the longest unused leaving first. After `forget`
 * nothing that it concerns and that was begun before it is kept.
 */
export function createCache<Value>(limits: CacheLimits<Value>) {
  const { now = Date.now, shownOf } = limits
  const entries = new Map<string, Kept<Value>>()
  const showing = createShowing()
  let bytes = 0
  let swept = now()

  const drop = (key: string) => {
    const kept = entries.get(key)
    if (!kept) return
    entries.delete(key)
    bytes -= kept.bytes
    showing.remove(key, kept.shown)
  }
  const fresh = (key: string) => {
    const kept = entries.get(key)
    return kept !== undefined && kept.until > now() ? kept : undefined
  }
  /** What is over would otherwise stay until its room is needed, which on a quiet site is never. */
  const sweep = () => {
    if (now() < swept + limits.milliseconds()) return
    swept = now()
    for (const [key, { until }] of entries) if (until <= swept) drop(key)
  }
  /** Who was used last stands last. */
  const again = (key: string, kept: Kept<Value>) => {
    entries.delete(key)
    entries.set(key, kept)
    return kept.value
  }
  const settle = (key: string, entry: Kept<Value>, value: Value) => {
    if (entries.get(key) !== entry) return
    if (!limits.keep(value)) return drop(key)
    showing.remove(key, entry.shown)
    entry.shown = shownOf?.(value)
    showing.add(key, entry.shown)
    entry.bytes = limits.sizeOf(value)
    bytes += entry.bytes
    for (const oldest of entries.keys()) {
      if (bytes <= limits.bytes) break
      drop(oldest)
    }
  }

  return {
    has: (key: string) => fresh(key) !== undefined,
    get(key: string, make: () => Promise<Value>): Promise<Value> {
      const kept = fresh(key)
      if (kept !== undefined) return again(key, kept)
      drop(key)
      const entry: Kept<Value> = { value: make(), bytes: 0, until: now() + limits.milliseconds() }
      entries.set(key, entry)
      showing.add(key, entry.shown)
      sweep()
      const [oldest] = entries.keys()
      if (entries.size > limits.entries && oldest !== undefined) drop(oldest)
      entry.value.then(
        (value) => settle(key, entry, value),
        () => entries.get(key) === entry && drop(key),
      )
      return entry.value
    },
    /** Of what is being made nobody knows yet what it will show. */
    forget(changed: Changed) {
      const concerned = changed === 'everything' ? entries.keys() : showing.concernedBy(changed)
      for (const key of concerned) drop(key)
    },
  }
}
