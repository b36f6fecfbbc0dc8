import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { findSecretKey } from '#server/auth/secret-key.ts'
import { examine } from '#server/cli/doctor.ts'
import { readConfig } from '#server/config.ts'
import { type Database, openDatabase, openSiteDatabase, openToolDatabase } from '#server/data/database.ts'
import { brokenReferences } from '#server/data/integrity.ts'
import { migrate } from '#server/data/migrate.ts'
import { tablesIn } from '#server/data/postgres-schemas.ts'
import { wrongCounts } from '#server/features/catalog/playlists/counts-check.queries.ts'
import { picturesIn } from '#server/features/media/picture-files.ts'
import { searchFaults } from '#server/features/search/index/search-index-check.queries.ts'
import { insertVideo, updateVideo } from '#server/features/video/videos.queries.ts'
import type { FileStore } from '#server/files/file-store.ts'
import { openTestApp, picture, type TestApp, type TestUser, Upload } from '#server/test-app.ts'
import { copyOfTemplate, databaseConfig } from '#server/test-database.ts'
import { leaveTraces } from '#server/test-progress.ts'
import { TABLES } from './format.ts'
import { makeBackup } from './make-backup.ts'
import { restoreBackup } from './restore-backup.ts'
import { stagedVideos } from './videos.ts'

const silent = () => undefined

async function emptyFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-archive-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

