import { deviceName } from '#contract/account/device-name.ts'
import type { SecurityEventName } from '#contract/notifications/notification-words.ts'
import type { RequestMeta } from '#server/auth/audit.ts'
import type { AppContext } from '#server/context.ts'
import type { AfterCommit, Db } from '#server/data/database.ts'
import { type Notified, notify, tellNotified } from './notify.ts'

/** A change of how a user logs in, or a login from a new network. */
export interface SecurityEvent {
  userId: string
  event: SecurityEventName
  /** The device and network that caused it, unless they are an admin's. */
  meta?: Pick<RequestMeta, 'agent' | 'network'>
}

export type Services = Pick<AppContext, 'events' | 'jobs'>

/** Notifies the user in the transaction of the change. Users cannot turn this off. */
export async function notifySecurity(
  services: Services,
  { trx, after }: { trx: Db; after: AfterCommit },
  event: SecurityEvent,
): Promise<void> {
  const notified = await writeSecurityNotice(trx, event)
  after(() => tellNotified(services, notified))
}

/** The same without a live event, for the command line. */
export function writeSecurityNotice(trx: Db, { userId, event, meta }: SecurityEvent): Promise<Notified> {
  return notify(trx, {
    kind: 'security',
    userIds: [userId],
    subject: { kind: 'user', id: userId },
    group: `${userId} ${event}`,
    data: { event, ...(meta && { device: deviceName(meta.agent), network: meta.network }) },
  })
}
