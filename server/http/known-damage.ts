import type { FastifyBaseLogger } from 'fastify'
import type { Events } from './live-events.ts'

/** Whether this run found the database damaged. Only a restart, which checks the file, resets it. */
export interface KnownDamage {
  readonly isKnown: boolean
  /** Logs the error and notifies all processes of the site. */
  report(error: unknown): void
}

/** Rejects writes after damage is known, because no write may build on damaged pages. Reads continue. */
export function createKnownDamage(events: Events, log: FastifyBaseLogger): KnownDamage {
  let isKnown = false
  events.onDamaged(() => {
    isKnown = true
  })
  return {
    get isKnown() {
      return isKnown
    },
    report(error) {
      log.fatal({ err: error }, 'the database is damaged, no write is taken: stop, npm run doctor')
      if (isKnown) return
      isKnown = true
      events.publish({ type: 'database.damaged' })
    },
  }
}
