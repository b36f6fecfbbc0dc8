import type { FastifyBaseLogger } from 'fastify'
import type { Db } from './core/db/database.ts'
import { indexOverlooked } from './core/search-index/names.ts'
import { sweepExpired } from './features/auth/sweep.ts'
import type { Images } from './features/media/media.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

interface SweepParts {
  db: Db
  images: Images
  log: FastifyBaseLogger
}

/**
 * Every hour: ended sessions and spent codes go, and pictures that nothing names. Every minute: teachers whose names a
 * former program wrote become findable. Gives the way to stop.
 */
export function startSweeps({ db, images, log }: SweepParts): () => void {
  const sweep = () => {
    Promise.all([sweepExpired(db), images.sweep()]).then(
      ([sessions, pictures]) => log.info({ sessions, pictures }, 'swept'),
      (error: unknown) => log.error({ err: error }, 'sweep failed'),
    )
  }
  const index = () => {
    indexOverlooked(db).then(
      (names) => names > 0 && log.info({ names }, 'indexed names that another program wrote'),
      (error: unknown) => log.error({ err: error }, 'names were not indexed'),
    )
  }
  const timers = [setInterval(sweep, HOUR), setInterval(index, MINUTE)]
  for (const timer of timers) timer.unref()
  return () => {
    for (const timer of timers) clearInterval(timer)
  }
}
