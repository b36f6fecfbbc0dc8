import { beforeEach, expect, test } from 'vitest'
import { SAVED_MEANWHILE } from '#contract/errors.ts'
import { openTestApp, type TestApp, type TestUser, Upload } from '#server/test-app.ts'
import { insertCourse, insertPlaylist } from '#server/test-publications.ts'

let testApp: TestApp
let ada: TestUser
let playlistId: string
let courseId: string

beforeEach(async () => {
  testApp = await openTestApp()
  ada = await testApp.user('Ada', 'Teacher')
  playlistId = await insertPlaylist(testApp, { teacher: ada })
  courseId = await insertCourse(testApp, { playlistId, title: 'Closures' })
})

const EARLIER = '2026-01-02T03:04:05.678Z'

test('a playlist that was saved meanwhile is not overwritten, and comes with the answer', async () => {
  const address = `/api/playlists/${playlistId}`
  const current = (await ada.request('GET', address)).json()
  const rejected = await ada.request('PUT', address, new Upload({ title: 'Mine', updatedAt: EARLIER }))
  expect(rejected.statusCode, rejected.body).toBe(409)
  expect(rejected.json()).toMatchObject({
    code: 'conflict',
    message: SAVED_MEANWHILE,
    data: { _id: playlistId, title: current.title, updatedAt: current.updatedAt },
  })
  expect((await ada.request('GET', address)).json().title).toBe(current.title)

  const saved = await ada.request('PUT', address, new Upload({ title: 'Mine', updatedAt: current.updatedAt }))
  expect(saved.statusCode, saved.body).toBe(200)
  expect(saved.json().data.title).toBe('Mine')
})

test('a course that was saved meanwhile is not overwritten, and comes with the answer', async () => {
  const address = `/api/courses/${playlistId}/${courseId}`
  const current = (await ada.request('GET', address)).json()
  const rejected = await ada.request('PUT', address, new Upload({ videoTitle: 'Mine', updatedAt: EARLIER }))
  expect(rejected.statusCode, rejected.body).toBe(409)
  expect(rejected.json()).toMatchObject({ code: 'conflict', data: { _id: courseId, videoTitle: 'Closures' } })

  const saved = await ada.request(
    'PUT',
    address,
    new Upload({ videoTitle: 'Mine', updatedAt: current.updatedAt }),
  )
  expect(saved.statusCode, saved.body).toBe(200)
})

test('the answer is what the owner reads, also with a version that waits beside the approved one', async () => {
  testApp = await openTestApp({ environment: { REVIEW_EDITS: 'all' } })
  ada = await testApp.user('Ada', 'Teacher')
  playlistId = await insertPlaylist(testApp, { teacher: ada })
  courseId = await insertCourse(testApp, { playlistId })
  for (const { address, waiting } of [
    { address: `/api/playlists/${playlistId}`, waiting: { title: 'Waits for an admin' } },
    { address: `/api/courses/${playlistId}/${courseId}`, waiting: { videoTitle: 'Waits for an admin' } },
  ]) {
    await ada.request('PUT', address, new Upload(waiting))
    const read = (await ada.request('GET', address)).json()
    expect(read).toMatchObject({ waiting: { state: 'submitted' } })
    const rejected = await ada.request(
      'PUT',
      address,
      new Upload({ description: 'Mine', updatedAt: EARLIER }),
    )
    expect(rejected.statusCode, rejected.body).toBe(409)
    expect(rejected.json().data).toEqual(read)
    const { updatedAt } = read
    const saved = await ada.request('PUT', address, new Upload({ description: 'Mine', updatedAt }))
    expect(saved.statusCode, saved.body).toBe(200)
  }
})

test('without updatedAt a save works as before', async () => {
  const saved = await ada.request('PUT', `/api/playlists/${playlistId}`, new Upload({ title: 'Mine' }))
  expect(saved.statusCode, saved.body).toBe(200)
})
