import type { FastifyInstance } from 'fastify'

/** A timer for each request takes longer than remembering when it began; so it is looked so many times within the time. */
const LOOKS = 12

export interface Deadlines<Resource> {
  /** From now on the time runs. */
  begin(thing: Resource): void
  /** In time, or given up. */
  end(thing: Resource): void
}

/** Does `late` to whatever did not end within so many seconds, or a twelfth of them later. */
export function createDeadlines<Resource>(
  app: FastifyInstance,
  { seconds, late }: { seconds: number; late: (thing: Resource) => void },
): Deadlines<Resource> {
  const begun = new Map<Resource, number>()
  const look = () => {
    const latest = performance.now() - seconds * 1000
    for (const [thing, at] of begun) {
      if (at > latest) break
      begun.delete(thing)
      late(thing)
    }
  }
  const timer = setInterval(look, (seconds * 1000) / LOOKS).unref()
  app.addHook('onClose', async () => clearInterval(timer))
  return {
    begin: (thing) => void begun.set(thing, performance.now()),
    end: (thing) => void begun.delete(thing),
  }
}
