import { type Migration, type MigrationProvider, Migrator } from 'kysely/migration'
import type { Db } from './database.ts'
import * as initial from './migrations/0001-initial.ts'
import * as categories from './migrations/0002-categories.ts'
import * as users from './migrations/0003-users.ts'
import * as search from './migrations/0004-search.ts'
import * as popular from './migrations/0005-popular.ts'
import * as teacherWords from './migrations/0006-teacher-words.ts'
import * as totals from './migrations/0007-totals.ts'
import * as commentTotals from './migrations/0008-comment-totals.ts'
import * as postings from './migrations/0009-postings.ts'
import * as postingsMark from './migrations/0010-postings-mark.ts'
import * as admins from './migrations/0011-admins.ts'
import * as searchWithoutPostings from './migrations/0012-search-without-postings.ts'
import * as progress from './migrations/0013-progress.ts'
import * as notesAndQuestions from './migrations/0014-notes-and-questions.ts'
import * as sections from './migrations/0015-sections.ts'
import * as revisions from './migrations/0016-revisions.ts'
import * as jobs from './migrations/0017-jobs.ts'
import * as videoChecks from './migrations/0018-video-checks.ts'
import * as mail from './migrations/0019-mail.ts'
import * as secondStep from './migrations/0020-second-step.ts'
import * as notifications from './migrations/0021-notifications.ts'
import * as reports from './migrations/0022-reports.ts'
import * as captions from './migrations/0023-captions.ts'
import * as uploads from './migrations/0025-uploads.ts'
import * as accountHistory from './migrations/0026-account-history.ts'
import * as uploadLocks from './migrations/0027-upload-locks.ts'
import * as emptyPlaylists from './migrations/0028-empty-playlists.ts'
import * as canonicalCaptions from './migrations/0029-canonical-captions.ts'
import * as courseStarts from './migrations/0030-course-starts.ts'
import * as formerSectionTitles from './migrations/0031-former-section-titles.ts'
import * as hiddenComments from './migrations/0032-hidden-comments.ts'

/** By name, in order, forward only; a released migration is never edited. */
const MIGRATIONS: Record<string, Migration> = {
  '0001-initial': initial,
  '0002-categories': categories,
  '0003-users': users,
  '0004-search': search,
  '0005-popular': popular,
  '0006-teacher-words': teacherWords,
  '0007-totals': totals,
  '0008-comment-totals': commentTotals,
  '0009-postings': postings,
  '0010-postings-mark': postingsMark,
  '0011-admins': admins,
  '0012-search-without-postings': searchWithoutPostings,
  '0013-progress': progress,
  '0014-notes-and-questions': notesAndQuestions,
  '0015-sections': sections,
  '0016-revisions': revisions,
  '0017-jobs': jobs,
  '0018-video-checks': videoChecks,
  '0019-mail': mail,
  '0020-second-step': secondStep,
  '0021-notifications': notifications,
  '0022-reports': reports,
  '0023-captions': captions,
  '0025-uploads': uploads,
  '0026-account-history': accountHistory,
  '0027-upload-locks': uploadLocks,
  '0028-empty-playlists': emptyPlaylists,
  '0029-canonical-captions': canonicalCaptions,
  '0030-course-starts': courseStarts,
  '0031-former-section-titles': formerSectionTitles,
  '0032-hidden-comments': hiddenComments,
}

const provider: MigrationProvider = { getMigrations: async () => MIGRATIONS }

/** Brings the database to the newest schema, each migration wholly or not at all; gives the names of those it ran. */
export async function migrate(db: Db): Promise<string[]> {
  const { error, results = [] } = await new Migrator({ db, provider }).migrateToLatest()
  if (error) throw error instanceof Error ? error : new Error('A migration failed.', { cause: error })
  return results.filter(({ status }) => status === 'Success').map(({ migrationName }) => migrationName)
}

/** Whether this program has that migration; a newer one may have made a database that this one cannot read. */
export function knowsMigration(name: string): boolean {
  return Object.hasOwn(MIGRATIONS, name)
}

export function newestOfOurs(): string {
  return Object.keys(MIGRATIONS).toSorted().at(-1) ?? ''
}

/** Migrates an empty database up to that migration, for rows that were written then. */
export async function migrateTo(db: Db, name: string): Promise<void> {
  const { error } = await new Migrator({ db, provider }).migrateTo(name)
  if (error) throw error instanceof Error ? error : new Error('A migration failed.', { cause: error })
}

/** The migrations that `migrate` would run; `db` must have been migrated once. */
export async function pendingMigrations(db: Db): Promise<string[]> {
  const migrations = await new Migrator({ db, provider }).getMigrations()
  return migrations.filter(({ executedAt }) => executedAt === undefined).map(({ name }) => name)
}
