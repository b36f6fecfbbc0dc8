import { sql } from 'kysely'
import { type Migration, type MigrationProvider, Migrator } from 'kysely/migration'
import type { Db } from './database.ts'
import { isPostgres } from './dialect.ts'
import { currentName, recordBaseline } from './former-migrations.ts'
import * as baseline from './migrations/0001-baseline.ts'
import * as hiddenComments from './migrations/0032-hidden-comments.ts'
import * as reviewRounds from './migrations/0033-review-rounds.ts'
import * as trash from './migrations/0034-trash.ts'
import * as ownPlaylists from './migrations/0035-own-playlists.ts'
import * as uploadPlaces from './migrations/0036-upload-places.ts'
import * as changedCaptions from './migrations/0037-changed-captions.ts'
import * as commentLikes from './migrations/0038-comment-likes.ts'
import * as bookmarks from './migrations/0039-bookmarks.ts'
import * as corrections from './migrations/0040-corrections.ts'
import * as learningDays from './migrations/0041-learning-days.ts'
import * as home from './migrations/0042-home.ts'
import * as revisionsWithoutRound from './migrations/0043-revisions-without-round.ts'
import * as visibility from './migrations/0044-visibility.ts'
import * as restrictedSearch from './migrations/0045-restricted-search.ts'
import * as invitationMails from './migrations/0047-invitation-mails.ts'
import * as audienceChanges from './migrations/0049-audience-changes.ts'
import * as acceptedAnswers from './migrations/0050-accepted-answers.ts'
import * as learners from './migrations/0051-learners.ts'
import * as overview from './migrations/0053-overview.ts'
import * as people from './migrations/0054-people.ts'
import * as legalPages from './migrations/0055-legal-pages.ts'
import * as identities from './migrations/0056-identities.ts'

/** By name, in order, forward only; a released migration is never edited. */
const MIGRATIONS: Record<string, Migration> = {
  '0001-baseline': baseline,
  '0032-hidden-comments': hiddenComments,
  '0033-review-rounds': reviewRounds,
  '0034-trash': trash,
  '0035-own-playlists': ownPlaylists,
  '0036-upload-places': uploadPlaces,
  '0037-changed-captions': changedCaptions,
  '0038-comment-likes': commentLikes,
  '0039-bookmarks': bookmarks,
  '0040-corrections': corrections,
  '0041-learning-days': learningDays,
  '0042-home': home,
  '0043-revisions-without-round': revisionsWithoutRound,
  '0044-visibility': visibility,
  '0045-restricted-search': restrictedSearch,
  '0047-invitation-mails': invitationMails,
  '0049-audience-changes': audienceChanges,
  '0050-accepted-answers': acceptedAnswers,
  '0051-learners': learners,
  '0053-overview': overview,
  '0054-people': people,
  '0055-legal-pages': legalPages,
  '0056-identities': identities,
}

const provider: MigrationProvider = { getMigrations: async () => MIGRATIONS }

/** Brings the database to the newest schema, each migration wholly or not at all; gives the names of those it ran. */
export async function migrate(db: Db): Promise<string[]> {
  await recordBaseline(db)
  const { error, results = [] } = await new Migrator({ db, provider }).migrateToLatest()
  if (error) throw error instanceof Error ? error : new Error('A migration failed.', { cause: error })
  if (!isPostgres(db)) await updateStatistics(db)
  return results.filter(({ status }) => status === 'Success').map(({ migrationName }) => migrationName)
}

/**
 * Where a restored site has statistics, SQLite takes an index without any for the best one: a new index would turn the first
 * page of a list into a scan.
 */
async function updateStatistics(db: Db): Promise<void> {
  const { rows } = await sql`select 1 from sqlite_master where name = 'sqlite_stat1'`.execute(db)
  if (rows.length > 0) await sql`pragma optimize`.execute(db)
}

/** Whether this program has that migration; a newer one may have made a database that this one cannot read. */
export function knowsMigration(name: string): boolean {
  return Object.hasOwn(MIGRATIONS, currentName(name))
}

export function newestMigration(): string {
  return Object.keys(MIGRATIONS).toSorted().at(-1) ?? ''
}

/** Migrates an empty database up to that migration, for rows that were written then. */
export async function migrateTo(db: Db, name: string): Promise<void> {
  const { error } = await new Migrator({ db, provider }).migrateTo(currentName(name))
  if (error) throw error instanceof Error ? error : new Error('A migration failed.', { cause: error })
}

/** The migrations that `migrate` would run; `db` must have been migrated once. */
export async function pendingMigrations(db: Db): Promise<string[]> {
  const migrations = await new Migrator({ db, provider }).getMigrations()
  return migrations.filter(({ executedAt }) => executedAt === undefined).map(({ name }) => name)
}
