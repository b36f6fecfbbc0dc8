import type { AppContext } from '#server/context.ts'
import { notifyAdmins, tellNotified } from './notify.ts'

const DATE_LENGTH = 10

/** Notifies the admins of jobs that failed for good, at most once a day for each kind. */
export function notifyOfDeadJobs({ events, jobs }: Pick<AppContext, 'events' | 'jobs'>): void {
  jobs.whenDead(async (trx, { kind }, after) => {
    const notified = await notifyAdmins(trx, {
      kind: 'broken',
      subject: { kind: 'site', id: kind },
      data: { problem: kind },
      dedupe: `broken ${kind} ${new Date().toISOString().slice(0, DATE_LENGTH)}`,
    })
    after(() => tellNotified({ events, jobs }, notified))
  })
}
