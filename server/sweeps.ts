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
 * Soon after the start and every hour, deletes ended sessions, used codes and unused pictures. Every minute, indexes
 * teachers whose names an older program wrote and merges parts of the search index. Returns a function that stops it.
 */
export function startSweeps({ db, images, log }: SweepContext): () => void {
  let stopped = false
  const run = (task: () => Promise<void>) => () => {
    task().catch((error: unknown) => log.error({ err: error }, 'sweep failed'))
  }
  const sweep = run(async () => {
    const [sessions, { deleted, tooMuch }] = await Promise.all([sweepExpired(db), images.sweep()])
    log.info({ sessions, pictures: deleted }, 'swept')
    if (tooMuch) log.error(tooMuch, TOO_MUCH)
  })
  const index = run(async () => {
    const names = await indexOverlooked(db)
    if (names > 0) log.info({ names }, 'indexed names that another program wrote')
  })
  const mergeStep = createMerging(db)
  const merge = run(async () => {
    for (let step = 0; step < MERGING_STEPS && !stopped; step += 1) {
      if (!(await mergeStep())) return
      await wait(BETWEEN_STEPS_MS, undefined, { ref: false })
    }
  })
  const timers = [
    // The first sweep runs early, for sites that restart within an hour.
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
