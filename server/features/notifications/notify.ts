import { z } from 'zod'
import type { NotificationData, SubjectKind } from '#contract/notifications/notification-fields.ts'
import { type DataKey, KINDS, type NotificationKind } from '#contract/notifications/notification-kinds.ts'
import type { AppContext } from '#server/context.ts'
import type { Db } from '#server/data/database.ts'
import { newId } from '#server/data/ids.ts'
import { dateIn, mornings, SITE_TIME_ZONE } from '#server/data/time-zones.ts'
import { addMails } from '#server/features/mail/add-mail.ts'
import { countImmediate, delayMails } from './mails.queries.ts'
import {
  adminIds,
  type CommonColumns,
  insertNotifications,
  type Recipient,
  recipientsAmong,
} from './notifications.queries.ts'

export interface Notice<Kind extends NotificationKind = NotificationKind> {
  kind: Kind
  /** The user that caused it, who gets no notification of it. */
  actorId?: string | undefined
  subject: { kind: SubjectKind; id: string }
  /** Unread notifications of one kind and group are one entry of the list. By default, the id of the subject. */
  group?: string | undefined
  data?: Pick<NotificationData, DataKey<Kind>> | undefined
  /** A user gets one notification with this key, however often it is written. */
  dedupe?: string | undefined
}

/** The result of a notice. Pass it to `tellNotified` after the commit. */
export interface Notified {
  /** The users whose list has a new entry. */
  userIds: string[]
  hasMails: boolean
}

/** Notifies those of these users whose settings ask for it, in the transaction of the event. */
export async function notify<Kind extends NotificationKind>(
  trx: Db,
  { userIds, ...notice }: Notice<Kind> & { userIds: Iterable<string> },
): Promise<Notified> {
  const others = [...new Set(userIds)].filter((id) => id !== notice.actorId)
  return deliver(trx, notice, await recipientsAmong(trx, notice.kind, others))
}

/** The same for all admins. */
export async function notifyAdmins<Kind extends NotificationKind>(
  trx: Db,
  notice: Notice<Kind>,
): Promise<Notified> {
  return notify(trx, { ...notice, userIds: await adminIds(trx) })
}

/** The same for users whose settings are known. */
export async function deliver(trx: Db, notice: Notice, recipients: Recipient[]): Promise<Notified> {
  const now = Date.now()
  const morning = mornings(now)
  const wanted = recipients
    .map((each) => settled(notice, each))
    .filter(({ app, mail }) => app || mail !== 'never')
    .map((each) => ({ ...each, notificationId: newId(now) }))
  const added = await insertNotifications(
    trx,
    columnsOf(notice, now),
    wanted.map(({ notificationId, id, app, mail, timeZone }) => ({
      id: notificationId,
      user_id: id,
      app: app ? 1 : 0,
      mail_at: mail === 'daily' ? morning(timeZone) : null,
    })),
  )
  const written = wanted.filter(({ id }) => added.has(id))
  const atOnce = written.filter(({ mail }) => mail === 'now')
  if (atOnce.length > 0) await mailAtOnce(trx, notice.kind, atOnce)
  return {
    userIds: written.filter(({ app }) => app).map(({ id }) => id),
    hasMails: atOnce.length > 0,
  }
}

function settled({ kind, data = {} }: Notice, recipient: Recipient): Recipient {
  const { setting, mail } = KINDS[kind]
  if (!setting.always) return recipient
  return { ...recipient, app: true, mail: mail.isMailedElsewhere?.(data) ? 'never' : 'now' }
}

function columnsOf(notice: Notice, now: number): CommonColumns {
  const { kind, actorId, subject, group = subject.id, data = {}, dedupe } = notice
  return {
    kind,
    subject_kind: subject.kind,
    subject_id: subject.id,
    group_id: group,
    actor_id: actorId ?? null,
    data: JSON.stringify(data),
    dedupe_key: dedupe ?? null,
    created_at: new Date(now).toISOString(),
  }
}

/** Sends a live event to the notified users and wakes the mail jobs. Call it after the commit. */
export function tellNotified(
  { events, jobs }: Pick<AppContext, 'events' | 'jobs'>,
  ...notified: Notified[]
): void {
  const userIds = [...new Set(notified.flatMap((each) => each.userIds))]
  if (userIds.length > 0) events.publish({ type: 'users', userIds, event: { type: 'notifications' } })
  if (notified.some(({ hasMails }) => hasMails)) jobs.wake()
}

/** An immediate mail about one notification. */
export const NOTIFICATION_MAIL = { name: 'notification', data: z.object({ id: z.string() }) }

/** An immediate mail about a security event. */
export const SECURITY_MAIL = { name: 'security', data: z.object({ id: z.string() }) }

/** One mail about all notifications since the last daily mail. */
export const DAILY_MAIL = {
  name: 'daily',
  data: z.object({ ids: z.array(z.string()), timeZone: z.string(), date: z.string() }),
}

interface Mailed {
  /** The id of the user. */
  id: string
  timeZone: string | null
  notificationId: string
}

/** Adds a mail for each of these new notifications. Those above a user's limit for the day join the daily mail. */
async function mailAtOnce(trx: Db, kind: NotificationKind, mailed: Mailed[]): Promise<void> {
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
