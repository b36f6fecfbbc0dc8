import { expect, test } from 'vitest'
import { openTestApp, picture, Upload } from '#server/test-app.ts'
import { insertCourse, insertPlaylist } from '#server/test-publications.ts'

const ID = 'dQw4w9WgXcQ'
const START_MESSAGE = 'Write a time such as 1:30.'

async function openSite() {
  const testApp = await openTestApp()
  const teacher = await testApp.user('Ada', 'Teacher')
  const playlistId = await insertPlaylist(testApp, { teacher })
  const add = async (fields: Record<string, string>) => {
    const form = { videoTitle: 'Closures', description: 'Scope.', ...fields }
    const image = { field: 'tutorialImage', bytes: await picture('#123456') }
    return teacher.request('POST', `/api/courses/${playlistId}`, new Upload(form, image))
  }
  const put = (courseId: string, fields: Record<string, string>) =>
    teacher.request('PUT', `/api/courses/${playlistId}/${courseId}`, new Upload(fields))
  const startOf = async (courseId: string) =>
    (await teacher.request('GET', `/api/courses/${playlistId}/${courseId}`)).json().video.startsAt
  return { testApp, teacher, playlistId, add, put, startOf }
}

test.each([
  [{ videoLink: `https://youtu.be/${ID}?t=90` }, 90],
  [{ videoLink: `youtu.be/${ID}?t=1m30s` }, 90],
  [{ videoLink: `<iframe src="https://www.youtube.com/embed/${ID}?start=90"></iframe>` }, 90],
  [{ videoLink: 'vimeo.com/76979871#t=1m30s' }, 90],
  [{ videoLink: ID, startsAt: '1:30' }, 90],
  [{ videoLink: `https://youtu.be/${ID}?t=90`, startsAt: '2:00' }, 120],
  [{ videoLink: `https://youtu.be/${ID}?t=90`, startsAt: '' }, undefined],
  [{ videoLink: ID }, undefined],
])('a course of %j starts at %s', async (fields, startsAt) => {
  const { add, startOf } = await openSite()
  const added = await add(fields)
  expect(added.statusCode, added.body).toBe(201)
  const { _id, video } = added.json().data
  expect(video.startsAt).toBe(startsAt)
  expect(await startOf(_id)).toBe(startsAt)
})

test('the start changes without the rest of the video, and an older client keeps it', async () => {
  const { testApp, playlistId, teacher, put, startOf } = await openSite()
  const id = await insertCourse(testApp, { playlistId, status: 'pending' })
  await testApp.db.updateTable('courses').set({ duration_s: 600 }).execute()
  expect((await put(id, { videoLink: ID, startsAt: '1:30' })).json().data.durationSeconds).toBe(600)
  expect(await startOf(id)).toBe(90)
  await put(id, { videoLink: ID, videoTitle: 'Scopes' })
  expect(await startOf(id)).toBe(90)
  const [own] = (await teacher.request('GET', `/api/playlists/${playlistId}/courses`)).json()
  expect(own.video).toMatchObject({ key: ID, startsAt: 90 })
  const [shown] = (await testApp.request('GET', `/api/playlists/${playlistId}/courses`)).json()
  expect(shown?.video).toBeUndefined()
  await put(id, { videoLink: ID, startsAt: '' })
  expect(await startOf(id)).toBeUndefined()
  await put(id, { videoLink: ID, startsAt: '90' })
  await put(id, { videoLink: 'aaaaaaaaaaa' })
  expect(await startOf(id)).toBeUndefined()
})

test('the start is reviewed with its video', async () => {
  const { testApp, playlistId, put, startOf } = await openSite()
  const id = await insertCourse(testApp, { playlistId, status: 'approved' })
  const edited = (await put(id, { videoLink: `https://youtu.be/${ID}?t=90` })).json()
  expect(edited.data).toMatchObject({ video: { startsAt: 90 }, waiting: { state: 'submitted' } })
  expect(await startOf(id)).toBeUndefined()
  const admin = await testApp.user('Root', 'Student', { isAdmin: true })
  const address = `/api/review/${edited.data.waiting._id}/decide`
  const decided = await admin.request('POST', address, { state: 'approved' })
  expect(decided.statusCode, decided.body).toBe(200)
  expect(await startOf(id)).toBe(90)
})

test.each([
  [{ videoLink: ID, startsAt: 'soon' }, { startsAt: START_MESSAGE }],
  [{ videoLink: ID, startsAt: '1.30' }, { startsAt: START_MESSAGE }],
  [{ videoLink: ID, startsAt: '-1' }, { startsAt: START_MESSAGE }],
  [{ videoLink: ID, startsAt: '9999999' }, { startsAt: START_MESSAGE }],
])('%j has a sentence at its field', async (fields, errors) => {
  const { add } = await openSite()
  const answer = await add(fields)
  expect([answer.statusCode, answer.json().errors]).toEqual([400, errors])
})

test('a start without its video is rejected', async () => {
  const { testApp, playlistId, put } = await openSite()
  const id = await insertCourse(testApp, { playlistId })
  expect((await put(id, { startsAt: '1:30' })).statusCode).toBe(400)
})
