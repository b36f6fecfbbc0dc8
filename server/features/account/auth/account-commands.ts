import { audit, type RequestMeta } from '#server/auth/audit.ts'
import { endSessions } from '#server/auth/session.ts'
import { type Db, transaction } from '#server/data/database.ts'
import { emit } from '#server/events.ts'
import { writeSecurityNotice } from '#server/features/notifications/notify-security.ts'
import { setAdmin } from './auth.queries.ts'
import { makeResetCode } from './reset.ts'
import { deleteTotp } from './second-step.queries.ts'

/** The account and the audit data of an operator's command. */
interface AccountCommand {
  userId: string
  meta: RequestMeta
}

/** Grants admin rights, or revokes them and ends the user's sessions. */
export async function changeAdmin(db: Db, { userId, meta }: AccountCommand, isAdmin: boolean): Promise<void> {
  await transaction(db, async (trx) => {
    await setAdmin(trx, userId, isAdmin)
    await emit(trx, 'user.rightsChanged', { userId })
    if (!isAdmin) await endSessions(trx, userId)
    await audit(trx, meta, { action: isAdmin ? 'admin.made' : 'admin.unmade', subject: userId })
  })
}

/** Returns a one-time code to set a new password; only its hash is stored. */
export function giveResetCode(db: Db, { userId, meta }: AccountCommand): Promise<string> {
  return transaction(db, async (trx) => {
    await audit(trx, meta, { action: 'reset.code', subject: userId })
    return makeResetCode(trx, userId)
  })
}

/** Turns off a lost authenticator app and its recovery codes. Returns whether it was on. */
export function endSecondStep(db: Db, { userId, meta }: AccountCommand): Promise<boolean> {
  return transaction(db, async (trx) => {
    if (!(await deleteTotp(trx, userId))) return false
    await audit(trx, meta, { action: 'authenticator.off', subject: userId })
    await writeSecurityNotice(trx, { userId, event: 'authenticator-removed', meta })
    return true
  })
}

/** Ends all sessions of a user. */
export async function endAllSessions(db: Db, { userId, meta }: AccountCommand): Promise<void> {
  await transaction(db, async (trx) => {
    await endSessions(trx, userId)
    await audit(trx, meta, { action: 'session.ended', subject: userId, detail: { all: true } })
  })
}
