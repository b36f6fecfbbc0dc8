import { sql } from 'kysely'
import type { ApprovedVersion } from '#contract/review/revisions.ts'
import type { Db } from '#server/data/database.ts'
import { type Params, prepared } from '#server/data/prepared.ts'
import { EDITED } from './applied-edits.ts'

/** Edits that nobody decided about are approved as well, and have no admin. A trusted teacher has none, but another message. */
const findApproved = prepared((db, params: Params<{ id: string }>) =>
  db
    .selectFrom('revisions')
    .select(({ fn }) => [fn.countAll<number>().as('number'), fn.max('decided_at').as('approvedAt')])
    .where('subject_id', '=', params.value('id'))
    .where('state', '=', sql.lit('approved'))
    .where(({ or, eb }) => or([eb('decided_by', 'is not', null), eb('message', '!=', sql.lit(EDITED))])),
)

/** The key `version` of an item, as far as it was ever approved. */
export async function approvedVersion(db: Db, id: string): Promise<{ version?: ApprovedVersion }> {
  const [approved] = await findApproved(db, { id })
  const { number = 0, approvedAt = null } = approved ?? {}
  return approvedAt === null ? {} : { version: { number: Number(number), approvedAt } }
}
