import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { wrongCounts } from '#server/core/counts-check.ts'
import {
  openDatabase,
  openDatabaseToRead,
  openSiteDatabase,
  openToolDatabase,
} from '#server/core/db/database.ts'
import { migrate } from '#server/core/db/migrate.ts'
import { tablesIn } from '#server/core/db/set-aside.ts'
import { mediaFolder } from '#server/core/media-folder.ts'
import { searchFaults } from '#server/core/search-index-check.ts'
import { createImageFiles } from '#server/features/media/image-files.ts'
import { copyOfTemplate, placeOf } from '#server/test-database.ts'
import { openHouse, type Person, picture, type TestHouse, Upload } from '#server/test-house.ts'
import { movePicturesAhead, moveSite } from './move-site.ts'

const bar = { show: () => undefined, end: () => undefined }

async function emptyFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-moving-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

/** A small site on SQLite with something in every list, and real pictures. */
async function livingSchool() {
  const folder = await emptyFolder()
  const database = openDatabase(folder)
  await migrate(database)
  const house = await openHouse({ database })
  const ada = await house.user('Ada “Łovelace”\u2028', 'Teacher')
  const root = await house.user('Root', 'Student', { isAdmin: true })
  for (const person of [ada, root]) {
    const photo = { field: 'profilePhoto', bytes: await picture('#123456') }
    await person.ask('PUT', `/api/users/profile/${person.id}`, new Upload({}, photo))
  }
  await house.db.deleteFrom('images').where('bytes', '=', 1).execute()
  const form = { title: 'Watercolour', description: 'All of it.', category: 'development' }
  const image = { field: 'mainPlaylistImage', bytes: await picture('#aa0000') }
  const posted = await ada.ask('POST', '/api/playlists', new Upload(form, image))
  const playlist: string = posted.json().data._id
  const lesson = { videoTitle: 'Wet on wet', description: 'Slowly.', videoLink: 'aircAruvnKk' }
  const cover = { field: 'tutorialImage', bytes: await picture('#00aa00') }
  const taught = await ada.ask('POST', `/api/courses/${playlist}`, new Upload(lesson, cover))
  const course: string = taught.json().data._id
  await root.ask('POST', `/api/playlists/approve-playlist/${playlist}`, { isPlaylistApproved: 'approved' })
  await root.ask('POST', `/api/courses/approve-course/${course}`, { isCourseApproved: 'approved' })
  await root.ask('POST', '/api/comments', { courseId: course, text: 'How lovely — 素晴らしい' })
  await root.ask('POST', `/api/courses/${course}/like`, { liked: true })
  await root.ask('POST', `/api/users/savePlaylist/${playlist}`)
  return { house, folder, ada, root, playlist, course }
}

async function emptyPostgres(folder: string) {
  const address = await copyOfTemplate()
  const db = openToolDatabase(placeOf(folder, address))
  onTestFinished(() => db.destroy())
  await sql`drop schema public cascade`.execute(db)
  await sql`create schema public`.execute(db)
  return { db, address }
}

/** A place to move to, and the parts of a move there from this site. */
async function moveOf({ house, folder }: { house: TestHouse; folder: string }) {
  const place = await emptyFolder()
  const { db, address } = await emptyPostgres(place)
  const from = openDatabaseToRead(folder)
  onTestFinished(() => from.destroy())
  const pictures = {
    from: createImageFiles(mediaFolder(house.folder)),
    into: createImageFiles(mediaFolder(place)),
  }
  return { place, address, parts: { from, into: db, pictures, bar } }
}

type School = Awaited<ReturnType<typeof livingSchool>>

/** Answers to everybody's questions, without what each request has of its own. */
async function answersOf({ ask, app }: TestHouse, { ada, root, playlist, course }: School) {
  const asking = (person?: Person) => (url: string) =>
    app.inject({ method: 'GET', url, headers: person ? { authorization: `Bearer ${person.token}` } : {} })
  const questions: [(url: string) => ReturnType<typeof ask>, string][] = [
    [asking(), '/api/playlists'],
    [asking(), `/api/playlists/${playlist}`],
    [asking(), '/api/courses'],
    [asking(), '/api/categories'],
    [asking(), '/api/search?q=watercolor'],
    [asking(root), `/api/comments?courseId=${course}`],
    [asking(root), '/api/users/savedPlaylists'],
    [asking(root), '/api/auth/sessions'],
    [asking(ada), `/api/users/profile/${ada.id}`],
  ]
  const answers: Record<string, unknown> = {}
  for (const [asked, url] of questions) {
    const answer = await asked(url)
    const { requestId: _own, ...body } = answer.json()
    answers[url] = { status: answer.statusCode, body }
  }
  return answers
}

test('a site that was moved gives the same answers to everybody', async () => {
  const school = await livingSchool()
  const { place, address, parts } = await moveOf(school)
  const moved = await moveSite(parts)
  expect(moved.tables.find(({ table }) => table === 'comments')).toMatchObject({ rows: 1 })
  expect(moved.pictures.missing).toEqual([])
  expect(moved.pictures.copied).toBeGreaterThan(1)

  const there = openSiteDatabase(placeOf(place, address))
  const house = await openHouse({ database: there, environment: { DATA_DIR: place } })
  expect(await answersOf(house, school)).toEqual(await answersOf(school.house, school))
  expect(await wrongCounts(parts.into)).toEqual([])
  expect(await searchFaults(parts.into)).toBe(0)
  const images = await house.db.selectFrom('images').select(['name', 'widths']).execute()
  for (const { name, widths } of images) {
    expect((await house.ask('GET', `/media/${name}-${JSON.parse(widths)[0]}.webp`)).statusCode).toBe(200)
  }
})

test('pictures that went ahead are not copied again, and those that came since are', async () => {
  const school = await livingSchool()
  const { parts } = await moveOf(school)
  const ahead = await movePicturesAhead(parts)
  const late = { field: 'profilePhoto', bytes: await picture('#0000aa') }
  await school.ada.ask('PUT', `/api/users/profile/${school.ada.id}`, new Upload({}, late))
  const moved = await moveSite(parts)
  expect(ahead.copied).toBeGreaterThan(1)
  expect(moved.pictures.copied).toBeGreaterThan(0)
  expect(moved.pictures.copied).toBeLessThan(ahead.copied)
})

test('a database that is not empty is refused', async () => {
  const { parts } = await moveOf(await livingSchool())
  await sql`create table theirs (id int)`.execute(parts.into)
  await expect(moveSite(parts)).rejects.toThrow('is not empty')
  expect(await tablesIn(parts.into)).toEqual(['theirs'])
})

test('what does not arrive as it was sent leaves the database empty', async () => {
  const school = await livingSchool()
  const { parts } = await moveOf(school)
  // PostgreSQL keeps no NUL in a text.
  await school.house.db.updateTable('comments').set({ text: 'a\0b' }).execute()
  await expect(moveSite(parts)).rejects.toThrow('comments did not arrive')
  expect(await tablesIn(parts.into)).toEqual([])
})

test('a picture that was lost before is said so, and does not hold up the rest', async () => {
  const school = await livingSchool()
  const { parts } = await moveOf(school)
  const { from } = parts.pictures
  const lost: string[] = []
  for await (const some of from.list()) lost.push(...some.slice(0, 1).map(({ file }) => file))
  await from.discard(lost.slice(0, 1))
  expect((await moveSite(parts)).pictures.missing).toEqual(lost.slice(0, 1))
})
