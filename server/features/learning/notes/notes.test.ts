import { expect, test } from 'vitest'
import type { Note } from '#contract/learning/notes.ts'
import { POSITION_INVALID } from '#contract/learning/progress.ts'
import { newId } from '#server/data/ids.ts'
import { openTestApp, type TestApp, type TestUser } from '#server/test-app.ts'
import { stopClock } from '#server/test-clock.ts'
import { insertCourse, insertPlaylist } from '#server/test-publications.ts'
import { purgeTrash } from '#server/test-trash.ts'
import { insertReadyVideo } from '#server/test-videos.ts'

/** Lets a second pass, so that ids have a certain order. */
let later: () => void

async function openCourse(environment?: Record<string, string>) {
  const testApp = await openTestApp(environment && { environment })
  later = stopClock()
  const teacher = await testApp.user('Ada', 'Teacher')
  const student = await testApp.user('Sam')
  const playlistId = await insertPlaylist(testApp, { teacher, title: 'Learn *HTML*' })
  const courseId = await insertCourse(testApp, { playlistId, title: 'First steps' })
  return { testApp, teacher, student, playlistId, courseId }
}

interface Page {
  notes: Note[]
  total: number
  nextCursor: string | null
}

async function note(
  { request }: TestUser,
  courseId: string,
  { at, text = 'Remember.' }: { at: number; text?: string },
): Promise<Note> {
  later()
  const answer = await request('POST', '/api/notes', { courseId, at, text })
  expect(answer.statusCode, answer.body).toBe(201)
  return answer.json().note
}

async function hide({ db }: TestApp, table: 'courses' | 'playlists'): Promise<void> {
  await db.updateTable(table).set({ status: 'cancel', title: 'A new secret' }).execute()
}

test('a note is kept at its second with its course, and changed and deleted by its author', async () => {
  const { student, playlistId, courseId } = await openCourse()
  const written = await note(student, courseId, { at: 95, text: ' Two\r\nlines. ' })
  expect(written).toMatchObject({
    course: {
      _id: courseId,
      videoTitle: 'First steps',
      playlist: { _id: playlistId, title: 'Learn *HTML*' },
    },
    at: 95,
    text: 'Two\nlines.',
  })
  const changed = await student.request('PUT', `/api/notes/${written._id}`, { text: 'One line.' })
  expect(changed.json().note).toMatchObject({ _id: written._id, text: 'One line.', at: 95 })
  const removed = await student.request('DELETE', `/api/notes/${written._id}`)
  expect(removed.json()).toEqual({ success: true, message: 'Note deleted.' })
  expect((await student.request('DELETE', `/api/notes/${written._id}`)).statusCode).toBe(404)
  expect((await student.request('GET', '/api/notes')).json()).toEqual({
    notes: [],
    total: 0,
    nextCursor: null,
  })
})

test('a note beyond the end of the video is kept at the end', async () => {
  const { testApp, student, courseId } = await openCourse()
  await testApp.db.updateTable('courses').set({ duration_s: 60 }).execute()
  expect((await note(student, courseId, { at: 95 })).at).toBe(60)
})

test.each([
  [{ text: ' ' }, 'text', 'Note cannot be empty.'],
  [{ text: undefined }, 'text', 'Note cannot be empty.'],
  [{ text: undefined, bookmark: false }, 'text', 'Note cannot be empty.'],
  [{ bookmark: 'yes' }, 'bookmark', 'Bookmark must be true or false.'],
  [{ bookmark: true, text: undefined, at: undefined }, 'at', POSITION_INVALID],
  [{ text: 'a'.repeat(2001) }, 'text', 'Note must be at most 2000 characters.'],
  [{ at: -1 }, 'at', POSITION_INVALID],
  [{ at: 1.5 }, 'at', POSITION_INVALID],
  [{ at: '95' }, 'at', POSITION_INVALID],
])('%j is rejected as a note', async (wrong, field, message) => {
  const { student, courseId } = await openCourse()
  const answer = await student.request('POST', '/api/notes', { courseId, at: 1, text: 'Good.', ...wrong })
  expect([answer.statusCode, answer.json().errors]).toEqual([400, { [field]: message }])
})

test('no other user finds a note, not even an admin', async () => {
  const { testApp, teacher, student, playlistId, courseId } = await openCourse()
  const admin = await testApp.user('Root', 'Student', { isAdmin: true })
  const { _id } = await note(student, courseId, { at: 95, text: 'Private.' })
  for (const person of [teacher, admin]) {
    const answers = await Promise.all([
      person.request('PUT', `/api/notes/${_id}`, { text: 'Mine.' }),
      person.request('DELETE', `/api/notes/${_id}`),
    ])
    for (const answer of answers) {
      expect([answer.statusCode, answer.json().message]).toEqual([404, 'Note not found.'])
    }
    for (const path of ['', `?courseId=${courseId}`, `/export?playlistId=${playlistId}`]) {
      expect((await person.request('GET', `/api/notes${path}`)).body).not.toContain('Private.')
    }
  }
  expect((await student.request('GET', '/api/notes')).json().total).toBe(1)
})

