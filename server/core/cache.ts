interface Kept<Value> {
  value: Promise<Value>
  /** Once it is made. */
  made?: Value
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
  now?: () => number
}

/**
 * Answers by key for a short time, made once however many ask at once, the longest unused leaving first. After `forget`
 * nothing that it concerns and that was begun before it is kept.
 */
export function createCache<Value>(limits: CacheLimits<Value>) {
  const { now = Date.now } = limits
  const entries = new Map<string, Kept<Value>>()
  let bytes = 0
  let swept = now()

  const drop = (key: string) => {
    bytes -= entries.get(key)?.bytes ?? 0
    entries.delete(key)
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
  const settle = (key: string, entry: Kept<Value>, value: Value) => {
    if (entries.get(key) !== entry) return
    if (!limits.keep(value)) return drop(key)
    entry.made = value
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
      drop(key)
      const entry = kept ?? { value: make(), bytes: 0, until: now() + limits.milliseconds() }
      entries.set(key, entry)
      bytes += entry.bytes
      if (kept !== undefined) return kept.value
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
    forget(concerned: (value: Value) => boolean) {
      for (const [key, { made }] of entries) if (made === undefined || concerned(made)) drop(key)
    },
  }
}
