import { expect, test } from 'vitest'
import type { Playlist } from '#contract/catalog/playlists.ts'
import { newId } from '#server/data/ids.ts'
import { usedBytes } from '#server/features/video/uploads.queries.ts'
import { openTestApp, type TestApp, type TestUser } from '#server/test-app.ts'
import { insertCourse, insertPlaylist } from '#server/test-publications.ts'

/** A public playlist of Ada with two sections and three courses; the first shows a file of her own and has captions. */
async function openOriginal() {
  const testApp = await openTestApp({ rateScale: 1 })
  const ada = await testApp.user('Ada', 'Teacher')
  const sam = await testApp.user('Sam')
  const playlistId = await insertPlaylist(testApp, { teacher: ada, title: 'Closures' })
  const ids: string[] = []
  for (const title of ['One', 'Two', 'Three']) ids.push(await insertCourse(testApp, { playlistId, title }))
  const [one = '', two, three] = ids
  const { outlineVersion: version } = await read(ada, playlistId)
  const sections = [
    { title: 'Basics', courses: [two, one] },
    { title: 'More', courses: [] },
  ]
  const outline = { version, sections, loose: [three] }
  await ada.request('PUT', `/api/playlists/${playlistId}/outline`, outline)
  await insertFile(testApp, ada, one)
  await sam.request('POST', `/api/courses/${one}/like`)
  return { testApp, ada, sam, playlistId, one }
}

const read = async ({ request }: TestUser, id: string): Promise<Playlist> =>
  (await request('GET', `/api/playlists/${id}`)).json()

async function insertFile({ db }: TestApp, teacher: TestUser, courseId: string): Promise<void> {
  const id = newId()
  const created_at = new Date().toISOString()
  await db
    .insertInto('videos')
    .values({ id, owner_id: teacher.id, state: 'ready', progress: 100, bytes: 1000, created_at })
    .execute()
  await db
    .updateTable('courses')
    .set({ source: 'upload', source_key: id, video_id: '', chapters: '[{"at":0,"title":"Start"}]' })
    .where('id', '=', courseId)
    .execute()
  const text = 'WEBVTT\n\n00:01.000 --> 00:02.000\nHello\n'
  const captions = { language: 'en', label: 'English', origin: 'upload', vtt: text, cues_count: 1 } as const
  await db
    .insertInto('captions')
    .values({ id: newId(), course_id: courseId, created_at, ...captions })
    .execute()
}

test('a copy has the same sections, order, texts, chapters, captions and videos, as drafts', async () => {
  const { testApp, ada, playlistId } = await openOriginal()
  const answer = await ada.request('POST', `/api/playlists/${playlistId}/duplicate`)
  expect([answer.statusCode, answer.json().message]).toEqual([
    201,
    'Saved as a draft. Only you and admins can see it.',
  ])
  const original = await read(ada, playlistId)
  const copy: Playlist = answer.json().data
  expect(copy).toMatchObject({ title: 'Copy of Closures', stage: 'draft', savedCount: 0, coursesCount: 3 })
  const outlineOf = ({ sections, courses }: Playlist) => ({
    sections: sections.map(({ title }) => title),
    courses: courses.map(({ videoTitle, tutorialImage, hasCaptions, sectionId }) => ({
      videoTitle,
      tutorialImage,
      hasCaptions,
      section: sections.findIndex(({ _id }) => _id === sectionId),
    })),
  })
  expect(outlineOf(copy)).toEqual(outlineOf(original))
  expect(copy.courses.every(({ stage, revision }) => stage === 'draft' && revision?.number === 1)).toBe(true)
  const rows = await testApp.db
    .selectFrom('courses')
    .select(['title', 'source', 'source_key', 'video_id', 'description', 'chapters', 'likes_count'])
    .orderBy('title')
    .orderBy('id')
    .execute()
  expect(rows.filter(({ title }) => title === 'One')).toMatchObject([{ likes_count: 1 }, { likes_count: 0 }])
  for (let at = 0; at < rows.length; at += 2)
    expect({ ...rows[at + 1], likes_count: 0 }).toEqual({ ...rows[at], likes_count: 0 })
  const own = { ownerId: ada.id, now: new Date().toISOString() }
  expect(await usedBytes(testApp.db, own)).toBe(1000)
})

test('only its teacher copies a playlist, ten times an hour, and the title keeps its length', async () => {
  const { testApp, ada, sam, playlistId } = await openOriginal()
  const bea = await testApp.user('Bea', 'Teacher')
  expect((await sam.request('POST', `/api/playlists/${playlistId}/duplicate`)).statusCode).toBe(403)
  expect((await bea.request('POST', `/api/playlists/${playlistId}/duplicate`)).statusCode).toBe(403)
  const title = 'x'.repeat(120)
  await testApp.db.updateTable('playlists').set({ title }).where('id', '=', playlistId).execute()
  const codes: number[] = []
  for (let n = 0; n < 11; n += 1)
    codes.push((await ada.request('POST', `/api/playlists/${playlistId}/duplicate`)).statusCode)
  expect(codes).toEqual([...Array.from({ length: 10 }, () => 201), 429])
  const copies = await testApp.db
    .selectFrom('playlists')
    .select('title')
    .where('title', 'like', 'Copy%')
    .execute()
  expect(new Set(copies.map((copy) => copy.title.length))).toEqual(new Set([120]))
})

test('a copy of 300 videos has all of them in their order', async () => {
  const { testApp, ada, playlistId } = await openOriginal()
  for (let n = 4; n <= 300; n += 1) await insertCourse(testApp, { playlistId, title: `Video ${n}` })
  const answer = await ada.request('POST', `/api/playlists/${playlistId}/duplicate`)
  expect(answer.statusCode).toBe(201)
  const titlesOf = ({ courses }: Playlist) => courses.map(({ videoTitle }) => videoTitle)
  const copied = titlesOf(answer.json().data)
  expect(copied).toHaveLength(300)
  expect(copied).toEqual(titlesOf(await read(ada, playlistId)))
  expect((await ada.request('POST', `/api/playlists/${answer.json().data._id}/submit`, {})).statusCode).toBe(
    200,
  )
})
