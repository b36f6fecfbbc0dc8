import { sql } from 'kysely'
import { type Db, transaction } from './database.ts'
import { isPostgres } from './dialect.ts'

/** Creates what the migrations 0001 to 0031 of version 0.1.0 created. */
export const BASELINE = '0001-baseline'
const LAST_FORMER = '0031-former-section-titles'

/** The last version with the former migrations. It brings a database or a backup of any earlier version up to date. */
export const VERSION_BEFORE = '0.1.0'

/** The name that this version uses for the schema of that migration. */
export function currentName(migration: string): string {
  return migration === LAST_FORMER ? BASELINE : migration
}

/** Whether a database that ends with that migration is too old for this version. */
export function isOutdated(migration: string): boolean {
  return migration < LAST_FORMER && migration !== BASELINE
}

/** The applied migrations, sorted; none in an empty database. */
export async function appliedMigrations(db: Db): Promise<string[]> {
  const tables = await (isPostgres(db)
    ? sql`select 1 where to_regclass('kysely_migration') is not null`
    : sql`select 1 from sqlite_schema where name = 'kysely_migration'`
  ).execute(db)
  if (tables.rows.length === 0) return []
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db)
  return rows.map(({ name }) => name)
}

/**
 * Records the baseline in place of the former migrations, in a database that has all of them. Programs that know only those do not
 * start on it afterwards. Throws an Error with one sentence when the database is older.
 */
export async function recordBaseline(db: Db): Promise<void> {
  const applied = await appliedMigrations(db)
  const newest = applied.at(-1)
  if (newest !== undefined && isOutdated(newest))
    throw new Error(
      `The database is from an older Lectern (${newest}): start Lectern ${VERSION_BEFORE} on it once, then this version.`,
    )
  if (!applied.includes(LAST_FORMER)) return
  await transaction(db, async (trx) => {
    // Another node that starts at the same time waits here, and finds nothing left to do.
    const { numAffectedRows } =
      await sql`update kysely_migration set name = ${BASELINE} where name = ${LAST_FORMER}`.execute(trx)
    if (numAffectedRows === 0n) return
    await sql`delete from kysely_migration where name < ${LAST_FORMER} and name <> ${BASELINE}`.execute(trx)
    // Only programs that end with one of the migrations 0009 to 0011 read these.
    if (isPostgres(trx)) await sql`drop view if exists search_index_postings, search_index_marks`.execute(trx)
  })
}
