import { expect, test } from 'vitest'
import { openTestApp, Upload } from '#server/test-app.ts'
import { insertCourse, insertPlaylist } from '#server/test-publications.ts'

const LINES = '0:00 What a closure is\n5:00 The loop that lies'
const CHAPTERS = [
  { at: 0, title: 'What a closure is' },
  { at: 300, title: 'The loop that lies' },
]

async function openCourse() {
  const testApp = await openTestApp()
  const teacher = await testApp.user('Ada', 'Teacher')
  const playlistId = await insertPlaylist(testApp, { teacher })
  const courseId = await insertCourse(testApp, { playlistId })
  const address = `/api/courses/${playlistId}/${courseId}`
  const read = async () => (await teacher.request('GET', address)).json()
  const write = (chapters: string) => teacher.request('PUT', address, new Upload({ chapters }))
  return { testApp, teacher, playlistId, courseId, read, write }
}

test('chapters of an approved course apply at once, also in the lists of its teacher alone', async () => {
  const { testApp, teacher, playlistId, read, write } = await openCourse()
  const answer = await write(LINES)
  expect(answer.statusCode, answer.body).toBe(200)
  expect(answer.json().data).toMatchObject({ chapters: CHAPTERS, isCourseApproved: 'approved' })
  expect((await read()).chapters).toEqual(CHAPTERS)
  const list = `/api/playlists/${playlistId}/courses`
  expect((await teacher.request('GET', list)).json()[0].chapters).toEqual(CHAPTERS)
  expect((await testApp.request('GET', list)).json()[0]).not.toHaveProperty('chapters')
  await write('')
  expect((await read()).chapters).toEqual([])
})

test('the build screen writes chapters, and a wrong line is named', async () => {
  const { teacher, playlistId, courseId, read } = await openCourse()
  const send = async (chapters: string) => {
    const { updatedAt } = await read()
    const body = { changes: [{ _id: courseId, updatedAt, chapters }] }
    return teacher.request('PUT', `/api/playlists/${playlistId}/grid`, body)
  }
  expect((await send(LINES)).statusCode).toBe(200)
  expect((await read()).chapters).toEqual(CHAPTERS)
  const wrong = await send('0:00 A\n5:00 B\n4:10 C')
  expect([wrong.statusCode, wrong.json().errors]).toEqual([
    400,
    { 'changes.0.chapters': 'Line 3: 4:10 must come after 5:00.' },
  ])
})

test('chapters belong to a video: another one has none', async () => {
  const { testApp, teacher, playlistId, courseId, read, write } = await openCourse()
  await testApp.db.updateTable('courses').set({ status: 'pending' }).execute()
  await write(LINES)
  const change = new Upload({ videoLink: 'aaaaaaaaaaa' })
  await teacher.request('PUT', `/api/courses/${playlistId}/${courseId}`, change)
  expect((await read()).chapters).toEqual([])
})
