import type { Db } from '#server/data/database.ts'
import type { RevisionRow } from '#server/data/review-rows.ts'
import { claimItem, type Item, writeItem } from './items.queries.ts'
import { insertDecision, updateRevision } from './revisions.queries.ts'

/** Takes a waiting version out of review without a decision about it: it is a draft again, and the history says why. */
export async function returnItem(
  trx: Db,
  { item, revision }: { item: Item; revision: RevisionRow },
  { adminId, message }: { adminId: string | null; message: string },
): Promise<void> {
  await updateRevision(trx, revision.id, { state: 'withdrawn', message })
  if (!item.isApproved) await writeItem(trx, item, { status: 'draft' })
  await claimItem(trx, item, undefined)
  await insertDecision(trx, {
    revision_id: revision.id,
    admin_id: adminId,
    from_state: revision.state,
    to_state: 'withdrawn',
    reasons: '[]',
    message,
    at: new Date().toISOString(),
  })
}
