import { CONSENT_KINDS, type Consent, type ConsentKind } from '#contract/settings/legal-kinds.ts'
import type { Db } from '#server/data/database.ts'

/** The newest version of each kind that a user has accepted. */
export async function acceptedVersions(db: Db, userId: string): Promise<Map<ConsentKind, number>> {
  const rows = await db
    .selectFrom('consents')
    .select(({ fn }) => ['kind', fn.max('version').as('version')])
    .where('user_id', '=', userId)
    .groupBy('kind')
    .execute()
  return new Map(rows.map(({ kind, version }) => [kind, Number(version)]))
}

/** What was accepted before keeps its time. */
export async function insertConsents(trx: Db, userId: string, versions: Consent): Promise<void> {
  const at = new Date().toISOString()
  const rows = CONSENT_KINDS.flatMap((kind) => {
    const version = versions[kind]
    return version === undefined ? [] : [{ user_id: userId, kind, version, at }]
  })
  if (rows.length === 0) return
  await trx
    .insertInto('consents')
    .values(rows)
    .onConflict((known) => known.columns(['user_id', 'kind', 'version']).doNothing())
    .execute()
}
