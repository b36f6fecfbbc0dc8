import { expect, test } from 'vitest'
import { openTestApp } from '#server/test-app.ts'
import { insertCourse, insertPlaylist } from '#server/test-publications.ts'

const KHMER = 'ភាសា\u200bខ្មែរ'

/** Texts copied from other programs, and what is saved. */
test.each([
  ['a web page', 'Intro\u200bduction', 'Introduction'],
  ['a web page with soft hyphens', 'Intro\u00adduc\u00adtion', 'Introduction'],
  ['a presentation', 'Slide one\u000bpart two', 'Slide one part two'],
  ['a word processor', 'Part one\u2028part two', 'Part one part two'],
  ['a file dialog', '\u202aC:\\Lessons\\one', 'C:\\Lessons\\one'],
  ['a chat in two directions', '\u2068Ada\u2069 says', 'Ada says'],
  ['a text file with a mark', '\ufeffLesson one', 'Lesson one'],
  ['a Khmer keyboard', KHMER, KHMER],
])('what is copied from %s is saved as a title and as a comment, and found', async (_from, typed, saved) => {
  const testApp = await openTestApp()
  const teacher = await testApp.user('Ada', 'Teacher')
  const playlistId = await insertPlaylist(testApp, { teacher })
  const courseId = await insertCourse(testApp, { playlistId })
  const { updatedAt } = (await teacher.request('GET', `/api/courses/${playlistId}/${courseId}`)).json()
  const changes = [{ _id: courseId, updatedAt, title: typed }]
  const written = await teacher.request('PUT', `/api/playlists/${playlistId}/grid`, { changes })
  expect(written.json().data, written.body).toMatchObject([{ videoTitle: saved }])
  const commented = await teacher.request('POST', '/api/comments', { text: typed, courseId })
  expect(commented.json().comment.text).toBe(saved)
  for (const words of [typed, saved]) {
    const found = await testApp.request(
      'GET',
      `/api/playlists/search-playlist?q=${encodeURIComponent(words)}`,
    )
    expect(found.json().data, found.body).toMatchObject([{ _id: playlistId }])
  }
})
