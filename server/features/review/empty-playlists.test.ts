import { expect, test } from 'vitest'
import { openTestApp, picture, Upload } from '#server/test-app.ts'
import { stopClock } from '#server/test-clock.ts'
import { insertCourse, insertPlaylist } from '#server/test-publications.ts'

async function open() {
  const testApp = await openTestApp({ environment: { REVIEW_EDITS: 'all' } })
  const teacher = await testApp.user('Ada', 'Teacher')
  const admin = await testApp.user('Root', 'Student', { isAdmin: true })
  await testApp.category('development')
  const later = stopClock()
  const publish = async (path: string, fields: Record<string, string>, field: string) => {
    later()
    const body = new Upload(fields, { field, bytes: await picture('blue') })
    const answer = await teacher.request('POST', path, body)
    expect(answer.statusCode, answer.body).toBe(201)
    return answer.json().data._id
  }
  const publishPlaylist = (title: string) =>
    publish(
      '/api/playlists',
      { title, description: 'All of it.', category: 'development' },
      'mainPlaylistImage',
    )
  const publishCourse = (playlistId: string) =>
    publish(
      `/api/courses/${playlistId}`,
      { videoTitle: 'First steps', description: 'Go.', videoLink: 'dQw4w9WgXcQ' },
      'tutorialImage',
    )
  const desk = async (query = '') => {
    const { items, total, counts, summary } = (await admin.request('GET', `/api/review${query}`)).json()
    const titles = items.map(({ subject }: { subject: { title: string } }) => subject.title)
    return { titles, total, counts, summary }
  }
  return { testApp, teacher, admin, publishPlaylist, publishCourse, desk, later }
}

test('a pending playlist is on the desk once it has a video', async () => {
  const { admin, publishPlaylist, publishCourse, desk } = await open()
  const notified = async () => (await admin.request('GET', '/api/notifications')).json().total
  const id = await publishPlaylist('Learn closures')
  for (const query of ['', '?state=submitted', '?kind=playlist', '?state=submitted&category=development']) {
    expect(await desk(query)).toMatchObject({ titles: [], total: 0, counts: { waiting: 0, submitted: 0 } })
  }
  expect((await desk()).summary).toMatchObject({ waiting: 0, oldestSubmittedAt: null })
  expect(await notified()).toBe(0)
  expect((await admin.request('GET', `/api/playlists/${id}`)).json().isPlaylistApproved).toBe('pending')

  const courseId = await publishCourse(id)
  expect(await desk()).toMatchObject({
    titles: ['Learn closures', 'First steps'],
    total: 2,
    counts: { waiting: 2, submitted: 2 },
    summary: { waiting: 2 },
  })
  expect(await notified()).toBe(1)
  await admin.request('DELETE', `/api/courses/${id}/${courseId}`)
  expect(await desk()).toMatchObject({ titles: [], total: 0, summary: { waiting: 0 } })
})

test('an empty playlist that an admin looks at is not counted either', async () => {
  const { admin, publishPlaylist, desk } = await open()
  const id = await publishPlaylist('Learn closures')
  await admin.request('POST', `/api/playlists/approve-playlist/${id}`, { isPlaylistApproved: 'processing' })
  expect(await desk('?state=in_review')).toMatchObject({
    titles: [],
    total: 0,
    counts: { waiting: 0, in_review: 0 },
  })
})

test('the edit of an approved playlist without a video is on the desk', async () => {
  const { testApp, teacher, desk } = await open()
  const id = await insertPlaylist(testApp, { teacher })
  await teacher.request('PUT', `/api/playlists/${id}`, new Upload({ title: 'Another title' }))
  expect(await desk()).toMatchObject({ titles: ['Another title'], total: 1, summary: { waiting: 1 } })
  await insertCourse(testApp, { playlistId: id })
  expect(await desk()).toMatchObject({ titles: ['Another title'], total: 1 })
})
