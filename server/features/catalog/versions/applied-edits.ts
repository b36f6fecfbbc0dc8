import type { Db } from '#server/data/database.ts'
import type { RevisionRow } from '#server/data/review-rows.ts'
import type { Content } from './content.ts'
import type { Item } from './items.queries.ts'
import { findNumber, insertRevisions, updateRevision, writeContent } from './revisions.queries.ts'
import { currentRevision, revisionOf } from './revisions.ts'

/** The message of an edit that applied at once: nobody reviewed it. The index revisions_edited names it, too. */
export const EDITED = 'edited'
/** Edits within this time are one version. */
const MERGED_MS = 10 * 60_000

/**
 * Adds an edit of something approved that applies at once to the history. It goes below a version that is not online, because
 * that one stays the newest. Call it before the row changes. Returns the newest revision.
 */
export async function recordEdit(trx: Db, item: Item, content: Content): Promise<RevisionRow> {
  const newest = await currentRevision(trx, item)
  const isOnline = newest.state === 'approved'
  const below = isOnline ? newest : await findNumber(trx, item.id, newest.number - 1)
  const now = new Date()
  if (below && isRecent(below, now)) {
    await writeContent(trx, below.id, content)
    await updateRevision(trx, below.id, { decided_at: now.toISOString(), category_id: null, image: null })
    return newest
  }
  const number = isOnline ? newest.number + 1 : newest.number
  if (!isOnline) await updateRevision(trx, newest.id, { number: number + 1 })
  const at = now.toISOString()
  const next = { content, state: 'approved' as const, submittedAt: at, decidedAt: at }
  const baseNumber = isOnline ? newest.number : newest.base_number
  const edited = { ...revisionOf(item, next, { number, baseNumber, at }), message: EDITED }
  await insertRevisions(trx, [edited])
  return isOnline ? edited : { ...newest, number: number + 1 }
}

function isRecent({ state, message, decided_by, created_at }: RevisionRow, now: Date): boolean {
  const isEdit = state === 'approved' && decided_by === null && message === EDITED
  return isEdit && now.getTime() - Date.parse(created_at) < MERGED_MS
}
