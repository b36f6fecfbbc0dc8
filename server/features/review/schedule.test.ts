import { expect, test } from 'vitest'
import { addMissingRevisions } from '#server/features/catalog/versions/first-revisions.queries.ts'
import { openTestApp, Upload } from '#server/test-app.ts'
import { insertCourse, insertPlaylist } from '#server/test-publications.ts'
import { publishDue } from './schedule.ts'

const HOUR = 3_600_000
const inHours = (hours: number) => new Date(Date.now() + hours * HOUR).toISOString()

/** A playlist in review with an approved course; it goes public in two hours. */
async function openScheduled() {
  const testApp = await openTestApp({ environment: { REVIEW_EDITS: 'all' } })
  const ada = await testApp.user('Ada', 'Teacher')
  const root = await testApp.user('Root', 'Student', { isAdmin: true })
  const playlistId = await insertPlaylist(testApp, { teacher: ada, title: 'Closures', status: 'pending' })
  await insertCourse(testApp, { playlistId })
  await addMissingRevisions(testApp.db)
  const choose = (publishAt: string) =>
    ada.request('PUT', `/api/playlists/${playlistId}`, new Upload({ publishAt }))
  const read = async () => (await ada.request('GET', `/api/playlists/${playlistId}`)).json()
  const publicCount = async () =>
    (await testApp.request('GET', '/api/playlists?status=approved')).json().total
  const approve = async () => {
    const [revision] = (await root.request('GET', '/api/review?kind=playlist')).json().items
    return root.request('POST', `/api/review/${revision._id}/decide`, { state: 'approved', message: '' })
  }
  expect((await choose(inHours(2))).statusCode).toBe(200)
  return { testApp, ada, root, playlistId, choose, read, publicCount, approve }
}

test('what is approved before its time goes public at that time, once, also after a downtime', async () => {
  const { testApp, read, publicCount, approve } = await openScheduled()
  expect((await approve()).statusCode).toBe(200)
  expect(await read()).toMatchObject({
    isPlaylistApproved: 'pending',
    stage: 'scheduled',
    publishAt: expect.any(String),
    revision: { state: 'approved' },
  })
  expect(await publishDue(testApp.db, Date.now() + HOUR)).toEqual([])
  expect(await publicCount()).toBe(0)
  expect(await publishDue(testApp.db, Date.now() + 48 * HOUR)).toHaveLength(1)
  expect(await publishDue(testApp.db, Date.now() + 49 * HOUR)).toEqual([])
  expect(await publicCount()).toBe(1)
  const playlist = await read()
  expect(playlist.isPlaylistApproved).toBe('approved')
  expect('publishAt' in playlist || 'stage' in playlist).toBe(false)
})

test('what is approved after its time is public at once', async () => {
  const { testApp, publicCount, approve } = await openScheduled()
  await testApp.db
    .updateTable('playlists')
    .set({ publish_at: inHours(-1) })
    .execute()
  await approve()
  expect(await publicCount()).toBe(1)
})

test('an edit of what is scheduled waits as one of something approved', async () => {
  const { testApp, ada, playlistId, read, approve } = await openScheduled()
  await approve()
  const edit = await ada.request('PUT', `/api/playlists/${playlistId}`, new Upload({ title: 'Better' }))
  expect(edit.json().message).toContain('Your changes go online when an admin has approved them')
  expect(await read()).toMatchObject({
    title: 'Closures',
    stage: 'scheduled',
    waiting: { state: 'submitted' },
  })
  expect((await approve()).statusCode).toBe(200)
  expect(await read()).toMatchObject({ title: 'Better', stage: 'scheduled' })
  await publishDue(testApp.db, Date.now() + 3 * HOUR)
  expect(await read()).toMatchObject({ title: 'Better', isPlaylistApproved: 'approved' })
})

test('another time moves it, and no time makes it public at once', async () => {
  const { testApp, choose, publicCount, approve } = await openScheduled()
  await approve()
  await choose(inHours(5))
  expect(await publishDue(testApp.db, Date.now() + 3 * HOUR)).toEqual([])
  await choose('')
  expect(await publicCount()).toBe(1)
  expect(await publishDue(testApp.db, Date.now() + 6 * HOUR)).toEqual([])
})

