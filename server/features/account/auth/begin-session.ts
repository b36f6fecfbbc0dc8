import { audit, type RequestMeta } from '#server/auth/audit.ts'
import { startSession } from '#server/auth/session.ts'
import type { AfterCommit, Db } from '#server/data/database.ts'
import { notifySecurity, type Services } from '#server/features/notifications/notify-security.ts'
import { networksOf, noteNetwork } from './auth.queries.ts'

const NETWORK_KEPT = 90 * 86_400_000

interface Begin {
  trx: Db
  after: AfterCommit
  account: { id: string; is_admin: number }
  meta: RequestMeta
}

/**
 * Starts a session after all checks and returns its token. The caller holds the lock on the account. Notifies the owner if the
 * network is new to the account, except at the first login.
 */
export async function beginSession(
  services: Services,
  { trx, after, account: { id: userId, is_admin }, meta }: Begin,
): Promise<string> {
  const { network } = meta
  const networks = await networksOf(trx, userId)
  const isNew = networks.length > 0 && !networks.includes(network)
  if (isNew) await notifySecurity(services, { trx, after }, { userId, event: 'login', meta })
  await noteNetwork(trx, { userId, network }, new Date(Date.now() - NETWORK_KEPT).toISOString())
  await audit(trx, meta, { action: 'login', actorId: userId, subject: userId })
  return startSession(trx, { userId, isAdmin: is_admin === 1, meta, isUnknownNetwork: isNew })
}
