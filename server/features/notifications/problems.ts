import { FULL_DISK } from '#contract/notification-texts.ts'
import type { AppContext } from '#server/context.ts'
import { type AfterCommit, type Db, transaction } from '#server/data/database.ts'
import { notifyAdmins, tellNotified } from './notify.ts'

const DATE_LENGTH = 10

type Services = Pick<AppContext, 'db' | 'events' | 'jobs'>

/** Notifies the admins of jobs that failed for good, at most once a day for each kind. */
export function notifyOfDeadJobs(services: Services): void {
  services.jobs.whenDead((trx, { kind }, after) => notifyOfProblem(services, { trx, after }, kind))
}

/** Notifies the admins that the disk is full, at most once a day. */
export async function notifyOfFullDisk(services: Services): Promise<void> {
  await transaction(services.db, (trx, after) => notifyOfProblem(services, { trx, after }, FULL_DISK))
}

async function notifyOfProblem(
  { events, jobs }: Services,
  { trx, after }: { trx: Db; after: AfterCommit },
  problem: string,
): Promise<void> {
  const notified = await notifyAdmins(trx, {
    kind: 'broken',
    subject: { kind: 'site', id: problem },
    data: { problem },
    dedupe: `broken ${problem} ${new Date().toISOString().slice(0, DATE_LENGTH)}`,
  })
  after(() => tellNotified({ events, jobs }, notified))
}
