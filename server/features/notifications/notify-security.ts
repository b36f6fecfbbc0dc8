import { deviceName } from '#contract/device-name.ts'
import type { RequestMeta } from '#server/auth/audit.ts'
import type { AppContext } from '#server/context.ts'
import type { AfterCommit, Db } from '#server/data/database.ts'
import { type Notified, notify, tellNotified } from './notify.ts'

/** What changed in how a user logs in. */
export interface SecurityEvent {
  userId: string
  event:
    | 'login'
    | 'password'
    | 'address'
    | 'passkey'
    | 'passkey-removed'
    | 'passkey-disabled'
    | 'authenticator'
    | 'authenticator-removed'
    | 'recovery'
    | 'recovery-used'
  /** Where it came from. */
  meta: Pick<RequestMeta, 'agent' | 'network'>
}

export type Services = Pick<AppContext, 'events' | 'jobs'>

/** Tells a user of it, in the transaction of the change. Nobody can turn this off. */
export async function notifySecurity(
  services: Services,
  { trx, after }: { trx: Db; after: AfterCommit },
  event: SecurityEvent,
): Promise<void> {
  const told = await writeSecurityNotice(trx, event)
  after(() => tellNotified(services, told))
}

/** The same without telling open screens, for the command line. */
export function writeSecurityNotice(
  trx: Db,
  { userId, event, meta: { agent, network } }: SecurityEvent,
): Promise<Notified> {
  return notify(trx, {
    kind: 'security',
    userIds: [userId],
    subject: { kind: 'user', id: userId },
    group: `${userId} ${event}`,
    data: { event, device: deviceName(agent), network },
  })
}
