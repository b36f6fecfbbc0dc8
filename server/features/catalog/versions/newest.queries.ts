import type { ApprovalStatus } from '#contract/catalog/status.ts'
import type { RevisionRef } from '#contract/review/revisions.ts'
import type { Db } from '#server/data/database.ts'
import { type Params, prepared } from '#server/data/prepared.ts'
import type { StoredStatus } from '#server/data/schema.ts'

export interface Newest extends RevisionRef {
  submittedAt: string | null
  createdAt: string
}

const findNewest = prepared((db, params: Params<{ ids: string[] }>) =>
  db
    .selectFrom('revisions')
    .select(['subject_id', 'id', 'number', 'state', 'submitted_at', 'created_at'])
    .where(params.among('subject_id', 'ids'))
    .where('number', '=', ({ selectFrom }) =>
      selectFrom('revisions as later')
        .select(({ fn }) => fn.max<number>('later.number').as('newest'))
        .whereRef('later.subject_id', '=', 'revisions.subject_id'),
    ),
)

/** The newest revisions of these playlists and courses, by the id of the item. */
export async function newestRevisions(db: Db, ids: string[]): Promise<Map<string, Newest>> {
  if (ids.length === 0) return new Map()
  const rows = await findNewest(db, { ids })
  return new Map(
    rows.map(({ subject_id, id, number, state, submitted_at, created_at }) => [
      subject_id,
      { _id: id, number, state, submittedAt: submitted_at, createdAt: created_at },
    ]),
  )
}

/** Clients know four statuses: a draft is pending for them. */
export function sentStatus(status: StoredStatus): ApprovalStatus {
  return status === 'draft' ? 'pending' : status
}

/** What the row says about its status. */
interface StatusRow {
  status: StoredStatus
  scheduled_at: string | null
}

/** Whether the teacher goes on with another version than the row: also with a draft, after the old calls took the row offline. */
export function waits({ status, scheduled_at }: StatusRow, newest: Newest | undefined): newest is Newest {
  if (newest === undefined) return false
  return status === 'approved' || scheduled_at !== null
    ? newest.state !== 'approved'
    : newest.state === 'draft' && status !== 'draft'
}

/** What the owner and admins get of an item in addition (contract/review/revisions.ts, `reviewKeys`). */
export function reviewKeysOf(row: StatusRow & { publish_at: string | null }, newest: Newest | undefined) {
  const { publish_at: publishAt } = row
  const stage = { ...stageOf(row), ...(publishAt !== null && { publishAt }) }
  if (!newest) return stage
  const { _id, number, state, submittedAt } = newest
  const ref = { _id, number, state }
  return { ...stage, revision: { ...ref, submittedAt }, ...(waits(row, newest) && { waiting: ref }) }
}

function stageOf({ status, scheduled_at }: StatusRow) {
  if (status === 'draft') return { stage: 'draft' as const }
  return scheduled_at === null ? {} : { stage: 'scheduled' as const }
}

/** The time of the last change that the owner and admins see: a waiting version leaves the public row as it is. */
export function seenAt(
  { updated_at: updatedAt, ...row }: StatusRow & { updated_at: string },
  newest: Newest | undefined,
): string {
  return waits(row, newest) && newest.createdAt > updatedAt ? newest.createdAt : updatedAt
}
