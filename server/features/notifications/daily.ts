import { z } from 'zod'
import type { AppContext } from '#server/context.ts'
import { type Db, transaction } from '#server/data/database.ts'
import { dateIn, SITE_TIME_ZONE } from '#server/data/time-zones.ts'
import { addMails } from '#server/features/mail/add-mail.ts'
import { jobKind } from '#server/jobs/enqueue.ts'
import { type DueRow, deleteMailOnly, dueRows, takeDue, timeZonesOf } from './mails.queries.ts'
import { DAILY_MAIL } from './notify.ts'

const MINUTE = 60_000
const AT_ONCE = 1000
/** Longer than the tries of a mail, which end within two days. */
const KEPT_MS = 7 * 24 * 60 * MINUTE
/** A daily mail lists no more than this. */
const NOTIFICATIONS_MAX = 500

const DAILY = jobKind('daily-mails', z.object({}))

/** Every minute one process of the site adds the daily mails that are due. */
export function sendDailyMails({ db, jobs }: Pick<AppContext, 'db' | 'jobs'>): void {
  const run = async (_payload: object, signal: AbortSignal): Promise<undefined> => {
    await addDailyMails(db, { signal })
    jobs.wake()
    return
  }
  jobs.work(DAILY, run, {
    limit: 1,
    lease: 30 * MINUTE,
    recurring: { first: MINUTE, every: MINUTE, payload: {} },
  })
}

/** Deletes notifications that were only for a mail, a week after they were written. */
export async function forgetMailOnly(db: Db, now = Date.now()): Promise<void> {
  await deleteMailOnly(db, now - KEPT_MS)
}

/** Adds the daily mail of each user with due notifications. */
export async function addDailyMails(
  db: Db,
  { now = Date.now(), signal }: { now?: number; signal?: AbortSignal } = {},
): Promise<void> {
  for (;;) {
    signal?.throwIfAborted()
    // One transaction takes the notifications and adds the mails, so no notification is in two mails.
    const isLast = await transaction(db, async (trx) => {
      const due = await dueRows(trx, { now: new Date(now).toISOString(), count: AT_ONCE })
      const whole = wholeUsers(due)
      await addMailsOf(trx, await takeDue(trx, whole), now)
      return due.length < AT_ONCE
    })
    if (isLast) return
  }
}

/** Leaves out the last user of a full batch, because the next batch may have more of their notifications. */
function wholeUsers(due: DueRow[]): string[] {
  const last = due.length < AT_ONCE ? undefined : due.at(-1)?.user_id
  const whole = due.filter(({ user_id }) => user_id !== last)
  return (whole.length > 0 ? whole : due).map(({ id }) => id)
}

async function addMailsOf(trx: Db, taken: DueRow[], now: number): Promise<void> {
  const byUser = Map.groupBy(taken, ({ user_id }) => user_id)
  const zones = await timeZonesOf(trx, [...byUser.keys()])
  await addMails(
    trx,
    [...byUser].map(([userId, rows]) => {
      const timeZone = zones.get(userId) ?? SITE_TIME_ZONE
      const ids = rows.map(({ id }) => id).toSorted()
      const date = dateIn(timeZone, now)
      const data = { ids: ids.slice(-NOTIFICATIONS_MAX), timeZone, date }
      return { userId, kind: DAILY_MAIL, data }
    }),
  )
}