/** A school with one public playlist and real pictures, and an archive of it. */
async function archivedSchool() {
  const testApp = await openTestApp()
  const ada = await testApp.user('Ada “Łovelace”\u2028', 'Teacher')
  const admin = await testApp.user('Root', 'Student', { isAdmin: true })
  for (const person of [ada, admin]) {
    const photo = { field: 'profilePhoto', bytes: await picture('#123456') }
    await person.request('PUT', `/api/users/profile/${person.id}`, new Upload({}, photo))
  }
  await testApp.db.deleteFrom('images').where('bytes', '=', 1).execute()
  const draft = { title: 'Watercolour', description: 'All of it.', category: 'development' }
  const posted = await ada.request(
    'POST',
    '/api/playlists',
    new Upload(draft, { field: 'mainPlaylistImage', bytes: await picture('#aa0000') }),
  )
  const id: string = posted.json().data._id
  await admin.request('POST', `/api/playlists/approve-playlist/${id}`, { isPlaylistApproved: 'approved' })
  await leaveTraces(testApp, { student: admin, teacher: ada, playlistId: id })
  const file = join(await emptyFolder(), 'site.tar.gz')
  const files = picturesIn(testApp.folder)
  const secretKey = await findSecretKey({ DATA_DIR: testApp.folder })
  await makeBackup({ db: testApp.db, files, file, progress: silent, secretKey })
  return { testApp, file }
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
async function emptySite() {
  const folder = await emptyFolder()
  const address = await copyOfTemplate()
  const db = openToolDatabase(databaseConfig(folder, address))
  onTestFinished(() => db.destroy())
  await sql`drop schema public cascade`.execute(db)
  await sql`create schema public`.execute(db)
  return { folder, address, db, bucket: picturesIn(folder) }
}

async function expectSame(db: Database, { db: original }: TestApp): Promise<void> {
  expect(await rowsIn(db)).toEqual(await rowsIn(original))
  expect(await wrongCounts(db)).toEqual([])
  expect(await searchFaults(db)).toBe(0)
  expect(await brokenReferences(db)).toEqual([])
}

test('an archive of PostgreSQL restores into PostgreSQL and into a file of SQLite', async () => {
  const { testApp, file } = await archivedSchool()
  const { folder, address, db, bucket } = await emptySite()
  await restoreBackup({ file, folder, force: false, progress: silent, into: db, pictures: bucket })
  await expectSame(db, testApp)

  const lines: string[] = []
  const config = readConfig({ DATA_DIR: folder, DATABASE_URL: address })
  expect(await examine({ config, repair: false, say: (line) => lines.push(line) }), lines.join('\n')).toBe(
    true,
  )

  const target = await emptyFolder()
  await restoreBackup({ file, folder: target, force: false, progress: silent })
  const sqlite = openDatabase(target)
  await expectSame(sqlite, testApp)
  await sqlite.destroy()
})

/** A prepared video with the files that its row needs. */
async function addVideo({ db, folder }: TestApp): Promise<string> {
  const { id: owner_id } = await db.selectFrom('users').select('id').executeTakeFirstOrThrow()
  const id = 'a'.repeat(24)
  await insertVideo(db, { id, owner_id, bytes: 100, created_at: new Date().toISOString() })
  await updateVideo(db, id, { state: 'ready', duration_s: 6 })
  const index = '#EXTM3U\n#EXT-X-MAP:URI="init.mp4"\n00000.m4s\n'
  const contents = { '180p/00000.m4s': 'picture', '180p/init.mp4': 'head', '180p/index.m3u8': index }
  for (const [path, text] of Object.entries({ ...contents, 'master.m3u8': '#EXTM3U\n180p/index.m3u8\n' }))
    await stagedVideos(folder).files.put([{ name: `${id}/${path}`, bytes: Buffer.from(text) }])
  return id
}

test('videos are restored beside PostgreSQL, and the doctor looks for them there', async () => {
  const { testApp } = await archivedSchool()
  const id = await addVideo(testApp)
  const file = await archiveOf(testApp.db, testApp.folder)
  const { folder, address, db: into, bucket: pictures } = await emptySite()
  const videos = stagedVideos(folder)
  await restoreBackup({ file, folder, force: false, progress: silent, into, pictures, videos })
  expect((await videos.files.read(`${id}/180p/00000.m4s`))?.toString()).toBe('picture')
  const said = async () => {
    const lines: string[] = []
    const config = readConfig({ DATA_DIR: folder, DATABASE_URL: address })
    await examine({ config, repair: false, say: (line) => lines.push(line) })
    return lines.join('\n')
  }
  expect(await said()).toContain('1 uploaded video, and every file is there.')
  await rm(join(folder, 'videos', id, '180p', 'init.mp4'))
  expect(await said()).toContain(`The file videos/${id}/master.m3u8 is missing.`)
})

test('existing tables are set aside only with --force, and a broken archive changes nothing', async () => {
  const { testApp, file } = await archivedSchool()
  const { folder, db, bucket } = await emptySite()
  const restore = (force: boolean, from = file) =>
    restoreBackup({ file: from, folder, force, progress: silent, into: db, pictures: bucket })
  await restore(false)
  await db.deleteFrom('comments').execute()
  await db.updateTable('playlists').set({ title: 'Changed' }).execute()
  await expect(restore(false)).rejects.toThrow('is not empty')
  await expect(restore(true, join(folder, 'nothing.tar'))).rejects.toThrow()
  expect(await db.selectFrom('playlists').select('title').execute()).toEqual([{ title: 'Changed' }])
  const { setAside = '' } = await restore(true)
  await expectSame(db, testApp)
  const schema = setAside.replace('the schema ', '')
  const { rows } = await sql<{
    title: string
  }>`select title from ${sql.table(`${schema}.playlists`)}`.execute(db)
  expect(rows).toEqual([{ title: 'Changed' }])
})

/** A small site on SQLite with something in every list, and real pictures. */
async function schoolOnSqlite() {
  const folder = await emptyFolder()
  const database = openDatabase(folder)
  await migrate(database)
  const testApp = await openTestApp({ database })
  const ada = await testApp.user('Ada “Łovelace”\u2028', 'Teacher')
  const root = await testApp.user('Root', 'Student', { isAdmin: true })
  for (const person of [ada, root]) {
    const photo = { field: 'profilePhoto', bytes: await picture('#123456') }
    await person.request('PUT', `/api/users/profile/${person.id}`, new Upload({}, photo))
  }
  await testApp.db.deleteFrom('images').where('bytes', '=', 1).execute()
  const form = { title: 'Watercolour', description: 'All of it.', category: 'development' }
  const image = { field: 'mainPlaylistImage', bytes: await picture('#aa0000') }
  const posted = await ada.request('POST', '/api/playlists', new Upload(form, image))
  const playlist: string = posted.json().data._id
  const lesson = {
    videoTitle: 'Wet on wet',
    description: 'Slowly.',
    videoLink: 'aircAruvnKk',
    chapters: '0:00 Paper\n1:30 Pigment',
  }
  const cover = { field: 'tutorialImage', bytes: await picture('#00aa00') }
  const taught = await ada.request('POST', `/api/courses/${playlist}`, new Upload(lesson, cover))
  const course: string = taught.json().data._id
  await root.request('POST', `/api/playlists/approve-playlist/${playlist}`, {
    isPlaylistApproved: 'approved',
  })
  await root.request('POST', `/api/courses/approve-course/${course}`, { isCourseApproved: 'approved' })
  const vtt = Buffer.from('WEBVTT\n\n00:10.000 --> 00:12.000\nThe cauliflower is an accident.\n')
  const captions = { field: 'file', bytes: vtt, name: 'en.vtt', type: 'text/vtt' }
  await ada.request('PUT', `/api/courses/${course}/captions/en`, new Upload({}, captions))
  await testApp.context.jobs.runDue()
  await root.request('POST', '/api/comments', { courseId: course, text: 'How lovely — 素晴らしい' })
  await root.request('POST', `/api/courses/${course}/like`, { liked: true })
  await root.request('POST', `/api/users/savePlaylist/${playlist}`)
  return { testApp, folder, ada, root, playlist, course }
}

type School = Awaited<ReturnType<typeof schoolOnSqlite>>

/** The answers to several users' requests, without request ids and dates. */
async function answersOf({ request, app }: TestApp, { ada, root, playlist, course }: School) {
  const requestAs = (person?: TestUser) => (url: string) =>
    app.inject({ method: 'GET', url, headers: person ? { authorization: `Bearer ${person.token}` } : {} })
  const questions: [(url: string) => ReturnType<typeof request>, string][] = [
    [requestAs(), '/api/playlists'],
    [requestAs(), `/api/playlists/${playlist}`],
    [requestAs(), '/api/courses'],
    [requestAs(), '/api/categories'],
    [requestAs(), '/api/search?q=watercolor'],
    [requestAs(), '/api/search/moments?q=cauliflower'],
    [requestAs(root), `/api/courses/${playlist}/${course}`],
    [requestAs(ada), `/api/courses/${course}/captions`],
    [requestAs(root), `/api/comments?courseId=${course}`],
    [requestAs(root), '/api/users/savedPlaylists'],
    [requestAs(root), '/api/auth/sessions'],
    [requestAs(ada), `/api/users/profile/${ada.id}`],
  ]
  const answers: Record<string, unknown> = {}
  for (const [asked, url] of questions) {
    const answer = await asked(url)
    const { requestId: _own, ...body } = answer.json()
    answers[url] = { status: answer.statusCode, body }
  }
  return answers
}

async function archiveOf(db: Database, media: string): Promise<string> {
  const file = join(await emptyFolder(), 'site.tar')
  const files = picturesIn(media)
  await makeBackup({ db, files, videos: stagedVideos(media), file, progress: silent })
  return file
}

/** The app on a site that was restored into this database and folder. */
function openRestored(database: Database, folder: string): Promise<TestApp> {
  return openTestApp({ database, environment: { DATA_DIR: folder } })
}

test('a site that moves to PostgreSQL and back gives the same answers', async () => {
  const school = await schoolOnSqlite()
  const expected = await answersOf(school.testApp, school)
  expect(expected['/api/search/moments?q=cauliflower']).toMatchObject({
    body: { videos: [{ moments: [{ at: 10 }] }] },
  })
  expect(expected[`/api/courses/${school.playlist}/${school.course}`]).toMatchObject({
    body: { chapters: [{ at: 0 }, { at: 90, title: 'Pigment' }], captions: [{ label: 'English' }] },
  })
  const there = await emptySite()
  const { folder, address, db: into, bucket: pictures } = there
  const file = await archiveOf(school.testApp.db, school.testApp.folder)
  await restoreBackup({ file, folder, force: false, progress: silent, into, pictures })
  const moved = await openRestored(openSiteDatabase(databaseConfig(folder, address)), folder)
  expect(await answersOf(moved, school)).toEqual(expected)
  const images = await into.selectFrom('images').select(['name', 'widths']).execute()
  expect(images.length).toBeGreaterThan(1)
  for (const { name, widths } of images)
    expect((await moved.request('GET', `/media/${name}-${JSON.parse(widths)[0]}.webp`)).statusCode).toBe(200)

  const home = await emptyFolder()
  const back = await archiveOf(into, folder)
  await restoreBackup({ file: back, folder: home, force: false, progress: silent })
  expect(await answersOf(await openRestored(openDatabase(home), home), school)).toEqual(expected)
})

test('a restore into the database of a running site fails, even with --force', async () => {
  const { file } = await archivedSchool()
  const { folder, address, db: into, bucket: pictures } = await emptySite()
  const site = openSiteDatabase(databaseConfig(folder, address))
  onTestFinished(() => site.destroy())
  await sql`select 1`.execute(site)
  const restoring = restoreBackup({ file, folder, force: true, progress: silent, into, pictures })
  await expect(restoring).rejects.toThrow('A site is running on this database')
  expect(await tablesIn(into)).toEqual([])
})

test('rows that arrive damaged leave the database empty', async () => {
  const { testApp } = await schoolOnSqlite()
  // PostgreSQL keeps no NUL in a text.
  await testApp.db.updateTable('comments').set({ text: 'a\0b' }).execute()
  const file = await archiveOf(testApp.db, testApp.folder)
  const { folder, db: into, bucket: pictures } = await emptySite()
  const restoring = restoreBackup({ file, folder, force: false, progress: silent, into, pictures })
  await expect(restoring).rejects.toThrow(/rows of comments (did not arrive|do not fit)/)
  expect(await tablesIn(into)).toEqual([])
})

test('a picture that arrives damaged leaves the database empty', async () => {
  const { file } = await archivedSchool()
  const { folder, db: into, bucket } = await emptySite()
  const pictures: FileStore = {
    ...bucket,
    put: (files) => bucket.put(files.map(({ name, bytes }) => ({ name, bytes: bytes.subarray(1) }))),
  }
  const restoring = restoreBackup({ file, folder, force: false, progress: silent, into, pictures })
  await expect(restoring).rejects.toThrow('arrived damaged')
  expect(await tablesIn(into)).toEqual([])
})