test('a note of an uploaded video has the picture of its second while its author may see the video', async () => {
  const { testApp, teacher, student, playlistId, courseId } = await openCourse()
  const storyboard = { every: 5, width: 320, height: 180, columns: 5, rows: 5, sheets: 2 }
  const videoId = await insertReadyVideo(testApp, { teacher, courseId, storyboard })
  const other = await insertCourse(testApp, { playlistId })
  const written = await note(student, courseId, { at: 152 })
  expect(written.still).toMatchObject({ x: 0, y: 180, width: 320, height: 180 })
  expect(written.still?.url).toMatch(new RegExp(`^/v/[^/]+/${videoId}/storyboard-2\\.jpg$`))
  expect(await note(student, other, { at: 152 })).not.toHaveProperty('still')
  const list = async (): Promise<Page> => (await student.request('GET', '/api/notes')).json()
  expect((await list()).notes.map(({ still }) => still?.y)).toEqual([undefined, 180])
  await hide(testApp, 'playlists')
  expect((await list()).notes.map(({ still }) => still)).toEqual([undefined, undefined])
})

test('the notes of a course come by position, all notes by age, page by page', async () => {
  const { testApp, student, playlistId, courseId } = await openCourse()
  const other = await insertCourse(testApp, { playlistId })
  const written: Note[] = []
  for (const at of [20, 5, 20]) written.push(await note(student, courseId, { at }))
  written.push(await note(student, other, { at: 1 }))
  const [a, b, c, d] = written.map(({ _id }) => _id)
  const pages = async (query: string) => {
    const found: (string | number)[] = []
    for (let cursor: string | null = ''; cursor !== null; ) {
      const path: string = `/api/notes?limit=1${query}${cursor && `&cursor=${cursor}`}`
      const page: Page = (await student.request('GET', path)).json()
      found.push(...page.notes.map(({ _id }: Note) => _id), page.total)
      cursor = page.nextCursor
    }
    return found
  }
  expect(await pages(`&courseId=${courseId}`)).toEqual([c, 3, a, 3, b, 3])
  expect(await pages('')).toEqual([d, 4, c, 4, b, 4, a, 4])
})

test('notes stay when their course becomes hidden, without titles that may have changed', async () => {
  const { testApp, teacher, student, playlistId, courseId } = await openCourse()
  const { _id } = await note(student, courseId, { at: 95, text: 'Still here.' })
  await hide(testApp, 'courses')
  const [hiddenCourse] = (await student.request('GET', '/api/notes')).json().notes
  expect(hiddenCourse).toMatchObject({ text: 'Still here.', course: { videoTitle: 'Video not available.' } })
  expect(hiddenCourse.course.playlist.title).toBe('Learn *HTML*')
  await hide(testApp, 'playlists')
  const bodies = [
    (await student.request('GET', `/api/notes?courseId=${courseId}`)).body,
    (await student.request('PUT', `/api/notes/${_id}`, { text: 'Still here.' })).body,
    (await student.request('GET', `/api/notes/export?playlistId=${playlistId}`)).body,
  ]
  for (const body of bodies) {
    expect(body).toContain('Playlist not available.')
    expect(body).not.toContain('secret')
  }
  const rejected = await student.request('POST', '/api/notes', { courseId, at: 1, text: 'More.' })
  expect(rejected.statusCode).toBe(404)
  await note(teacher, courseId, { at: 1 })
  expect((await teacher.request('GET', '/api/notes')).json().notes[0].course.videoTitle).toBe('A new secret')
})

test('the export is Markdown with a link for each note, in teaching order', async () => {
  const PUBLIC_URL = 'https://learn.example'
  const { testApp, student, playlistId, courseId } = await openCourse({ PUBLIC_URL })
  later()
  const second = await insertCourse(testApp, { playlistId, title: '[Next](steps) #' })
  await note(student, second, { at: 3700, text: '# no heading\n\n1. no *list*\n- neither' })
  await note(student, courseId, { at: 95, text: 'Later.' })
  await note(student, courseId, { at: 5, text: 'First.' })
  const answer = await student.request('GET', `/api/notes/export?playlistId=${playlistId}`)
  expect(answer.headers).toMatchObject({
    'content-type': 'text/markdown; charset=utf-8',
    'content-disposition': 'attachment; filename="notes.md"',
    'cache-control': 'no-store',
  })
  const watch = (id: string) => `${PUBLIC_URL}/watch-video/${playlistId}/${id}`
  expect(answer.body).toBe(
    String.raw`# Learn \*HTML\*

## First steps

- [0:05](${watch(courseId)}?t=5) First.
- [1:35](${watch(courseId)}?t=95) Later.

## \[Next\](steps) \#

- [1:01:40](${watch(second)}?t=3700) \# no heading

  1\. no \*list\*\
  \- neither
`,
  )
})

test('the export of a playlist needs one that its caller may see or has notes in', async () => {
  const { testApp, student, playlistId } = await openCourse()
  const empty = await student.request('GET', `/api/notes/export?playlistId=${playlistId}`)
  expect([empty.statusCode, empty.body]).toEqual([200, '# Learn \\*HTML\\*\n'])
  await hide(testApp, 'playlists')
  for (const id of [playlistId, newId(), 'nothing']) {
    const answer = await student.request('GET', `/api/notes/export?playlistId=${id}`)
    expect([answer.statusCode, answer.json().message]).toEqual([404, 'Playlist not found.'])
  }
  expect((await student.request('GET', '/api/notes/export')).statusCode).toBe(400)
})

test('notes on what is in the trash are invisible and go with it', async () => {
  const { testApp, teacher, student, playlistId, courseId } = await openCourse()
  await note(student, courseId, { at: 95 })
  await teacher.request('DELETE', `/api/courses/${playlistId}/${courseId}`)
  expect((await student.request('GET', '/api/notes')).json().total).toBe(0)
  await purgeTrash(testApp)
  expect(await testApp.db.selectFrom('notes').selectAll().execute()).toEqual([])
})
