import type { Reason } from '#contract/review/review.ts'
import type { Db } from '#server/data/database.ts'

/** The reasons that an admin chooses from, in their order. */
export async function listReasons(db: Db): Promise<Reason[]> {
  const rows = await db
    .selectFrom('reasons')
    .select(['id', 'text', 'position'])
    .where('retired_at', 'is', null)
    .execute()
  return rows
    .toSorted((one, other) => one.position - other.position)
    .map(({ id, text }) => ({ _id: id, text }))
}

/** Those of these ids that may be chosen. */
export async function knownReasons(db: Db, ids: string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const reasons = await listReasons(db)
  return new Set(reasons.map(({ _id }) => _id))
}

/** All reasons by id, retired ones too, for decisions of the past. */
export async function reasonTexts(db: Db): Promise<Map<string, string>> {
  const rows = await db.selectFrom('reasons').select(['id', 'text']).execute()
  return new Map(rows.map(({ id, text }) => [id, text]))
}
