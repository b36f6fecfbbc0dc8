import type { z } from 'zod'
import type { Db } from '#server/data/database.ts'
import { newId } from '#server/data/ids.ts'
import { insertJobs } from './jobs.queries.ts'

interface NewJob<Payload> {
  payload: Payload
  /** When it may run first, in milliseconds; at once by default. */
  at?: number
  /** While a job with this key waits or runs, another one is not added. */
  dedupe?: string
}

/**
 * Adds a job in the transaction of the change that needs it: both are committed, or neither is. The job runs at least once,
 * so what does it must be able to run twice. Call `jobs.wake` after the commit, or the job waits for the next poll.
 */
export function enqueue<Payload>(trx: Db, kind: JobKind<Payload>, job: NewJob<Payload>): Promise<void> {
  return enqueueAll(trx, kind, [job])
}

/** The same for many jobs, in one statement. */
export async function enqueueAll<Payload>(
  trx: Db,
  { name }: JobKind<Payload>,
  jobs: NewJob<Payload>[],
): Promise<void> {
  const now = Date.now()
  const rows = jobs.map(({ payload, at = now, dedupe }, index) => ({
    id: newId(now + index),
    kind: name,
    payload: JSON.stringify(payload),
    run_at: new Date(at).toISOString(),
    dedupe_key: dedupe ?? null,
  }))
  await insertJobs(trx, rows)
}

/** A kind of job: its name in the table, and what its payload must be. */
export interface JobKind<Payload> {
  name: string
  payload: z.ZodType<Payload>
}

/** Declares a kind of job, so that what enqueues it and what does it agree about the payload. */
export function jobKind<Payload>(name: string, payload: z.ZodType<Payload>): JobKind<Payload> {
  return { name, payload }
}
