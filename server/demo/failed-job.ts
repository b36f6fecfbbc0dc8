import type { Db } from '#server/data/database.ts'
import { newId } from '#server/data/ids.ts'

const HOURS_AGO = 19
const HOUR = 3_600_000
const TRIES = 8

/** Adds a job that failed eight times, for the overview of admins. Tried again, it looks for nobody and ends well. */
export async function insertFailedJob(trx: Db): Promise<void> {
  const time = Date.now() - HOURS_AGO * HOUR
  await trx
    .insertInto('jobs')
    .values({
      id: newId(time),
      kind: 'forgot',
      payload: JSON.stringify({ emailKey: 'nobody@lectern.example' }),
      run_at: new Date(time).toISOString(),
      attempts: TRIES,
      state: 'dead',
      last_error: 'The database did not answer in time.',
    })
    .execute()
}
