import { type SqlBool, sql } from 'kysely'
import type { ApprovedVersion } from '#contract/review/revisions.ts'
import type { Db } from '#server/data/database.ts'
import { type Params, prepared } from '#server/data/prepared.ts'
import type { StoredStatus } from '#server/data/schema.ts'
import { EDITED } from './applied-edits.ts'

/** Edits without a decision are approved too and have no admin. Those of a trusted teacher have another message. */
const IS_APPROVAL = sql<SqlBool>`(revisions.state = 'approved'
  and (revisions.decided_by is not null or revisions.message != ${sql.lit(EDITED)}))`

const findApproved = prepared((db, params: Params<{ id: string }>) =>
  db
    .selectFrom('revisions')
    .select(({ fn }) => [
      fn.countAll<number>().as('approved_number'),
      fn.max('decided_at').as('last_approved_at'),
    ])
    .where('subject_id', '=', params.value('id'))
    .where(IS_APPROVAL),
)

/** What `versionIn` needs, as columns of the item with this id: a query less on a hot path. */
export function approvalColumns(id: 'courses.id') {
  const approvals = sql`from revisions where subject_id = ${sql.ref(id)} and ${IS_APPROVAL}`
  return [
    sql<number>`(select count(*) ${approvals})`.as('approved_number'),
    sql<string | null>`(select max(decided_at) ${approvals})`.as('last_approved_at'),
  ] as const
}

interface Approvable {
  status: StoredStatus
  updated_at: string
}

interface Approvals {
  approved_number: number
  last_approved_at: string | null
}

/**
 * The key `version` of an item that was approved at least once. An approved item without a revision counts as version 1,
 * because `firstOf` will write that revision.
 */
export function versionIn({ status, updated_at, ...approvals }: Approvable & Approvals): {
  version?: ApprovedVersion
} {
  const { approved_number: number, last_approved_at: approvedAt } = approvals
  if (approvedAt !== null) return { version: { number, approvedAt } }
  return status === 'approved' ? { version: { number: 1, approvedAt: updated_at } } : {}
}

/** The same for an item whose row is known already. */
export async function approvedVersion(db: Db, { id, ...item }: Approvable & { id: string }) {
  const [approvals = { approved_number: 0, last_approved_at: null }] = await findApproved(db, { id })
  return versionIn({ ...item, ...approvals })
}
