/**
 * Shares running work between callers with the same key. After an invalidation later callers start new work, because the
 * running one may have read the data before the write.
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
