import { FULL_DISK } from '#contract/notifications/notification-words.ts'
import type { AppContext } from '#server/context.ts'
import { type AfterCommit, type Db, transaction } from '#server/data/database.ts'
import { adminIds, releaseKey, wasReleased } from './notifications.queries.ts'
import { notifyAdmins, tellNotified } from './notify.ts'

const DATE_LENGTH = 10
const DAY_MS = 86_400_000

type Services = Pick<AppContext, 'db' | 'events' | 'jobs'>

/** Notifies the admins of jobs that failed for good, at most once a day for each kind. */
export function notifyOfDeadJobs(services: Services): void {
  services.jobs.whenDead((trx, { kind }, after) => {
    const day = new Date().toISOString().slice(0, DATE_LENGTH)
    return notifyOfProblem(services, { trx, after }, { problem: kind, dedupe: `broken ${kind} ${day}` })
  })
}

const shortageKey = (node: string) => `broken ${FULL_DISK} ${node}`

/** Notifies the admins that the disk of a node is short of space: once until `endShortage`, and at most once a day. */
export async function notifyOfShortage(services: Services, node: string): Promise<void> {
  const dedupe = shortageKey(node)
  const since = new Date(Date.now() - DAY_MS).toISOString()
  await transaction(services.db, async (trx, after) => {
    if (await wasReleased(trx, await adminIds(trx), { dedupeKey: dedupe, since })) return
    await notifyOfProblem(services, { trx, after }, { problem: FULL_DISK, dedupe })
  })
}

/** The next shortage of this node is a new one. */
export async function endShortage(db: Db, node: string): Promise<void> {
  await releaseKey(db, await adminIds(db), shortageKey(node))
}

async function notifyOfProblem(
  { events, jobs }: Services,
  { trx, after }: { trx: Db; after: AfterCommit },
  { problem, dedupe }: { problem: string; dedupe: string },
): Promise<void> {
  const notified = await notifyAdmins(trx, {
    kind: 'broken',
    subject: { kind: 'site', id: problem },
    data: { problem },
    dedupe,
  })
  after(() => tellNotified({ events, jobs }, notified))
}
