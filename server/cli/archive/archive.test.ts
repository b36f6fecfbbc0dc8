import { existsSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openDatabase, openDatabaseToRead } from '#server/data/database.ts'
import { findingsOf } from '#server/data/integrity.ts'
import { wrongCounts } from '#server/features/catalog/playlists/counts-check.queries.ts'
import { mediaFolder, picturesIn } from '#server/features/media/picture-files.ts'
import type { FileStore } from '#server/files/file-store.ts'
import { openTestApp, picture, type TestApp, type TestUser, Upload } from '#server/test-app.ts'
import { leaveTraces } from '#server/test-progress.ts'
import { TABLES } from './format.ts'
import { makeBackup } from './make-backup.ts'
import { restoreBackup } from './restore-backup.ts'
import { rejectHalfRestored } from './staging.ts'

const silent = () => undefined

async function emptyFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-archive-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

async function post(teacher: TestUser, title: string, colour: string): Promise<string> {
  const answer = await teacher.request(
    'POST',
    '/api/playlists',
    new Upload(
      { title, description: 'All of it.', category: 'development' },
      { field: 'mainPlaylistImage', bytes: await picture(colour) },
    ),
  )
  expect(answer.statusCode, answer.body).toBe(201)
  return answer.json().data._id
}

/** A site on disk with a teacher whose photo is a real file, two public playlists and a secret of each kind. */
async function openSchool() {
  const testApp = await openTestApp({ onDisk: true })
  const ada = await testApp.user('Ada “Łovelace”\u2028', 'Teacher')
  const admin = await testApp.user('Root', 'Student', { isAdmin: true })
  for (const person of [ada, admin]) {
    const changed = await person.request(
      'PUT',
      `/api/users/profile/${person.id}`,
      new Upload({}, { field: 'profilePhoto', bytes: await picture('#123456') }),
    )
    expect(changed.statusCode, changed.body).toBe(200)
  }
  await testApp.db.deleteFrom('images').where('bytes', '=', 1).execute()
  const ids = [await post(ada, 'Watercolour', '#aa0000'), await post(ada, 'Gouache', '#00aa00')]
  for (const id of ids) {
    await admin.request('POST', `/api/playlists/approve-playlist/${id}`, { isPlaylistApproved: 'approved' })
  }
  await leaveTraces(testApp, { student: admin, teacher: ada, playlistId: ids[0] ?? '' })
  return { testApp, ada, admin, ids }
}

async function backupOf({ folder }: TestApp, file: string) {
  const db = openDatabaseToRead(folder)
  try {
    return await makeBackup({ db, files: picturesIn(folder), file, progress: silent })
  } finally {
    await db.destroy()
  }
}

async function rowsIn(folder: string) {
  const db = openDatabase(folder)
  const tables: Record<string, unknown[]> = {}
  for (const table of TABLES) {
    const rows = await db.selectFrom(table).selectAll().execute()
    tables[table] = rows.map((row) => JSON.stringify(row)).toSorted()
  }
  await db.destroy()
  return tables
}

