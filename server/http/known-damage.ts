import type { FastifyBaseLogger } from 'fastify'
import type { Events } from './live-events.ts'

/** Whether this run has met damage of the database. It stays so until a restart, which checks the file. */
export interface KnownDamage {
  readonly isKnown: boolean
  /** Logs what was found, and tells all processes of the site. */
  report(error: unknown): void
}

/** While it is known, no write is taken: nothing more may be built on damaged pages. Reads go on. */
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
