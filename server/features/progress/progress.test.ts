import { expect, test } from 'vitest'
import { openTestApp, type Person, type TestApp } from '#server/test-app.ts'
import { stopClock } from '#server/test-clock.ts'
import { insertCourse, insertPlaylist } from '#server/test-publications.ts'

export const VIDEO = 'youtube:dQw4w9WgXcQ'

async function open() {
  const testApp = await openTestApp()
  const teacher = await testApp.user('Ada', 'Teacher')
  const playlistId = await insertPlaylist(testApp, { teacher })
  const courseId = await insertCourse(testApp, { playlistId })
  return { testApp, teacher, playlistId, courseId, student: await testApp.user('Sam') }
}

const SAVE = { at: 35, duration: 100, ranges: [[0, 35]], videoKey: VIDEO, rate: 1 }

test('a save', async () => {
  const { testApp, student, courseId, playlistId } = await open()
  const course = await testApp.db.selectFrom('courses').selectAll().executeTakeFirstOrThrow()
  const save = { ...SAVE, videoKey: `youtube:${course.video_id}` }
  const answer = await student.ask('PUT', `/api/progress/${courseId}`, save)
  expect(answer.json()).toEqual({ done: false, justDone: false, watchedSeconds: 35, playlistDone: false })
  const place = await student.ask('GET', `/api/progress/${playlistId}?course=${courseId}`)
  expect(place.json()).toEqual({})
  for (const kind of ['continue', 'history', 'done']) {
    const list = await student.ask('GET', `/api/progress?kind=${kind}`)
    expect(list.json()).toEqual({})
  }
})
