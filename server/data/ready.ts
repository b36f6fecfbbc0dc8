import { type Database, type DatabaseConfig, openToolDatabase } from './database.ts'
import { isPostgres } from './dialect.ts'
import { appliedMigrations } from './former-migrations.ts'
import { knowsMigration, migrate, newestMigration } from './migrate.ts'

export interface Readiness {
  ran: string[]
  /** The newest migration of a newer program that uses the same database. */
  newer?: string
}

/**
 * Migrates before the site serves requests, because a large table may take long and no request should time out meanwhile.
 * On PostgreSQL a newer node may have migrated already. An older one that starts during or after a rolling update still
 * works, because every migration keeps what the previous version needs. A SQLite file has one program at a time: there
 * this throws an Error that names the newer version.
 */
export async function readyDatabase(config: DatabaseConfig): Promise<Readiness> {
  const db = openToolDatabase(config)
  try {
    return { ran: await migrate(db) }
  } catch (error) {
    // Where not even that can be read, the first error says more.
    const newer = await newerMigration(db).catch(() => undefined)
    if (newer === undefined) throw error
    if (isPostgres(db)) return { ran: [], newer }
    throw new Error(`The database was last used by a newer Lectern (${newer}). Update Lectern.`, {
      cause: error,
    })
  } finally {
    await db.destroy()
  }
}

/** `undefined` too when anything that this program needs has not been run: then it could not read the tables. */
async function newerMigration(db: Database): Promise<string | undefined> {
  const names = await appliedMigrations(db)
  const unknown = names.filter((name) => !knowsMigration(name))
  const [oldest] = unknown
  const isOnlyNewer = oldest !== undefined && newestMigration() < oldest && names.includes(newestMigration())
  return isOnlyNewer ? unknown.at(-1) : undefined
}
