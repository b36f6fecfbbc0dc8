import type { Db } from '#server/data/database.ts'
import type { Watched } from '#server/http/metrics.ts'
import { countJobs, type JobCounts } from './jobs.queries.ts'

/** How many jobs wait, run and have failed for good, in the whole site. */
export function jobMetrics(db: Db): Watched[] {
  const read = (state: keyof JobCounts) => () =>
    countJobs(db).then(
      (counts) => counts[state],
      // The other metrics matter most when the database does not answer.
      () => Number.NaN,
    )
  return [
    {
      name: 'lectern_jobs_ready',
      help: 'Jobs that wait for their time or a free place.',
      read: read('ready'),
    },
    { name: 'lectern_jobs_running', help: 'Jobs that a process runs.', read: read('running') },
    { name: 'lectern_jobs_dead', help: 'Jobs that failed eight times and run no more.', read: read('dead') },
  ]
}
