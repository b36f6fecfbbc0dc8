import { audit, type Trail } from '#server/auth/audit.ts'
import { endSessions } from '#server/auth/session.ts'
import { type Db, transaction } from '#server/data/database.ts'
import { setAdmin } from './auth.queries.ts'
import { makeResetCode } from './reset.ts'

/** What whoever runs the machine does to an account from its command line. */
interface ByHand {
  userId: string
  trail: Trail
}

/** Makes a person an admin, or takes it from them and ends their sessions. */
export async function changeAdmin(db: Db, { userId, trail }: ByHand, isAdmin: boolean): Promise<void> {
  await transaction(db, async (trx) => {
    await setAdmin(trx, userId, isAdmin)
    if (!isAdmin) await endSessions(trx, userId)
    await audit(trx, trail, { action: isAdmin ? 'admin.made' : 'admin.unmade', subject: userId })
  })
}

/** A one-time code to set a new password with; its only copy is what this gives. */
export function giveResetCode(db: Db, { userId, trail }: ByHand): Promise<string> {
  return transaction(db, async (trx) => {
    await audit(trx, trail, { action: 'reset.code', subject: userId })
    return makeResetCode(trx, userId)
  })
}

/** Logs a person out everywhere. */
export async function endAllSessions(db: Db, { userId, trail }: ByHand): Promise<void> {
  await transaction(db, async (trx) => {
    await endSessions(trx, userId)
    await audit(trx, trail, { action: 'session.ended', subject: userId, detail: { all: true } })
  })
}
