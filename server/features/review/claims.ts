import { REVISION_CHANGED, reviewedBy } from '#contract/review/review-messages.ts'
import type { Viewer } from '#server/auth/viewer.ts'
import { type Db, transaction } from '#server/data/database.ts'
import { lockToChange } from '#server/data/locks.ts'
import type { RevisionRow } from '#server/data/schema.ts'
import { claimItem } from '#server/features/catalog/versions/items.queries.ts'
import { AppError } from '#server/http/app-error.ts'
import { claimsOf } from './claims.queries.ts'

const LEASE_MS = 15 * 60_000

/**
 * Tells other admins that this one reviews the item. It blocks no decision. Throws `conflict` while another admin holds it,
 * unless the caller takes over.
 */
export async function claim(
  db: Db,
  admin: Viewer,
  { revision, takeOver }: { revision: RevisionRow; takeOver: boolean },
) {
  return transaction(db, async (trx) => {
    await lockToChange(trx, 'users', { id: revision.teacher_id })
    const now = new Date()
    const held = (await claimsOf(trx, [revision.subject_id], now.toISOString())).get(revision.subject_id)
    if (held && held.admin._id !== admin.id && !takeOver)
      throw new AppError('conflict', reviewedBy(held.admin.username))
    const until = new Date(now.getTime() + LEASE_MS).toISOString()
    await claimItem(trx, { kind: revision.subject, id: revision.subject_id }, { adminId: admin.id, until })
    const claims = await claimsOf(trx, [revision.subject_id], now.toISOString())
    const claimed = claims.get(revision.subject_id)
    if (!claimed) throw new AppError('conflict', REVISION_CHANGED)
    return claimed
  })
}
