import { CONSENT_KINDS, type Consent } from '#contract/settings/legal-kinds.ts'
import type { Db } from '#server/data/database.ts'
import { legalVersions, newestVersions } from '#server/features/settings/legal/legal.queries.ts'
import { invalid } from '#server/http/app-error.ts'
import { acceptedVersions, insertConsents } from './consents.queries.ts'

/**
 * The newest versions of the legal pages that a user has yet to accept: those of which they accepted none, and those after which
 * everybody is asked again.
 */
export async function missingConsents(db: Db, userId: string): Promise<Consent> {
  const [newest, accepted] = await Promise.all([newestVersions(db), acceptedVersions(db, userId)])
  return Object.fromEntries(
    CONSENT_KINDS.flatMap((kind) => {
      const page = newest.find((each) => each.kind === kind)
      const last = accepted.get(kind)
      return page && (last === undefined || last < page.asking) ? [[kind, page.version]] : []
    }),
  )
}

/** Throws `invalid` for a version that was never published. */
export async function rejectUnknownVersions(db: Db, versions: Consent): Promise<void> {
  const newest = await legalVersions(db)
  for (const kind of CONSENT_KINDS)
    if ((versions[kind] ?? 0) > (newest[kind] ?? 0)) throw invalid(kind, 'There is no such version.')
}

export async function acceptVersions(db: Db, userId: string, versions: Consent): Promise<void> {
  await rejectUnknownVersions(db, versions)
  await insertConsents(db, userId, versions)
}