async function pictureNamesIn(folder: string) {
  const entries = await readdir(mediaFolder(folder), { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map(({ name }) => name)
    .toSorted()
}

test('a restore brings back every row, every picture and the search', async () => {
  for (const name of ['site.tar', 'site.tar.gz']) {
    const { testApp, ids } = await openSchool()
    const place = await emptyFolder()
    const file = join(place, name)
    const manifest = await backupOf(testApp, file)
    expect(manifest).toMatchObject({ missing: [], rows: { playlists: 2 }, pictures: { files: 7 } })
    expect((await stat(file)).mode & 0o077).toBe(0)

    const folder = join(place, 'data')
    await restoreBackup({ file, folder, force: false, progress: silent })
    expect((await readdir(folder)).toSorted()).toEqual(['lectern.db', 'media'])
    expect(await rowsIn(folder)).toEqual(await rowsIn(testApp.folder))
    expect(await pictureNamesIn(folder)).toEqual(await pictureNamesIn(testApp.folder))

    const db = openDatabase(folder)
    const found = await db.selectFrom('search_documents').select('playlist_id').execute()
    expect(found.map(({ playlist_id }) => playlist_id).toSorted()).toEqual(ids.toSorted())
    await db.destroy()
  }
})

/** What a restore or a job computes from other rows. */
const COMPUTED = ['totals', 'playlist_sums', 'course_sums', 'progress_removed', 'site_numbers']

test('a backup has every table except the search index and what is computed, which come again', async () => {
  const { db } = await openTestApp()
  const tables = (await db.introspection.getTables()).map(({ name }) => name)
  const kept = tables.filter(
    (name) =>
      !(
        COMPUTED.includes(name) ||
        /^(search_|restricted_|user_words$|(correction_)?passages$|sqlite_|exports$)/.test(name)
      ),
  )
  expect([...TABLES].toSorted()).toEqual(kept.toSorted())
})

test('during uploads, deletes and writes a backup is one snapshot with all its pictures', async () => {
  const { testApp, ada, admin, ids } = await openSchool()
  const before = await rowsIn(testApp.folder)
  let stop = false
  const work = async (seed: number) => {
    for (let n = 0; !stop; n += 1) {
      const id = await post(
        ada,
        `Playlist ${seed} ${n}`,
        `#${(seed * 4000 + n).toString(16).padStart(6, '0')}`,
      )
      await admin.request('POST', `/api/users/savePlaylist/${ids[0]}`)
      await ada.request('DELETE', `/api/playlists/${id}/${ada.id}`)
      await admin.request('DELETE', `/api/users/savedPlaylists/${ids[0]}`)
    }
  }
  const working = [1, 2].map(work)
  const place = await emptyFolder()
  for (let n = 0; n < 3; n += 1) {
    const manifest = await backupOf(testApp, join(place, `${n}.tar`))
    expect(manifest.missing).toEqual([])
  }
  stop = true
  await Promise.all(working)
  for (let n = 0; n < 3; n += 1) {
    const folder = join(place, `data${n}`)
    const restored = await restoreBackup({
      file: join(place, `${n}.tar`),
      folder,
      force: false,
      progress: silent,
    })
    expect(restored.recounted).toBe(0)
    const after = await rowsIn(folder)
    for (const table of ['users', 'sessions', 'categories'] as const) {
      expect(after[table]?.length).toBe(before[table]?.length)
    }
    for (const id of ids) expect(after.playlists?.some((row) => String(row).includes(id))).toBe(true)
    const db = openDatabase(folder)
    expect(await findingsOf(db)).toEqual([])
    expect(await wrongCounts(db)).toEqual([])
    await db.destroy()
  }
})

test('a picture that was lost before is reported, and backup and restore still work', async () => {
  const { testApp } = await openSchool()
  const place = await emptyFolder()
  const lost = (await pictureNamesIn(testApp.folder))[0] ?? ''
  await rm(join(mediaFolder(testApp.folder), lost.slice(0, 2), lost))
  expect((await backupOf(testApp, join(place, 'a.tar'))).missing).toEqual([lost])
  const restored = await restoreBackup({
    file: join(place, 'a.tar'),
    folder: join(place, 'data'),
    force: false,
    progress: silent,
  })
  expect(restored.manifest.missing).toEqual([lost])
})

test('a picture that is added and deleted during a backup is in none of its rows', async () => {
  const { testApp } = await openSchool()
  const stored = picturesIn(testApp.folder)
  const name = 'c'.repeat(40)
  const image = { name, owner_id: null, width: 640, height: 360, widths: '[640]', bytes: 1, placeholder: '' }
  let came = false
  const files: FileStore = {
    ...stored,
    async read(file) {
      if (!came)
        await testApp.db
          .insertInto('images')
          .values({ ...image, created_at: '2026' })
          .execute()
      came = true
      // Its row is in the snapshot; before the file is read both are deleted.
      if (file.startsWith(name)) await testApp.db.deleteFrom('images').where('name', '=', name).execute()
      return stored.read(file)
    },
  }
  const place = await emptyFolder()
  const [file, folder] = [join(place, 'site.tar'), join(place, 'data')]
  const db = openDatabaseToRead(testApp.folder)
  onTestFinished(() => db.destroy())
  const { missing } = await makeBackup({ db, files, file, progress: silent })
  expect([came, missing]).toEqual([true, []])
  await restoreBackup({ file, folder, force: false, progress: silent })
  expect(await rowsIn(folder)).toEqual(await rowsIn(testApp.folder))
})

test('a backup never replaces a file, and one that fails leaves nothing', async () => {
  const { testApp } = await openSchool()
  const place = await emptyFolder()
  const file = join(place, 'mine.tar')
  await writeFile(file, 'precious')
  await expect(backupOf(testApp, file)).rejects.toThrow('EEXIST')
  expect(await readFile(file, 'utf8')).toBe('precious')
  await testApp.db.schema.alterTable('audit').renameTo('diary').execute()
  await expect(backupOf(testApp, join(place, 'other.tar'))).rejects.toThrow('audit')
  expect(await readdir(place)).toEqual(['mine.tar'])
})

test('a restore over a site fails without --force, and always while the site runs', async () => {
  const { testApp } = await openSchool()
  const place = await emptyFolder()
  const file = join(place, 'site.tar')
  await backupOf(testApp, file)
  const restore = (force: boolean) => restoreBackup({ file, folder: testApp.folder, force, progress: silent })
  await expect(restore(false)).rejects.toThrow('is not empty')
  await expect(restore(true)).rejects.toThrow('A site is running')
  expect((await testApp.request('GET', '/api/playlists')).json().total).toBe(2)

  const folder = join(place, 'data')
  const again = () => restoreBackup({ file, folder, force: true, progress: silent })
  expect((await again()).setAside).toBeUndefined()
  const db = openDatabase(folder)
  await db.deleteFrom('playlists').execute()
  await db.destroy()
  const { setAside = '' } = await again()
  expect(setAside.startsWith(join(folder, 'before-restore-'))).toBe(true)
  expect((await rowsIn(setAside)).playlists).toEqual([])
  expect((await rowsIn(folder)).playlists).toHaveLength(2)
  expect(existsSync(join(setAside, 'media'))).toBe(true)
})

test('the next start reports a restore that was interrupted during the swap', async () => {
  const folder = await emptyFolder()
  await rejectHalfRestored(folder)
  await writeFile(join(folder, '.restore-0a0a0a0a'), '')
  await rejectHalfRestored(folder)
  await writeFile(join(folder, '.restoring-0a0a0a0a'), '')
  await expect(rejectHalfRestored(folder)).rejects.toThrow('was cut off')
})
