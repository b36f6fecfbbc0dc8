import type { ApprovalStatus } from '#contract/catalog/status.ts'
import { CHANGED_SINCE_OPENED } from '#contract/review/approval-messages.ts'
import { audit, type RequestMeta } from '#server/auth/audit.ts'
import type { Viewer } from '#server/auth/viewer.ts'
import { type Db, transaction } from '#server/data/database.ts'
import { lockToChange } from '#server/data/locks.ts'
import { COURSE_NOT_FOUND, PLAYLIST_NOT_FOUND } from '#server/features/catalog/playlists/visibility.ts'
import { findItem, type Item } from '#server/features/catalog/versions/items.queries.ts'
import { newestRevisions, seenAt, sentStatus } from '#server/features/catalog/versions/newest.queries.ts'
import { setItemStatus, settle } from '#server/features/catalog/versions/revisions.ts'
import { notifyOfStatus } from '#server/features/review/notices.ts'
import { AppError } from '#server/http/app-error.ts'

interface Approver {
  admin: Viewer
  meta: RequestMeta
}

interface Decision {
  kind: Item['kind']
  id: string
  teacherId: string
  status: ApprovalStatus
  /** The `updatedAt` of the version that the admin opened, if the request names it. */
  seen: string | undefined
  /** The caller notifies the teacher itself. */
  isSilent?: boolean
}

/** An admin decides only about the version they opened. */
async function checkSeen(
  trx: Db,
  { id, status, scheduledAt, updatedAt }: Item,
  seen: string | undefined,
): Promise<void> {
  if (seen === undefined) return
  const newest = (await newestRevisions(trx, [id])).get(id)
  if (seen !== seenAt({ status, scheduled_at: scheduledAt, updated_at: updatedAt }, newest))
    throw new AppError('conflict', CHANGED_SINCE_OPENED)
}

/**
 * Any of the four statuses from any of them; the audit log records who set it, from what and to what. The status that the
 * item already has changes nothing: a version that waits beside an approved one is decided on the review desk, and a draft
 * is submitted by its teacher. Returns the pictures that nothing may show any more. Throws an AppError when the item is
 * deleted or has changed since the admin opened it.
 */
export async function setStatus(db: Db, { admin, meta }: Approver, decision: Decision): Promise<string[]> {
  const { kind, id, teacherId, status, seen, isSilent = false } = decision
  return transaction(db, async (trx) => {
    await lockToChange(trx, 'users', { id: teacherId })
    const item = await findItem(trx, kind, id)
    if (!item) throw new AppError('not_found', kind === 'playlist' ? PLAYLIST_NOT_FOUND : COURSE_NOT_FOUND)
    await checkSeen(trx, item, seen)
    if (sentStatus(item.status) !== status) {
      await setItemStatus(trx, item, { status, adminId: admin.id })
      if (!isSilent) await notifyOfStatus(trx, item, { status, adminId: admin.id })
      await settle(trx, teacherId, [item.playlistId])
    }
    const detail = { from: sentStatus(item.status), to: status }
    await audit(trx, meta, { action: `${kind}.status`, actorId: admin.id, subject: id, detail })
    return [item.content.image]
  })
}
