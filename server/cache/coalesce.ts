/**
 * The same work, done once for all who ask for the same key while it is under way. An invalidation ends the joining, because
 * that work may have read what was true before the write.
 */
export function coalesce<Result>(
  work: (key: string) => Promise<Result>,
  onInvalidate: (listener: () => void) => void,
): (key: string) => Promise<Result> {
  const running = new Map<string, Promise<Result>>()
  onInvalidate(() => running.clear())
  return (key) => {
    const result = running.get(key) ?? work(key).finally(() => running.delete(key))
    running.set(key, result)
    return result
  }
}
