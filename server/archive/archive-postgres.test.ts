import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { examine } from '#server/cli/doctor.ts'
import { readConfig } from '#server/config.ts'
import { wrongCounts } from '#server/core/counts-check.ts'
import { type Database, openDatabase, openToolDatabase } from '#server/core/db/database.ts'
import { brokenReferences } from '#server/core/db/integrity.ts'
import { mediaFolder } from '#server/core/media-folder.ts'
import { searchFaults } from '#server/core/search-index-check.ts'
import { createImageFiles } from '#server/features/media/image-files.ts'
import { copyOfTemplate, placeOf } from '#server/test-database.ts'
import { openHouse, picture, type TestHouse, Upload } from '#server/test-house.ts'
import { TABLES } from './format.ts'
import { makeBackup } from './make-backup.ts'
import { restoreBackup } from './restore-backup.ts'

const silent = () => undefined

async function emptyFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-archive-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

/** A school with one public playlist and real pictures, and an archive of it. */
async function archivedSchool() {
  const house = await openHouse()
  const ada = await house.user('Ada “Łovelace”\u2028', 'Teacher')
  const admin = await house.user('Root', 'Student', { isAdmin: true })
  for (const person of [ada, admin]) {
    const photo = { field: 'profilePhoto', bytes: await picture('#123456') }
    await person.ask('PUT', `/api/users/profile/${person.id}`, new Upload({}, photo))
  }
  await house.db.deleteFrom('images').where('bytes', '=', 1).execute()
  const draft = { title: 'Watercolour', description: 'All of it.', category: 'development' }
  const posted = await ada.ask(
    'POST',
    '/api/playlists',
    new Upload(draft, { field: 'mainPlaylistImage', bytes: await picture('#aa0000') }),
  )
  const id: string = posted.json().data._id
  await admin.ask('POST', `/api/playlists/approve-playlist/${id}`, { isPlaylistApproved: 'approved' })
  const file = join(await emptyFolder(), 'site.tar.gz')
  const files = createImageFiles(mediaFolder(house.folder))
  await makeBackup({ db: house.db, files, file, progress: silent })
  return { house, file }
}

async function rowsIn(db: Database): Promise<Record<string, string[]>> {
  const tables: Record<string, string[]> = {}
  for (const table of TABLES) {
    const rows = await db.selectFrom(table).selectAll().execute()
    tables[table] = rows.map((row) => JSON.stringify(Object.entries(row).map(String).toSorted())).toSorted()
  }
  return tables
}

/** Another database of the server and another folder, where nothing is yet. */
async function emptyPlace() {
  const folder = await emptyFolder()
  const address = await copyOfTemplate()
  const db = openToolDatabase(placeOf(folder, address))
  onTestFinished(() => db.destroy())
  await sql`drop schema public cascade`.execute(db)
  await sql`create schema public`.execute(db)
  return { folder, address, db, bucket: createImageFiles(mediaFolder(folder)) }
}

async function expectSame(db: Database, { db: original }: TestHouse): Promise<void> {
  expect(await rowsIn(db)).toEqual(await rowsIn(original))
  expect(await wrongCounts(db)).toEqual([])
  expect(await searchFaults(db)).toBe(0)
  expect(await brokenReferences(db)).toEqual([])
}

test('an archive of PostgreSQL restores into PostgreSQL and into a file of SQLite', async () => {
  const { house, file } = await archivedSchool()
  const { folder, address, db, bucket } = await emptyPlace()
  await restoreBackup({ file, folder, force: false, progress: silent, into: db, pictures: bucket })
  await expectSame(db, house)

  const lines: string[] = []
  const config = readConfig({ DATA_DIR: folder, DATABASE_URL: address })
  expect(await examine({ config, repair: false, say: (line) => lines.push(line) }), lines.join('\n')).toBe(
    true,
  )

  const place = await emptyFolder()
  await restoreBackup({ file, folder: place, force: false, progress: silent })
  const sqlite = openDatabase(place)
  await expectSame(sqlite, house)
  await sqlite.destroy()
})

test('what is there is set aside by force only, and a broken archive changes nothing', async () => {
  const { house, file } = await archivedSchool()
  const { folder, db, bucket } = await emptyPlace()
  const restore = (force: boolean, from = file) =>
    restoreBackup({ file: from, folder, force, progress: silent, into: db, pictures: bucket })
  await restore(false)
  await db.deleteFrom('comments').execute()
  await db.updateTable('playlists').set({ title: 'Changed' }).execute()
  await expect(restore(false)).rejects.toThrow('is not empty')
  await expect(restore(true, join(folder, 'nothing.tar'))).rejects.toThrow()
  expect(await db.selectFrom('playlists').select('title').execute()).toEqual([{ title: 'Changed' }])
  const { setAside = '' } = await restore(true)
  await expectSame(db, house)
  const schema = setAside.replace('the schema ', '')
  const { rows } = await sql<{
    title: string
  }>`select title from ${sql.table(`${schema}.playlists`)}`.execute(db)
  expect(rows).toEqual([{ title: 'Changed' }])
})
