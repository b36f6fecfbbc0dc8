import type { Role } from '#contract/account/user-fields.ts'
import { LAST_ADMIN, NOT_YOURSELF, TEACHER_WITH_PLAYLISTS } from '#contract/reports/report-messages.ts'
import { audit, type RequestMeta } from '#server/auth/audit.ts'
import { endSessions } from '#server/auth/session.ts'
import type { Viewer } from '#server/auth/viewer.ts'
import type { AppContext } from '#server/context.ts'
import { type Db, transaction } from '#server/data/database.ts'
import { emit } from '#server/events.ts'
import { AppError } from '#server/http/app-error.ts'
import { type Account, deleteResetCodes, lockAdmins, ownsPlaylists, updateAccount } from './users.queries.ts'
import { lockAccount } from './users.ts'

/** A change that an admin makes to the account `userId`. */
export interface AdminChange {
  admin: Viewer
  meta: RequestMeta
  userId: string
}

/**
 * Locks the account that an admin wants to change. Throws `conflict` for the admin's own account, so that admins cannot lock
 * themselves out.
 */
export async function accountToChange(trx: Db, { admin, userId }: AdminChange): Promise<Account | undefined> {
  if (admin.id === userId) throw new AppError('conflict', NOT_YOURSELF)
  return lockAccount(trx, userId)
}

/** Throws `conflict` if this user is the last admin who can log in. Concurrent changes wait for the lock on the admins. */
export async function rejectLastAdmin(trx: Db, userId: string): Promise<void> {
  const admins = await lockAdmins(trx)
  if (admins.includes(userId) && admins.length === 1) throw new AppError('conflict', LAST_ADMIN)
}

/**
 * Suspends an account: ends its sessions and prevents new ones. Its content stays.
 */
export function suspend(
  context: Pick<AppContext, 'db' | 'events' | 'jobs'>,
  change: AdminChange,
  reason: string,
): Promise<void> {
  const { admin, meta, userId } = change
  return transaction(context.db, async (trx) => {
    if (admin.id !== userId) await rejectLastAdmin(trx, userId)
    const account = await accountToChange(trx, change)
    if (!account) return
    const now = new Date().toISOString()
    await updateAccount(trx, userId, {
      suspended_at: account.suspended_at ?? now,
      suspended_reason: reason,
      updated_at: now,
    })
    await endSessions(trx, userId)
    await deleteResetCodes(trx, userId)
    await audit(trx, meta, {
      action: 'user.suspended',
      actorId: admin.id,
      subject: userId,
      detail: { reason },
    })
    await emit(trx, 'user.suspended', { userId, adminId: admin.id, context })
  })
}

export function liftSuspension(db: Db, change: AdminChange): Promise<void> {
  const { admin, meta, userId } = change
  return transaction(db, async (trx) => {
    const account = await accountToChange(trx, change)
    if (!account || account.suspended_at === null) return
    const updated_at = new Date().toISOString()
    await updateAccount(trx, userId, { suspended_at: null, suspended_reason: null, updated_at })
    await audit(trx, meta, { action: 'user.unsuspended', actorId: admin.id, subject: userId })
  })
}

/** Changes a role and removes the profession, which its user can set again. Throws `conflict` for a teacher with playlists. */
export function changeRole(db: Db, change: AdminChange, role: Role): Promise<void> {
  const { admin, meta, userId } = change
  return transaction(db, async (trx) => {
    const account = await accountToChange(trx, change)
    if (!account || account.role === role) return
    if (account.role === 'Teacher' && (await ownsPlaylists(trx, userId)))
      throw new AppError('conflict', TEACHER_WITH_PLAYLISTS)
    await updateAccount(trx, userId, { role, profession: null, updated_at: new Date().toISOString() })
    await emit(trx, 'user.renamed', { userId, hasNewName: false })
    const detail = { from: account.role, to: role }
    await audit(trx, meta, { action: 'role.changed', actorId: admin.id, subject: userId, detail })
  })
}

/** Grants admin rights. */
export function makeAdmin(db: Db, change: AdminChange): Promise<void> {
  return transaction(db, async (trx) => {
    const account = await accountToChange(trx, change)
    if (account?.is_admin === 0) await setAdmin(trx, change, true)
  })
}

/** Revokes admin rights and ends the user's sessions. */
export function unmakeAdmin(db: Db, change: AdminChange): Promise<void> {
  const { admin, userId } = change
  return transaction(db, async (trx) => {
    if (admin.id !== userId) await rejectLastAdmin(trx, userId)
    const account = await accountToChange(trx, change)
    if (account?.is_admin !== 1) return
    await setAdmin(trx, change, false)
    await endSessions(trx, userId)
  })
}

async function setAdmin(trx: Db, { admin, meta, userId }: AdminChange, isAdmin: boolean): Promise<void> {
  await updateAccount(trx, userId, { is_admin: isAdmin ? 1 : 0, updated_at: new Date().toISOString() })
  await emit(trx, 'user.rightsChanged', { userId })
  const action = isAdmin ? 'admin.made' : 'admin.unmade'
  await audit(trx, meta, { action, actorId: admin.id, subject: userId })
}
