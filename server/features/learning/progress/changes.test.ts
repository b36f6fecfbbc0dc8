import { expect, test } from 'vitest'
import { Upload } from '#server/test-app.ts'
import { stopClock } from '#server/test-clock.ts'
import { inPlaylist, listed, mark, openPlaylist, saved, saveOf } from '#server/test-progress.ts'

const NEW_VIDEO = 'aqz-KE-bpKQ'

async function open() {
  const site = await openPlaylist()
  const { teacher, student, playlistId, courseId } = site
  const pass = stopClock()
  const put = async (fields: Record<string, string>) => {
    pass()
    const answer = await teacher.request('PUT', `/api/courses/${playlistId}/${courseId}`, new Upload(fields))
    expect(answer.statusCode, answer.body).toBe(200)
    pass()
  }
  const change = async () => {
    const [course] = (await inPlaylist(student, playlistId)).courses
    return course && [course.changed, course.changedAt]
  }
  const gotIt = () => student.request('PUT', `/api/progress/${courseId}/change-seen`)
  return { ...site, pass, put, change, gotIt }
}

const NOTHING = [null, []]

test('a correction that was added after the last save is a change until the next save', async () => {
  const { student, courseId, put, change } = await open()
  await saved(student, courseId, saveOf([[0, 30]]))
  expect(await change()).toEqual(NOTHING)
  await put({ corrections: '0:15 It is the variable.\n0:40 It throws.' })
  expect(await change()).toEqual(['corrections', [15, 40]])
  expect((await listed(student, 'history')).cards).toMatchObject([{ course: { changed: 'corrections' } }])
  await saved(student, courseId, saveOf([[30, 35]]))
  expect(await change()).toEqual(NOTHING)
  await put({ corrections: '0:15 It is the variable.\n0:40 It throws.\n0:50 Always.' })
  expect(await change()).toEqual(['corrections', [50]])
})

test('Got it ends a change, and a later one is a change again', async () => {
  const { student, courseId, put, change, gotIt } = await open()
  await saved(student, courseId, saveOf([[0, 30]]))
  await put({ corrections: '0:15 It is the variable.' })
  expect((await gotIt()).statusCode).toBe(200)
  expect(await change()).toEqual(NOTHING)
  await put({ corrections: '0:15 It is the variable.\n0:40 It throws.' })
  expect(await change()).toEqual(['corrections', [40]])
})

test('a course that was watched for less than 30 seconds has no change, unless it is done', async () => {
  const { student, courseId, put, change } = await open()
  await saved(student, courseId, saveOf([[0, 29]]))
  await put({ corrections: '0:15 It is the variable.' })
  expect(await change()).toEqual(NOTHING)
  await mark(student, courseId, true)
  expect(await change()).toEqual(['corrections', [15]])
})

test('a new video is a change once it is online, whatever was corrected before', async () => {
  const { testApp, student, courseId, put, change, gotIt } = await open()
  await saved(student, courseId, saveOf([[0, 40]]))
  await put({ corrections: '0:15 It is the variable.' })
  await put({ videoLink: NEW_VIDEO })
  expect(await change()).toEqual(['corrections', [15]])
  const admin = await testApp.user('Root', 'Student', { isAdmin: true })
  const { items } = (await admin.request('GET', '/api/review')).json()
  const decision = { state: 'approved', message: '' }
  expect((await admin.request('POST', `/api/review/${items[0]._id}/decide`, decision)).statusCode).toBe(200)
  expect(await change()).toEqual(['video', []])
  await put({ corrections: '0:20 Not so fast.' })
  expect(await change()).toEqual(['video', []])
  await gotIt()
  expect(await change()).toEqual(NOTHING)
})

test('a correction that was removed again is no change', async () => {
  const { student, courseId, put, change } = await open()
  await saved(student, courseId, saveOf([[0, 30]]))
  await put({ corrections: '0:15 It is the variable.' })
  await put({ corrections: '' })
  expect(await change()).toEqual(NOTHING)
})

test('Got it without progress, and of a course that is hidden, changes nothing', async () => {
  const { testApp, student, courseId, change, gotIt } = await open()
  expect((await gotIt()).statusCode).toBe(200)
  expect(await change()).toBeUndefined()
  await testApp.db.updateTable('courses').set({ status: 'pending' }).execute()
  expect((await student.request('PUT', `/api/progress/${courseId}/change-seen`)).statusCode).toBe(404)
})
