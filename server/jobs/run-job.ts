import type { FastifyBaseLogger } from 'fastify'
import { type AfterCommit, type Db, transaction } from '#server/data/database.ts'
import type { JobRow } from '#server/data/job-rows.ts'
import { deleteJob, putBack, renewLease } from './jobs.queries.ts'

const TRIES = 8
const FIRST_PAUSE_MS = 10_000
const LONGEST_PAUSE_MS = 6 * 3_600_000

export interface Tries {
  isFirst: boolean
  isLast: boolean
}

/** What does the jobs of a kind in this process. */
export interface Worker {
  run: (payload: unknown, signal: AbortSignal, tries: Tries) => Promise<unknown>
  limit: number
  lease: number
  renews?: boolean | undefined
  every?: number | undefined
}

/** Runs in the transaction that stores the end of a job that has failed for good. */
export type WhenDead = (trx: Db, job: JobRow, after: AfterCommit) => Promise<void>

interface JobContext {
  db: Db
  log: FastifyBaseLogger
  /** Aborted when the process stops. */
  stopping: AbortSignal
  whenDead: readonly WhenDead[]
}

/** Runs a leased job and stores how it ended. */
export async function runJob(context: JobContext, worker: Worker, job: JobRow): Promise<void> {
  const { db, stopping } = context
  await using lease = holdLease(context, worker, job)
  const tries = {
    isFirst: job.attempts === 1,
    isLast: worker.every === undefined && job.attempts >= TRIES,
  }
  let next: unknown
  try {
    // A job that ended its process at each try does not get another one.
    if (worker.every === undefined && job.attempts > TRIES) throw new Error('The process ended.')
    next = await worker.run(JSON.parse(job.payload), lease.signal, tries)
  } catch (error) {
    if (!stopping.aborted) return await storeError(context, worker, { job, error })
    return await putBack(db, job, { state: 'ready', runAt: later(0), attempts: job.attempts - 1 })
  }
  if (worker.every === undefined) return await deleteJob(db, job)
  const payload = next === undefined ? job.payload : JSON.stringify(next)
  return await putBack(db, job, { state: 'ready', runAt: later(worker.every), attempts: 0, payload })
}

/** The signal of a run: it ends with the lease, or when a renewal fails because another process has taken the job. */
function holdLease({ db, stopping }: JobContext, { lease, renews }: Worker, job: JobRow) {
  if (!renews) {
    return {
      signal: AbortSignal.any([stopping, AbortSignal.timeout(lease)]),
      [Symbol.asyncDispose]: async () => {},
    }
  }
  const lost = new AbortController()
  let renewing = Promise.resolve()
  let until = Date.now() + lease
  const timer = setInterval(() => {
    renewing = renewing.then(async () => {
      const next = Date.now() + lease
      const isRenewed = await renewLease(db, job, new Date(next).toISOString()).catch(() => undefined)
      if (isRenewed) until = next
      // Without an answer of the database the lease holds until its end.
      if (isRenewed === false || Date.now() >= until) lost.abort()
    })
  }, lease / 3)
  return {
    signal: AbortSignal.any([stopping, lost.signal]),
    async [Symbol.asyncDispose]() {
      clearInterval(timer)
      await renewing
    },
  }
}

function storeError(
  { db, log, whenDead }: JobContext,
  { every }: Worker,
  { job, error }: { job: JobRow; error: unknown },
): Promise<void> {
  const { kind, attempts } = job
  const state = every === undefined && attempts >= TRIES ? 'dead' : 'ready'
  const pause = Math.min(pauseAfter(attempts), every ?? LONGEST_PAUSE_MS)
  log.warn({ err: error, job: kind, attempts, state }, 'a job failed')
  return transaction(db, async (trx, after) => {
    await putBack(trx, job, { state, runAt: later(pause), attempts, error })
    if (state !== 'dead') return
    for (const effect of whenDead) await effect(trx, job, after)
  })
}

function later(milliseconds: number): string {
  return new Date(Date.now() + milliseconds).toISOString()
}

/** Grows from 10 seconds after the first try to 6 hours after the seventh. */
function pauseAfter(attempts: number): number {
  const growth = (LONGEST_PAUSE_MS / FIRST_PAUSE_MS) ** ((attempts - 1) / (TRIES - 2))
  return Math.min(FIRST_PAUSE_MS * growth, LONGEST_PAUSE_MS)
}
