import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import pg from 'pg'
import { DATABASE_FILE, type DatabaseConfig } from './data/database.ts'
import { copyOfTemplate, databaseConfig } from './test-database.ts'

/** The newest migration of version 0.1.0, and the one before it. */
export const LAST_FORMER = '0031-former-section-titles'
export const ONE_BEFORE = '0030-course-starts'

const fixture = (name: string) => join(import.meta.dirname, 'data', 'fixtures', name)

/** A backup of the same site, made by version 0.1.0. */
export const FORMER_BACKUP = fixture('version-0.1.0.tar.gz')

/**
 * Puts a site of version 0.1.0 into the folder, or into a new PostgreSQL database, as that version left it: its demo with three
 * playlists and three pictures, and with a row in almost every table.
 */
export async function addFormerSite(folder: string): Promise<DatabaseConfig> {
  const address = await copyOfTemplate()
  if (address === undefined) {
    await writeFile(join(folder, DATABASE_FILE), gunzipSync(await readFile(fixture('version-0.1.0.db.gz'))))
    return databaseConfig(folder, undefined)
  }
  const client = new pg.Client({ connectionString: address })
  await client.connect()
  await client.query('drop schema public cascade; create schema public')
  await client.query(gunzipSync(await readFile(fixture('version-0.1.0.sql.gz'))).toString())
  await client.end()
  return databaseConfig(folder, address)
}
