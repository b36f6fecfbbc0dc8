import type { FastifyInstance } from 'fastify'

/** One interval for all costs less than a timer for each request. It runs this many times within the time limit. */
const CHECKS = 12

export interface Deadlines<Item> {
  /** Starts the time of `item`. */
  begin(item: Item): void
  /** Ends it, so that `item` cannot be late. */
  end(item: Item): void
}

/** Calls `onLate` for each item that did not end within `seconds`, or up to a twelfth of that time later. */
export function createDeadlines<Item>(
  app: FastifyInstance,
  { seconds, onLate }: { seconds: number; onLate: (item: Item) => void },
): Deadlines<Item> {
  const startTimes = new Map<Item, number>()
  const check = () => {
    const latestStart = performance.now() - seconds * 1000
    for (const [item, startedAt] of startTimes) {
      if (startedAt > latestStart) break
      startTimes.delete(item)
      onLate(item)
    }
  }
  const timer = setInterval(check, (seconds * 1000) / CHECKS).unref()
  app.addHook('onClose', async () => clearInterval(timer))
  return {
    begin: (item) => void startTimes.set(item, performance.now()),
    end: (item) => void startTimes.delete(item),
  }
}
