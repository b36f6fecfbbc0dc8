import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { Db } from './data/database.ts'
import { sweepExpired } from './features/auth/sweep.ts'
import type { Images } from './features/media/media.ts'
import { indexOverlooked } from './features/search/index/names.queries.ts'
import { createMerging } from './features/search/index/segments.queries.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const MERGING_STEPS = 60
const BETWEEN_STEPS_MS = 500
const FIRST_SWEEP_MS = 2 * MINUTE
const TOO_MUCH =
  'no picture was deleted: too many are shown by nobody, as if the database were lost or older than they are; see npm run doctor'

interface SweepContext {
  db: Db
  images: Images
  log: FastifyBaseLogger
}

/**
 * Soon after the start and every hour: ended sessions and spent codes go, and pictures that nothing names. Every minute: teachers whose names a
 * former program wrote become findable, and the search index is merged a little where it grew. Gives the way to stop.
 */
export function startSweeps({ db, images, log }: SweepContext): () => void {
  const sweep = () => {
    Promise.all([sweepExpired(db), images.sweep()]).then(
      ([sessions, { deleted, tooMuch }]) => {
        log.info({ sessions, pictures: deleted }, 'swept')
        if (tooMuch) log.error(tooMuch, TOO_MUCH)
      },
      (error: unknown) => log.error({ err: error }, 'sweep failed'),
    )
  }
  const index = () => {
    indexOverlooked(db).then(
      (names) => names > 0 && log.info({ names }, 'indexed names that another program wrote'),
      (error: unknown) => log.error({ err: error }, 'names were not indexed'),
    )
  }
  const mergeStep = createMerging(db)
  let stopped = false
  const mergeSteps = async () => {
    for (let step = 0; step < MERGING_STEPS && !stopped; step += 1) {
      if (!(await mergeStep())) return
      await wait(BETWEEN_STEPS_MS, undefined, { ref: false })
    }
  }
  const merge = () => {
    mergeSteps().catch((error: unknown) => log.error({ err: error }, 'the search index was not merged'))
  }
  // The first sweep runs early, for sites that restart within an hour.
  const timers = [
    setTimeout(sweep, FIRST_SWEEP_MS),
    setInterval(sweep, HOUR),
    setInterval(index, MINUTE),
    setInterval(merge, MINUTE),
  ]
  for (const timer of timers) timer.unref()
  return () => {
    stopped = true
    for (const timer of timers) clearInterval(timer)
  }
}
