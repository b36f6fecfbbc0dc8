import { ALWAYS_ON } from '#contract/notification-kinds.ts'
import { NotificationData } from '#contract/notifications.ts'
import type { Db } from '#server/data/database.ts'
import type { NotificationRow } from '#server/data/notification-rows.ts'
import { addMails } from '#server/features/mail/add-mail.ts'
import { NOTIFICATION_MAIL, SECURITY_MAIL } from './mail-kinds.ts'
import { countImmediate, delayMails } from './mails.queries.ts'
import { dateIn, nextMorning, SITE_TIME_ZONE } from './time-zones.ts'

interface Mailed {
  row: NotificationRow
  timeZone: string | null
}

/** These security events have account mails of their own (server/features/mail/account-mails.ts). */
const OWN_MAILS: readonly (string | undefined)[] = ['password', 'address']

function hasOwnMail({ kind, data }: NotificationRow): boolean {
  return kind === 'security' && OWN_MAILS.includes(NotificationData.parse(JSON.parse(data)).event)
}

/** Adds a mail for each of these notifications; those above the limit of a user's day join the daily mail. */
export async function mailAtOnce(trx: Db, notified: Mailed[], now: number): Promise<void> {
  const mailed = notified.filter(({ row }) => !hasOwnMail(row))
  const limited = mailed.filter(({ row }) => !ALWAYS_ON.includes(row.kind))
  const full = await countImmediate(
    trx,
    limited.map(({ row, timeZone }) => ({
      userId: row.user_id,
      day: dateIn(timeZone ?? SITE_TIME_ZONE, now),
    })),
  )
  const late = limited.filter(({ row }) => full.has(row.user_id))
  const atOnce = mailed.filter((each) => !late.includes(each))
  await addMails(
    trx,
    atOnce.map(({ row: { id, user_id, kind } }) => ({
      userId: user_id,
      kind: ALWAYS_ON.includes(kind) ? SECURITY_MAIL : NOTIFICATION_MAIL,
      data: { id },
      dedupe: `notification ${id}`,
    })),
  )
  await delayMails(
    trx,
    late.map(({ row, timeZone }) => ({
      id: row.id,
      at: new Date(nextMorning(timeZone ?? SITE_TIME_ZONE, now)).toISOString(),
    })),
  )
}
