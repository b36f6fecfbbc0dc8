import { audit, type RequestMeta } from '#server/auth/audit.ts'
import { endSessions } from '#server/auth/session.ts'
import { type Db, transaction } from '#server/data/database.ts'
import { setAdmin } from './auth.queries.ts'
import { makeResetCode } from './reset.ts'

/** What whoever runs the machine does to an account from its command line. */
interface ByHand {
  userId: string
  meta: RequestMeta
}

/** Makes a person an admin, or takes it from them and ends their sessions. */
export async function changeAdmin(db: Db, { userId, meta }: ByHand, isAdmin: boolean): Promise<void> {
  await transaction(db, async (trx) => {
    await setAdmin(trx, userId, isAdmin)
    if (!isAdmin) await endSessions(trx, userId)
    await audit(trx, meta, { action: isAdmin ? 'admin.made' : 'admin.unmade', subject: userId })
  })
}

/** A one-time code to set a new password with; its only copy is what this gives. */
export function giveResetCode(db: Db, { userId, meta }: ByHand): Promise<string> {
  return transaction(db, async (trx) => {
    await audit(trx, meta, { action: 'reset.code', subject: userId })
    return makeResetCode(trx, userId)
  })
}

/** Logs a person out everywhere. */
export async function endAllSessions(db: Db, { userId, meta }: ByHand): Promise<void> {
  await transaction(db, async (trx) => {
    await endSessions(trx, userId)
    await audit(trx, meta, { action: 'session.ended', subject: userId, detail: { all: true } })
  })
}