test('the old call publishes at once and clears the time', async () => {
  const { testApp, root, playlistId, publicCount, read } = await openScheduled()
  await root.request('POST', `/api/playlists/approve-playlist/${playlistId}`, {
    isPlaylistApproved: 'approved',
  })
  expect(await publicCount()).toBe(1)
  expect(await read()).not.toHaveProperty('publishAt')
  expect(await publishDue(testApp.db, Date.now() + 3 * HOUR)).toEqual([])
})

test('a scheduled playlist comes back from the trash with its time', async () => {
  const { testApp, ada, playlistId, approve, read } = await openScheduled()
  await approve()
  const { trashId } = (await ada.request('DELETE', `/api/playlists/${playlistId}/${ada.id}`)).json()
  expect(await publishDue(testApp.db, Date.now() + 3 * HOUR)).toEqual([])
  await ada.request('POST', `/api/teaching/trash/${trashId}/restore`, {})
  expect(await read()).toMatchObject({ stage: 'scheduled', isPlaylistApproved: 'pending' })
  expect(await publishDue(testApp.db, Date.now() + 3 * HOUR)).toHaveLength(1)
})

test.each([
  ['yesterday', inHours(-24)],
  ['in two years', inHours(2 * 8760)],
  ['no time', 'soon'],
])('%s is no time to publish', async (_, publishAt) => {
  const { choose } = await openScheduled()
  const answer = await choose(publishAt)
  expect([answer.statusCode, answer.json().errors]).toEqual([
    400,
    { publishAt: 'Choose a time within the next year.' },
  ])
})

test('its teacher is notified once it is public, and finds it as scheduled before', async () => {
  const { testApp, ada, playlistId, approve } = await openScheduled()
  const listed = async (stage: string) =>
    (await ada.request('GET', `/api/playlists/teacher/${ada.id}?stage=${stage}`)).json()
  await approve()
  expect(await listed('scheduled')).toMatchObject({ total: 1, counts: { scheduled: 1, review: 0 } })
  expect((await listed('review')).total).toBe(0)
  await publishDue(testApp.db, Date.now() + 3 * HOUR)
  expect(await listed('approved')).toMatchObject({ total: 1, counts: { scheduled: 0, approved: 1 } })
  const { notifications } = (await ada.request('GET', '/api/notifications')).json()
  const published = notifications.filter(({ kind }: { kind: string }) => kind === 'published')
  expect(published).toMatchObject([{ subject: { playlistId } }])
})

test('a video that is public only with its playlist is announced with it', async () => {
  const { testApp, ada, playlistId, approve } = await openScheduled()
  const [course] = await testApp.db.selectFrom('courses').select('id').execute()
  const early = { status: 'pending', scheduled_at: inHours(-1), publish_at: inHours(1) } as const
  await testApp.db.updateTable('courses').set(early).execute()
  await approve()
  expect(await publishDue(testApp.db, Date.now() + 1.5 * HOUR)).toEqual([course?.id])
  expect(await publishDue(testApp.db, Date.now() + 3 * HOUR)).toEqual([playlistId])
  const subjects = await testApp.db
    .selectFrom('notifications')
    .select('subject_id')
    .where('user_id', '=', ada.id)
    .where('kind', '=', 'published')
    .execute()
  expect(subjects).toEqual([{ subject_id: playlistId }])
})

test('an edit that is sent back leaves what is scheduled as it is', async () => {
  const { testApp, ada, root, playlistId, read, approve } = await openScheduled()
  await approve()
  await ada.request('PUT', `/api/playlists/${playlistId}`, new Upload({ title: 'Better' }))
  const [round] = (await root.request('GET', '/api/review?group=rounds')).json().items
  const decision = { state: 'changes', message: 'No.', reasons: [], notes: [] }
  await root.request('POST', `/api/review/rounds/${round._id}/decide`, decision)
  expect(await read()).toMatchObject({ title: 'Closures', stage: 'scheduled', waiting: { state: 'changes' } })
  expect(await publishDue(testApp.db, Date.now() + 3 * HOUR)).toHaveLength(1)
})
