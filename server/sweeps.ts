import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { z } from 'zod'
import type { AppContext } from './context.ts'
import type { Db } from './data/database.ts'
import { sweepExpired } from './features/account/auth/sessions.ts'
import { deleteUnconfirmed } from './features/account/auth/unconfirmed.ts'
import { deleteHidden } from './features/account/deletion/delete-account.ts'
import { forgetMailOnly } from './features/notifications/daily.ts'
import { createMerging } from './features/search/index/full-text.queries.ts'
import { indexOverlooked } from './features/search/index/names.queries.ts'
import { forgetDetails } from './features/video-links/details.ts'
import { jobKind } from './jobs/enqueue.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const MERGING_STEPS = 60
const BETWEEN_STEPS_MS = 500
const TOO_MUCH =
  'no picture was deleted: too many are shown by nobody, as if the database were lost or older than they are; see npm run doctor'

const SWEEP = jobKind('sweep', z.object({}))

/**
 * Every hour one process of the site deletes ended sessions, used codes, accounts that nobody has confirmed in time or that were deleted 14 days ago, old
 * details of videos, notifications that only went into a mail, and unused pictures.
 */
export function sweepHourly({ app: { log }, db, images, jobs }: AppContext): void {
  const sweep = async (): Promise<undefined> => {
    await forgetDetails({ db, images })
    await forgetMailOnly(db)
    const unconfirmed = await deleteUnconfirmed({ db, images })
    const deleted = await deleteHidden({ db, images })
    const [sessions, { deleted: pictures, tooMuch }] = await Promise.all([sweepExpired(db), images.sweep()])
    log.info({ sessions, unconfirmed, deleted, pictures }, 'swept')
    if (tooMuch) log.error(tooMuch, TOO_MUCH)
    return
  }
  const recurring = { first: 2 * MINUTE, every: HOUR, payload: {} }
  jobs.work(SWEEP, sweep, { limit: 1, lease: HOUR / 2, recurring })
}

/**
 * Every minute, in one process of each machine, indexes teachers whose names an older program wrote and merges parts of
 * the search index. Returns a function that stops it.
 */
export function tendSearchIndex({ db, log }: { db: Db; log: FastifyBaseLogger }): () => void {
  let stopped = false
  const run = (task: () => Promise<void>) => () => {
    task().catch((error: unknown) => log.error({ err: error }, 'the search index was not tended'))
  }
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
  const timers = [setInterval(index, MINUTE), setInterval(merge, MINUTE)]
  for (const timer of timers) timer.unref()
  return () => {
    stopped = true
    for (const timer of timers) clearInterval(timer)
  }
}
