import { beforeEach, expect, test } from 'vitest'
import { openTestApp, type TestApp, type TestUser } from '#server/test-app.ts'
import { insertCourse, insertPlaylist } from '#server/test-publications.ts'

let testApp: TestApp
let ada: TestUser
let playlistId: string

interface Row {
  _id: string
  updatedAt: string
  videoTitle: string
  description: string
}

beforeEach(async () => {
  testApp = await openTestApp()
  ada = await testApp.user('Ada', 'Teacher')
  playlistId = await insertPlaylist(testApp, { teacher: ada })
  for (const title of ['One', 'Two', 'Three']) await insertCourse(testApp, { playlistId, title })
})

const rows = async (): Promise<[Row, Row, Row]> =>
  (await ada.request('GET', `/api/playlists/${playlistId}/courses`)).json()
const save = (changes: object[]) => ada.request('PUT', `/api/playlists/${playlistId}/grid`, { changes })
const titles = async () => (await rows()).map(({ videoTitle }) => videoTitle)

test('changed cells of several courses are saved together, and the search finds the new titles', async () => {
  const [one, two] = await rows()
  const answer = await save([
    { _id: one._id, updatedAt: one.updatedAt, title: 'Closures' },
    { _id: two._id, updatedAt: two.updatedAt, title: 'Hoisting', description: 'What moves up.' },
  ])
  expect(answer.statusCode, answer.body).toBe(200)
  const { data } = answer.json()
  expect(data.map(({ videoTitle }: Row) => videoTitle)).toEqual(['Closures', 'Hoisting'])
  expect(await rows()).toMatchObject([
    { videoTitle: 'Closures', description: 'From the beginning.' },
    { videoTitle: 'Hoisting', description: 'What moves up.', updatedAt: data[1].updatedAt },
    { videoTitle: 'Three' },
  ])
  const found = await testApp.request('GET', '/api/playlists/search-playlist?q=hoisting')
  expect(found.json().total).toBe(1)
})

test('a row that has changed meanwhile is named and nothing is saved', async () => {
  const [one, two] = await rows()
  await save([{ _id: two._id, updatedAt: two.updatedAt, title: 'Hoisting' }])
  await testApp.db
    .updateTable('courses')
    .set({ updated_at: '2030-01-01T00:00:00.000Z' })
    .where('id', '=', two._id)
    .execute()
  const answer = await save([
    { _id: one._id, updatedAt: one.updatedAt, title: 'Closures' },
    { _id: two._id, updatedAt: two.updatedAt, title: 'Scope' },
  ])
  expect(answer.statusCode).toBe(409)
  expect(answer.json().message).toBe('“Hoisting” has changed since you opened it.')
  expect(await titles()).toEqual(['One', 'Hoisting', 'Three'])
})

test('an invalid cell is named by row and field and nothing is saved', async () => {
  const [one, two] = await rows()
  const answer = await save([
    { _id: one._id, updatedAt: one.updatedAt, title: 'Closures' },
    { _id: two._id, updatedAt: two.updatedAt, title: 'A' },
  ])
  expect(answer.statusCode).toBe(400)
  expect(answer.json().errors).toEqual({ 'changes.1.title': 'Title must be 3 to 120 characters.' })
  const foreign = await insertCourse(testApp, {
    playlistId: await insertPlaylist(testApp, { teacher: ada, title: 'Learn CSS' }),
  })
  const elsewhere = await save([
    { _id: one._id, updatedAt: one.updatedAt, title: 'Closures' },
    { _id: foreign, updatedAt: one.updatedAt, title: 'Scope' },
  ])
  expect(elsewhere.json().errors).toEqual({
    'changes.1': 'A video of this table is not in this playlist any more.',
  })
  expect(await titles()).toEqual(['One', 'Two', 'Three'])
})

test('the section cell moves a course to the end of its section and raises the version', async () => {
  const [one, two, three] = await rows()
  const outline = await ada.request('PUT', `/api/playlists/${playlistId}/outline`, {
    version: 0,
    sections: [{ title: 'The basics', courses: [two._id] }],
    loose: [one._id, three._id],
  })
  const { sections } = outline.json().data
  const [sectionId] = sections.map(({ _id }: { _id: string }) => _id)
  const answer = await save([{ _id: one._id, updatedAt: one.updatedAt, sectionId }])
  expect(answer.statusCode, answer.body).toBe(200)
  const playlist = (await ada.request('GET', `/api/playlists/${playlistId}`)).json()
  expect(await titles()).toEqual(['Three', 'Two', 'One'])
  expect(playlist.outlineVersion).toBe(2)
  const back = await save([{ _id: one._id, updatedAt: answer.json().data[0].updatedAt, sectionId: null }])
  expect(back.statusCode, back.body).toBe(200)
  expect(await titles()).toEqual(['Three', 'One', 'Two'])
  const unknown = await save([{ _id: three._id, updatedAt: three.updatedAt, sectionId: one._id }])
  expect(unknown.json().errors).toEqual({ 'changes.0.sectionId': 'Choose a section of this playlist.' })
})
