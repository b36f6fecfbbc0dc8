import type { NotificationData, SubjectKind } from '#contract/notifications/notification-fields.ts'
import { type DataKey, KINDS, type NotificationKind } from '#contract/notifications/notification-kinds.ts'
import type { AppContext } from '#server/context.ts'
import type { Db } from '#server/data/database.ts'
import { newId } from '#server/data/ids.ts'
import { mailAtOnce } from './immediate.ts'
import { type CommonColumns, insertNotifications } from './notifications.queries.ts'
import { adminIds, type Recipient, recipientsAmong } from './recipients.queries.ts'
import { mornings } from './time-zones.ts'

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
