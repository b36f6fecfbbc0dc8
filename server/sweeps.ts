import type { FastifyBaseLogger } from 'fastify'
import type { Db } from './core/db/database.ts'
import { sweepExpired } from './features/auth/sweep.ts'
import type { Images } from './features/media/media.ts'

const HOUR = 3_600_000

interface SweepParts {
  db: Db
  images: Images
  log: FastifyBaseLogger
}

/** Every hour: ended sessions and spent codes go, and pictures that nothing names. Gives the way to stop. */
export function startSweeps({ db, images, log }: SweepParts): () => void {
  const sweep = () => {
    Promise.all([sweepExpired(db), images.sweep()]).then(
      ([sessions, pictures]) => log.info({ sessions, pictures }, 'swept'),
      (error: unknown) => log.error({ err: error }, 'sweep failed'),
    )
  }
  const timer = setInterval(sweep, HOUR)
  timer.unref()
  return () => clearInterval(timer)
}
