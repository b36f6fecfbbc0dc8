import { sql } from 'kysely'
import type { ApprovedVersion } from '#contract/review/revisions.ts'
import type { Db } from '#server/data/database.ts'
import { type Params, prepared } from '#server/data/prepared.ts'
import type { StoredStatus } from '#server/data/schema.ts'
import { EDITED } from './applied-edits.ts'

/** Edits without a decision are approved too and have no admin. Those of a trusted teacher have another message. */
const findApproved = prepared((db, params: Params<{ id: string }>) =>
  db
    .selectFrom('revisions')
    .select(({ fn }) => [fn.countAll<number>().as('number'), fn.max('decided_at').as('approvedAt')])
    .where('subject_id', '=', params.value('id'))
    .where('state', '=', sql.lit('approved'))
    .where(({ or, eb }) => or([eb('decided_by', 'is not', null), eb('message', '!=', sql.lit(EDITED))])),
)

interface Approvable {
  id: string
  status: StoredStatus
  updated_at: string
}

/**
 * The key `version` of an item that was approved at least once. An approved item without a revision counts as version 1,
 * because `firstOf` will write that revision.
 */
export async function approvedVersion(
  db: Db,
  { id, status, updated_at }: Approvable,
): Promise<{ version?: ApprovedVersion }> {
  const [approved] = await findApproved(db, { id })
  const { number = 0, approvedAt = null } = approved ?? {}
  if (approvedAt !== null) return { version: { number, approvedAt } }
  return status === 'approved' ? { version: { number: 1, approvedAt: updated_at } } : {}
}
