import { ALREADY_DELETED, DELETED_DAYS, NOT_DELETED } from '#contract/people/people-words.ts'
import { audit, type RequestMeta } from '#server/auth/audit.ts'
import { endSessions } from '#server/auth/session.ts'
import type { Viewer } from '#server/auth/viewer.ts'
import type { Db } from '#server/data/database.ts'
import { lockToChange } from '#server/data/locks.ts'
import { emit } from '#server/events.ts'
import { type Account, findAccount, updateAccount } from '#server/features/account/users/users.queries.ts'
import { cancelLinks, deleteUser } from '#server/features/account/users/users.ts'
import { restoreInside } from '#server/features/catalog/trash/restore.ts'
import { movePlaylistToTrash } from '#server/features/catalog/trash/trash.ts'
import type { Images } from '#server/features/media/media.ts'
import { AppError } from '#server/http/app-error.ts'
import { deletedBefore, playlistsOutsideTrash, trashSince } from './deletion.queries.ts'
import { handOver } from './hand-over.ts'

const DAY_MS = 86_400_000

interface Deletion {
  /** The admin, or the user themself. */
  actor: Viewer
  meta: RequestMeta
  account: Account
  /** The teacher who gets the playlists; null deletes them too. */
  playlistsTo: string | null
}

/** Locks these accounts in the order of their ids, as every transaction does that needs several. */
export async function lockAccounts(trx: Db, ids: readonly string[]): Promise<void> {
  for (const id of ids.toSorted()) await lockToChange(trx, 'users', { id })
}

/**
 * Hides an account and its content for 14 days, in which it can be restored; the caller has locked it. A job then deletes it.
 */
export async function hideAccount(trx: Db, { actor, meta, account, playlistsTo }: Deletion): Promise<void> {
  const { id: userId } = account
  if (account.deleted_at !== null) throw new AppError('conflict', ALREADY_DELETED)
  const now = new Date().toISOString()
  if (playlistsTo !== null)
    await handOver(trx, { from: userId, to: playlistsTo }, { adminId: actor.id, meta })
  const playlists = await playlistsOutsideTrash(trx, userId)
  for (const id of playlists) await movePlaylistToTrash(trx, { actor, meta }, { id, teacher_id: userId })
  await endSessions(trx, userId)
  await cancelLinks(trx, userId, ['verify', 'change', 'reset'])
  await updateAccount(trx, userId, { deleted_at: now, deleted_by: actor.id, updated_at: now })
  await emit(trx, 'user.hidden', { userId })
  const detail = { days: DELETED_DAYS, playlists: playlists.length }
  await audit(trx, meta, { action: 'user.deleted', actorId: actor.id, subject: userId, detail })
}

/** Shows a deleted account again with the playlists that were deleted with it. The caller has locked it. */
export async function showAccount(
  trx: Db,
  { actor, meta, account }: Omit<Deletion, 'playlistsTo'>,
): Promise<void> {
  const { id: userId, deleted_at } = account
  if (deleted_at === null) throw new AppError('conflict', NOT_DELETED)
  const now = new Date().toISOString()
  await updateAccount(trx, userId, { deleted_at: null, deleted_by: null, updated_at: now })
  const ids = await trashSince(trx, userId, deleted_at)
  await restoreInside(trx, { viewer: actor, meta }, { ids, teacherId: userId })
  await emit(trx, 'user.hidden', { userId })
  await audit(trx, meta, { action: 'user.restored', actorId: actor.id, subject: userId })
}

/** Shows the account again of somebody who deleted it themself and has just logged in. */
export async function undoOwnDeletion(trx: Db, userId: string, meta: RequestMeta): Promise<boolean> {
  const account = await findAccount(trx, userId)
  if (!account || account.deleted_at === null || account.deleted_by !== userId) return false
  const { username, role, is_admin, email_verified_at } = account
  const actor = {
    id: userId,
    username,
    role,
    isAdmin: is_admin === 1,
    sessionId: '',
    emailVerified: email_verified_at !== null,
  }
  await showAccount(trx, { actor, meta, account })
  return true
}

/** Deletes the accounts for good whose 14 days are over. Returns how many. */
export async function deleteHidden(parts: { db: Db; images: Images }, time = Date.now()): Promise<number> {
  const before = new Date(time - DELETED_DAYS * DAY_MS).toISOString()
  let deleted = 0
  for (const id of await deletedBefore(parts.db, before)) {
    const onlyIf = ({ deleted_at }: Account) => deleted_at !== null && deleted_at <= before
    if (await deleteUser(parts, id, { onlyIf })) deleted += 1
  }
  return deleted
}
