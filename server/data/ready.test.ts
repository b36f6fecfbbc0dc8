import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { copyOfTemplate, databaseConfig, openTestDatabase } from '#server/test-database.ts'
import { openSiteDatabase } from './database.ts'
import { readyDatabase } from './ready.ts'

/** A database whose newest migrations are what a program like this one never had. */
async function withMigrations(...names: string[]) {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-ready-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const address = await copyOfTemplate()
  const config = databaseConfig(folder, address)
  const db = address === undefined ? await openTestDatabase(folder, true) : openSiteDatabase(config)
  for (const name of names) {
    await sql`insert into kysely_migration (name, timestamp) values (${name}, '2999-01-01T00:00:00.000Z')`.execute(
      db,
    )
  }
  await db.destroy()
  return { config, isPostgres: address !== undefined }
}

test('an older program joins a newer one on PostgreSQL, and leaves its file of SQLite alone', async () => {
  const { config, isPostgres } = await withMigrations('9998-later', '9999-latest')
  const started = readyDatabase(config)
  if (isPostgres) expect(await started).toEqual({ ran: [], newer: '9999-latest' })
  else await expect(started).rejects.toThrow('a newer Lectern (9999-latest)')
})

test('a database that is not simply newer is not touched', async () => {
  const { config } = await withMigrations('0000-of-something-else', '9999-latest')
  await expect(readyDatabase(config)).rejects.toThrow('0000-of-something-else')
})

test('a database of this program is ready', async () => {
  const { config } = await withMigrations()
  expect(await readyDatabase(config)).toEqual({ ran: [] })
})
