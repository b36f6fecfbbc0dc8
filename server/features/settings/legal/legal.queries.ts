import { sql } from 'kysely'
import type { LegalKind, LegalVersions } from '#contract/settings/legal-kinds.ts'
import type { Db } from '#server/data/database.ts'
import type { LegalPageRow } from '#server/data/legal-rows.ts'

interface NewestVersion {
  kind: LegalKind
  version: number
  publishedAt: string
  /** The newest version that asks everybody again; 0: none. */
  asking: number
}

/** The newest version of each published page. */
export async function newestVersions(db: Db): Promise<NewestVersion[]> {
  const rows = await db
    .selectFrom('legal_pages')
    .select(({ fn }) => [
      'kind',
      fn.max('version').as('version'),
      fn.max('published_at').as('publishedAt'),
      sql<number>`max(case when asks_again = 1 then version else 0 end)`.as('asking'),
    ])
    .groupBy('kind')
    .execute()
  return rows.map((row) => ({ ...row, version: Number(row.version), asking: Number(row.asking) }))
}

export async function legalVersions(db: Db): Promise<LegalVersions> {
  const newest = await newestVersions(db)
  return Object.fromEntries(newest.map(({ kind, version }) => [kind, version]))
}

export function newestPage(db: Db, kind: LegalKind): Promise<LegalPageRow | undefined> {
  return db
    .selectFrom('legal_pages')
    .selectAll()
    .where('kind', '=', kind)
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst()
}

export async function insertPage(trx: Db, page: LegalPageRow): Promise<void> {
  await trx.insertInto('legal_pages').values(page).execute()
}

/** How many people have accepted a version. */
export async function countAccepted(db: Db, kind: LegalKind, version: number): Promise<number> {
  if (kind === 'imprint') return 0
  const { n } = await db
    .selectFrom('consents')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .where('kind', '=', kind)
    .where('version', '=', version)
    .executeTakeFirstOrThrow()
  return Number(n)
}

export async function countPeople(db: Db): Promise<number> {
  const { n } = await db
    .selectFrom('users')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  return Number(n)
}
