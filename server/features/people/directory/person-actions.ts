import { NOT_FOUND } from '#contract/not-found.ts'
import { TYPE_THE_NAME } from '#contract/people/people-words.ts'
import { audit } from '#server/auth/audit.ts'
import { endSessions as endAllSessions } from '#server/auth/session.ts'
import type { AppContext } from '#server/context.ts'
import { type Db, transaction } from '#server/data/database.ts'
import { makeResetCode } from '#server/features/account/auth/reset.ts'
import { deleteTotp, disablePasskeys } from '#server/features/account/auth/second-step.queries.ts'
import { hideAccount, lockAccounts, showAccount } from '#server/features/account/deletion/delete-account.ts'
import {
  type AdminChange,
  accountToChange,
  rejectLastAdmin,
} from '#server/features/account/users/admin-changes.ts'
import { type Account, updateAccount } from '#server/features/account/users/users.queries.ts'
import { RESET_MAIL } from '#server/features/mail/account-mails.ts'
import { addMail } from '#server/features/mail/add-mail.ts'
import { notifySecurity } from '#server/features/notifications/notify-security.ts'
import { AppError, invalid } from '#server/http/app-error.ts'

type Services = Pick<AppContext, 'db' | 'events' | 'jobs'>

/** Locks the account of somebody else, who is not the last admin. Throws the AppErrors of the other cases. */
export async function lockOther(trx: Db, change: AdminChange): Promise<Account> {
  const { admin, userId } = change
  if (admin.id !== userId) await rejectLastAdmin(trx, userId)
  const account = await accountToChange(trx, change)
  if (!account) throw new AppError('not_found', NOT_FOUND.user)
  return account
}

export function endSessionsOf(services: Services, change: AdminChange): Promise<void> {
  const { admin, meta, userId } = change
  return transaction(services.db, async (trx, after) => {
    await lockOther(trx, change)
    await endAllSessions(trx, userId)
    const detail = { all: true }
    await audit(trx, meta, { action: 'session.ended', actorId: admin.id, subject: userId, detail })
    await notifySecurity(services, { trx, after }, { userId, event: 'sessions-ended' })
  })
}

/** Turns off the authenticator app and disables the passkeys of somebody who lost them. */
export function endSecondStepOf(services: Services, change: AdminChange): Promise<void> {
  const { admin, meta, userId } = change
  return transaction(services.db, async (trx, after) => {
    const { username } = await lockOther(trx, change)
    const hadApp = await deleteTotp(trx, userId)
    const disabled = await disablePasskeys(trx, userId)
    if (!hadApp && disabled.length === 0) throw new AppError('conflict', `${username} has no second step.`)
    const entry = { actorId: admin.id, subject: userId }
    if (hadApp) await audit(trx, meta, { action: 'authenticator.off', ...entry })
    for (const { id } of disabled)
      await audit(trx, meta, { action: 'passkey.disabled', ...entry, detail: { passkey: id } })
    await notifySecurity(services, { trx, after }, { userId, event: 'second-step-ended' })
  })
}

/** Mails a link to a new password. Where the site sends no mail, returns a code instead, which only its hash remembers. */
export function resetPasswordOf(
  { mail, ...services }: Services & Pick<AppContext, 'mail'>,
  change: AdminChange,
): Promise<string | undefined> {
  const { admin, meta, userId } = change
  return transaction(services.db, async (trx, after) => {
    const { deleted_at } = await lockOther(trx, change)
    if (deleted_at !== null) throw new AppError('conflict', 'Restore the account first.')
    const entry = { actorId: admin.id, subject: userId }
    if (mail.mode !== 'none') {
      await addMail(trx, { userId, kind: RESET_MAIL, data: {} })
      await audit(trx, meta, { action: 'reset.link', ...entry })
      after(services.jobs.wake)
      return
    }
    const code = await makeResetCode(trx, userId)
    await audit(trx, meta, { action: 'reset.code', ...entry })
    await notifySecurity(services, { trx, after }, { userId, event: 'reset-code' })
    return code
  })
}

export function changeQuota(db: Db, change: AdminChange, gb: number | null): Promise<void> {
  const { admin, meta, userId } = change
  return transaction(db, async (trx) => {
    await lockOther(trx, change)
    await updateAccount(trx, userId, { quota_gb: gb })
    const detail = { to: gb ?? 'site' }
    await audit(trx, meta, { action: 'user.quota', actorId: admin.id, subject: userId, detail })
  })
}

interface Removal {
  /** Typed by the admin, so that nobody deletes the wrong account. */
  username: string
  /** The teacher who gets the playlists; null deletes them too. */
  playlistsTo: string | null
}

/** Hides an account for 14 days, after which a job deletes it. */
export function removeAccountOf(
  services: Services,
  change: AdminChange,
  { username, playlistsTo }: Removal,
): Promise<void> {
  const { admin, meta, userId } = change
  return transaction(services.db, async (trx, after) => {
    await lockAccounts(trx, playlistsTo === null ? [userId] : [userId, playlistsTo])
    const account = await lockOther(trx, change)
    if (username.trim() !== account.username) throw invalid('username', TYPE_THE_NAME)
    await hideAccount(trx, { actor: admin, meta, account, playlistsTo })
    await notifySecurity(services, { trx, after }, { userId, event: 'deleted' })
  })
}

export function restoreAccountOf(services: Services, change: AdminChange): Promise<void> {
  const { admin, meta, userId } = change
  return transaction(services.db, async (trx, after) => {
    const account = await lockOther(trx, change)
    await showAccount(trx, { actor: admin, meta, account })
    await notifySecurity(services, { trx, after }, { userId, event: 'restored' })
  })
}
