import { expect, test } from 'vitest'
import { writeVtt } from '#contract/captions/captions-file.ts'
import { newId } from '#server/data/ids.ts'
import { openTestApp, type TestApp } from '#server/test-app.ts'
import { insertCourse, insertPlaylist } from '#server/test-publications.ts'

const PUBLIC_URL = 'https://learn.example'

async function openCourse() {
  const testApp = await openTestApp({ environment: { PUBLIC_URL } })
  const teacher = await testApp.user('Ada', 'Teacher')
  const student = await testApp.user('Sam')
  const playlistId = await insertPlaylist(testApp, { teacher })
  const courseId = await insertCourse(testApp, { playlistId, title: 'Boxes' })
  const bookmark = async (at: number) => {
    const answer = await student.request('POST', '/api/notes', { courseId, at, bookmark: true })
    expect(answer.statusCode, answer.body).toBe(201)
    return answer.json().note
  }
  return { testApp, student, playlistId, courseId, bookmark }
}

interface Captions {
  courseId: string
  language: string
  texts: string[]
}

/** Cues of ten seconds each, with a pause of two before the next. */
async function insertCaptions({ db }: TestApp, { courseId, language, texts }: Captions): Promise<void> {
  const cues = texts.map((text, index) => ({ start: 10 * index + 0.5, end: 10 * index + 8, text }))
  const row = { id: newId(), course_id: courseId, language, label: language, origin: 'upload' as const }
  const made = { vtt: writeVtt(cues), cues_count: cues.length, created_at: new Date().toISOString() }
  await db
    .insertInto('captions')
    .values({ ...row, ...made })
    .execute()
}

test('a bookmark is a note with an empty text, until its author gives it one', async () => {
  const { student, bookmark } = await openCourse()
  const set = await bookmark(95)
  expect(set).toMatchObject({ at: 95, text: '', bookmark: true })
  expect(set).not.toHaveProperty('words')
  const empty = await student.request('PUT', `/api/notes/${set._id}`, { text: ' ' })
  expect([empty.statusCode, empty.json().message]).toEqual([400, 'Note cannot be empty.'])
  const written = await student.request('PUT', `/api/notes/${set._id}`, { text: 'The box model.' })
  expect(written.json().note).toMatchObject({ _id: set._id, at: 95, text: 'The box model.', bookmark: false })
})

test('a bookmark that is sent with a text is a note', async () => {
  const { student, courseId } = await openCourse()
  const body = { courseId, at: 5, text: 'Why?', bookmark: true }
  expect((await student.request('POST', '/api/notes', body)).json().note.bookmark).toBe(false)
})

test('a bookmark comes with the words that are said there, in the language of the playlist', async () => {
  const { testApp, student, courseId, bookmark } = await openCourse()
  await insertCaptions(testApp, { courseId, language: 'de', texts: ['Innen.', 'Abstand\nim Kasten.'] })
  await insertCaptions(testApp, { courseId, language: 'en', texts: ['Inside.', 'Space\nin the box.'] })
  expect((await bookmark(12)).words).toBe('Abstand im Kasten.')
  await testApp.db.updateTable('playlists').set({ language: 'en' }).execute()
  for (const at of [0, 9, 300]) await bookmark(at)
  const { notes } = (await student.request('GET', `/api/notes?courseId=${courseId}`)).json()
  const words = notes.map((note: { at: number; words?: string }) => [note.at, note.words])
  expect(words).toEqual([
    [300, undefined],
    [12, 'Space in the box.'],
    [9, undefined],
    [0, 'Inside.'],
  ])
})

test('the words of a course that its reader may not see any more are left out', async () => {
  const { testApp, student, courseId, bookmark } = await openCourse()
  await insertCaptions(testApp, { courseId, language: 'en', texts: ['Inside.'] })
  await bookmark(3)
  await testApp.db.updateTable('courses').set({ status: 'cancel' }).execute()
  const [note] = (await student.request('GET', '/api/notes')).json().notes
  expect(note).toMatchObject({ at: 3, bookmark: true })
  expect(note).not.toHaveProperty('words')
})

test('the export has the bookmarks among the notes', async () => {
  const { testApp, student, playlistId, courseId, bookmark } = await openCourse()
  await insertCaptions(testApp, { courseId, language: 'en', texts: ['A *box*.'] })
  for (const at of [4, 95]) await bookmark(at)
  await student.request('POST', '/api/notes', { courseId, at: 60, text: 'A note.' })
  const { body } = await student.request('GET', `/api/notes/export?playlistId=${playlistId}`)
  const address = `${PUBLIC_URL}/watch-video/${playlistId}/${courseId}`
  expect(body).toBe(
    String.raw`# Learn HTML

## Boxes

- [0:04](${address}?t=4) *Bookmark* “A \*box\*.”
- [1:00](${address}?t=60) A note.
- [1:35](${address}?t=95) *Bookmark*
`,
  )
})
