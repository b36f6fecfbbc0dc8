import { z } from 'zod'
import type { AppContext } from '#server/context.ts'
import { type Db, transaction } from '#server/data/database.ts'
import { addMail } from '#server/features/mail/add-mail.ts'
import { jobKind } from '#server/jobs/kind.ts'
import { DAILY_MAIL } from './mail-kinds.ts'
import { deleteMailOnly, dueUsers, readerOf, takeDue } from './mails.queries.ts'
import { dateIn, SITE_TIME_ZONE } from './time-zones.ts'

const MINUTE = 60_000
const USERS = 200
/** A mail is tried for less than two days. */
const KEPT_MS = 7 * 24 * 60 * MINUTE
/** What a mail tells of at most. */
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

/** Deletes notifications that only went into a mail, once the mail is long sent. */
export async function forgetMailOnly(db: Db, now = Date.now()): Promise<void> {
  await deleteMailOnly(db, now - KEPT_MS)
}

/** Adds the daily mail of each user whose eight o'clock has come, if there is something to tell. */
export async function addDailyMails(
  db: Db,
  { now = Date.now(), signal }: { now?: number; signal?: AbortSignal } = {},
): Promise<void> {
  for (;;) {
    const users = await dueUsers(db, { now: new Date(now).toISOString(), count: USERS })
    for (const userId of users) {
      signal?.throwIfAborted()
      await addDailyMail(db, userId, now)
    }
    if (users.length < USERS) return
  }
}

/** The notifications are taken and the mail is added in one transaction, so that each is told once. */
async function addDailyMail(db: Db, userId: string, now: number): Promise<void> {
  await transaction(db, async (trx) => {
    const ids = await takeDue(trx, { userId, now: new Date(now).toISOString() })
    if (ids.length === 0) return
    const timeZone = (await readerOf(trx, userId))?.time_zone ?? SITE_TIME_ZONE
    const data = { ids: ids.toSorted().slice(-NOTIFICATIONS_MAX), timeZone, date: dateIn(timeZone, now) }
    await addMail(trx, { userId, kind: DAILY_MAIL, data })
  })
}
