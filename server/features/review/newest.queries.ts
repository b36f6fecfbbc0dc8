import type { RevisionRef } from '#contract/revisions.ts'
import type { ApprovalStatus } from '#contract/status.ts'
import type { Db } from '#server/data/database.ts'
import { type Params, prepared } from '#server/data/prepared.ts'
import type { StoredStatus } from '#server/data/schema.ts'

export interface Newest extends RevisionRef {
  submittedAt: string | null
}

const newestOf = prepared((db, params: Params<{ ids: string[] }>) =>
  db
    .selectFrom('revisions')
    .select(['subject_id', 'id', 'number', 'state', 'submitted_at'])
    .where(params.among('subject_id', 'ids'))
    .where(({ exists, not, selectFrom }) =>
      not(
        exists(
          selectFrom('revisions as later')
            .select('later.id')
            .whereRef('later.subject_id', '=', 'revisions.subject_id')
            .whereRef('later.number', '>', 'revisions.number'),
        ),
      ),
    ),
)

/** The newest revisions of these playlists and courses, by the id of the item. */
export async function newestRevisions(db: Db, ids: string[]): Promise<Map<string, Newest>> {
  if (ids.length === 0) return new Map()
  const rows = await newestOf(db, { ids })
  return new Map(
    rows.map(({ subject_id, id, number, state, submitted_at }) => [
      subject_id,
      { _id: id, number, state, submittedAt: submitted_at },
    ]),
  )
}

/** Clients know four statuses: a draft is pending for them. */
export function sentStatus(status: StoredStatus): ApprovalStatus {
  return status === 'draft' ? 'pending' : status
}

/** What the owner and admins get of an item in addition (contract/revisions.ts, `reviewKeys`). */
export function reviewKeysOf(status: StoredStatus, newest: Newest | undefined) {
  const stage = status === 'draft' ? { stage: 'draft' as const } : {}
  if (!newest) return stage
  const { submittedAt: _submittedAt, ...ref } = newest
  const waits = status === 'approved' && newest.state !== 'approved'
  return { ...stage, revision: newest, ...(waits && { waiting: ref }) }
}
