import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { Migrator } from 'kysely/migration'
import { expect, onTestFinished, test } from 'vitest'
import { TABLES } from '#server/cli/archive/format.ts'
import { restoreBackup } from '#server/cli/archive/restore-backup.ts'
import { lookAtDatabase } from '#server/cli/doctor/database.ts'
import { wrongTotals } from '#server/features/catalog/playlists/counts-check.queries.ts'
import { picturesIn } from '#server/features/media/picture-files.ts'
import { openTestApp } from '#server/test-app.ts'
import { copyOfTemplate, databaseConfig } from '#server/test-database.ts'
import { addFormerSite, FORMER_BACKUP, LAST_FORMER, ONE_BEFORE } from '#server/test-former-site.ts'
import { schemaOf } from '#server/test-schema-snapshot.ts'
import { type Database, type DatabaseConfig, type Db, openToolDatabase } from './database.ts'
import { appliedMigrations, BASELINE, recordBaseline } from './former-migrations.ts'
import { migrate } from './migrate.ts'
import { readyDatabase } from './ready.ts'

const SENTENCE = 'start Lectern 0.1.0 on it once, then this version.'

async function emptyFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-former-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

function open(config: DatabaseConfig): Database {
  const db = openToolDatabase(config)
  onTestFinished(() => db.destroy())
  return db
}

/** A site of version 0.1.0 that this version has not opened yet. */
async function formerSite() {
  const config = await addFormerSite(await emptyFolder())
  const db = open(config)
  return { config, db, applied: await appliedMigrations(db) }
}

/** What a later version computes from the rows. */
const COMPUTED = ['newest_at', 'shown', 'restrict_after']

/** What an added column has in every row from before. */
const DEFAULTS: Readonly<Record<string, unknown>> = {
  visibility: 'public',
  link_number: 1,
  progress_shown: 1,
}

/** Equal for equal rows, whatever the order of their columns. An added column without a value, or with 0, makes no difference. */
function textOf(row: object): string {
  return Object.entries(row)
    .filter(
      ([name, value]) =>
        value !== null && value !== 0 && !COMPUTED.includes(name) && value !== DEFAULTS[name],
    )
    .map((entry) => JSON.stringify(entry))
    .toSorted()
    .join()
}

/** The tables that a restore counts or indexes anew. */
const DERIVED = ['totals', 'search_documents', 'search_words', 'search_names', 'passages'] as const

/** A table that is empty is as good as one that a later version adds. */
async function rowsIn(db: Db, derived: typeof DERIVED | readonly [] = []): Promise<Record<string, string[]>> {
  const tables: Record<string, string[]> = {}
  const names = new Set((await db.introspection.getTables()).map(({ name }) => name))
  for (const table of [...TABLES, ...derived].filter((name) => names.has(name))) {
    const rows = await db.selectFrom(table).selectAll().execute()
    if (rows.length > 0) tables[table] = rows.map((row) => textOf(row)).toSorted()
  }
  return tables
}

test('a site of version 0.1.0 keeps every row, and the baseline replaces its migrations', async () => {
  const { db, applied } = await formerSite()
  expect([applied.length, applied.at(-1)]).toEqual([30, LAST_FORMER])
  const before = await rowsIn(db, DERIVED)
  await recordBaseline(db)
  expect(await appliedMigrations(db)).toEqual([BASELINE])
  expect(await rowsIn(db, DERIVED)).toEqual(before)
  expect(await migrate(db)).toEqual([
    '0032-hidden-comments',
    '0033-review-rounds',
    '0034-trash',
    '0035-own-playlists',
    '0036-upload-places',
    '0037-changed-captions',
    '0038-comment-likes',
    '0039-bookmarks',
    '0040-corrections',
    '0041-learning-days',
    '0042-home',
    '0043-revisions-without-round',
    '0044-visibility',
    '0045-restricted-search',
    '0047-invitation-mails',
    '0049-audience-changes',
    '0050-accepted-answers',
    '0051-learners',
    '0053-overview',
    '0054-people',
    '0055-legal-pages',
    '0056-identities',
  ])
  const { totals: _former, ...kept } = before
  const { totals: _now, ...after } = await rowsIn(db, DERIVED)
  expect(after).toEqual(kept)
  expect(await wrongTotals(db)).toBe(0)
  const { restrict_after } = await db.selectFrom('site').select('restrict_after').executeTakeFirstOrThrow()
  expect(Date.parse(restrict_after ?? '')).toBeGreaterThan(Date.now() + 9 * 60_000)
})

test('a site of version 0.1.0 opens without running the baseline, also on several nodes at once', async () => {
  const { config, db } = await formerSite()
  const nodes = config.DATABASE_URL === undefined ? 1 : 4
  const started = await Promise.all(Array.from({ length: nodes }, () => readyDatabase(config)))
  expect([BASELINE, ...started.flatMap(({ ran }) => ran)]).toEqual(await appliedMigrations(db))
  expect(await readyDatabase(config)).toEqual({ ran: [] })
})

test('a site of version 0.1.0 gets the schema of a new site', async () => {
  const { config, db } = await formerSite()
  await readyDatabase(config)
  expect(await schemaOf(db)).toEqual(await schemaOf((await openTestApp()).db))
})

test('the app serves a site of version 0.1.0', async () => {
  const { config, db } = await formerSite()
  await readyDatabase(config)
  const { request } = await openTestApp({ database: db })
  const { playlists } = (await request('GET', '/api/playlists?status=approved')).json()
  expect(playlists.map(({ title }: { title: string }) => title).toSorted()).toEqual([
    'Calculus You Can See',
    'JavaScript From the First Line',
    'Songs, Taken Apart',
  ])
})

test('a program with the former migrations does not start on a database that this version opened', async () => {
  const { config, db, applied } = await formerSite()
  await readyDatabase(config)
  const former = Object.fromEntries(applied.map((name) => [name, { up: async () => undefined }]))
  const { error } = await new Migrator({
    db,
    provider: { getMigrations: async () => former },
  }).migrateToLatest()
  expect(error).toMatchObject({ message: expect.stringContaining(`${BASELINE} is missing`) })
})

test('an older database is not changed, and one sentence says what to do', async () => {
  const { config, db } = await formerSite()
  await sql`delete from kysely_migration where name = ${LAST_FORMER}`.execute(db)
  const before = [await appliedMigrations(db), await schemaOf(db)]
  await expect(readyDatabase(config)).rejects.toThrow(
    `The database is from an older Lectern (${ONE_BEFORE}): ${SENTENCE}`,
  )
  expect([await appliedMigrations(db), await schemaOf(db)]).toEqual(before)
  const { findings } = await lookAtDatabase(db)
  expect(findings).toMatchObject([
    { level: 'problem', says: `The database is from an older Lectern (${ONE_BEFORE}).` },
  ])
})

test('a backup of version 0.1.0 restores', async () => {
  const { config, db } = await formerSite()
  await readyDatabase(config)
  const folder = join(await emptyFolder(), 'data')
  const site = { file: FORMER_BACKUP, folder, force: true, progress: () => undefined }
  const address = await copyOfTemplate()
  const into = address === undefined ? undefined : open(databaseConfig('', address))
  const pictures = into && picturesIn(folder)
  await restoreBackup({ ...site, into, pictures })
  expect(await rowsIn(into ?? open(databaseConfig(folder, undefined)))).toEqual(await rowsIn(db))
})
