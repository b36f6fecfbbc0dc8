import { KINDS, type NotificationKind } from '#contract/notifications/notification-kinds.ts'
import type { Db } from '#server/data/database.ts'
import { addMails } from '#server/features/mail/add-mail.ts'
import { NOTIFICATION_MAIL, SECURITY_MAIL } from './mail-kinds.ts'
import { countImmediate, delayMails } from './mails.queries.ts'
import { dateIn, mornings, SITE_TIME_ZONE } from './time-zones.ts'

interface Mailed {
  /** The id of the user. */
  id: string
  timeZone: string | null
  notificationId: string
}

/** Adds a mail for each of these new notifications. Those above a user's limit for the day join the daily mail. */
export async function mailAtOnce(trx: Db, kind: NotificationKind, mailed: Mailed[]): Promise<void> {
  const isAlways = KINDS[kind].setting.always
  const full = isAlways ? new Set<string>() : await usersWithEnough(trx, mailed)
  await addMails(
    trx,
    mailed
      .filter(({ id }) => !full.has(id))
      .map(({ id, notificationId }) => ({
        userId: id,
        kind: isAlways ? SECURITY_MAIL : NOTIFICATION_MAIL,
        data: { id: notificationId },
        dedupe: `notification ${notificationId}`,
      })),
  )
  const morning = mornings(Date.now())
  await delayMails(
    trx,
    mailed
      .filter(({ id }) => full.has(id))
      .map(({ notificationId, timeZone }) => ({ id: notificationId, at: morning(timeZone) })),
  )
}

function usersWithEnough(trx: Db, mailed: Mailed[]): Promise<Set<string>> {
  const now = Date.now()
  return countImmediate(
    trx,
    mailed.map(({ id, timeZone }) => ({ userId: id, day: dateIn(timeZone ?? SITE_TIME_ZONE, now) })),
  )
}
