import { countOf } from '#contract/format.ts'
import { type Db, transaction } from '#server/data/database.ts'
import { deadJobs, reviveJobs } from '#server/jobs/jobs.queries.ts'
import { type Finding, ok, problem, REPAIR } from './finding.ts'

/** Jobs that failed eight times run no more until somebody looks. */
export async function lookAtJobs(db: Db): Promise<Finding[]> {
  const dead = await deadJobs(db)
  if (dead.length === 0) return [ok('No job has failed for good.')]
  const repair = async () =>
    `${countOf(await transaction(db, (trx) => reviveJobs(trx)), 'job')} will run again.`
  return dead.map(({ kind, n, error }, index) => ({
    ...problem(
      `${countOf(n, 'job')} of the kind ${kind} failed eight times: ${error ?? 'no reason'}`,
      REPAIR,
    ),
    ...(index === 0 && { repair }),
  }))
}
