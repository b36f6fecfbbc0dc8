import { expect, test } from 'vitest'
import { openTestApp } from '#server/test-app.ts'
import { insertPlaylist } from '#server/test-publications.ts'

test('the history has the changes of who can see a playlist, newest first', async () => {
  const testApp = await openTestApp()
  const teacher = await testApp.user('Ada', 'Teacher')
  const admin = await testApp.user('Root', 'Student', { isAdmin: true })
  const playlistId = await insertPlaylist(testApp, { teacher, status: 'approved' })
  const otherId = await insertPlaylist(testApp, { teacher, status: 'approved' })
  const address = `/api/playlists/${playlistId}`
  await teacher.request('PUT', `${address}/visibility`, { visibility: 'members' })
  await admin.request('PUT', `${address}/visibility`, { visibility: 'unlisted' })
  const read = async (path: string) => (await teacher.request('GET', path)).json()

  const { audience } = await read(`${address}/decisions`)
  expect(audience).toMatchObject([
    { user: { username: 'Root' }, visibility: 'unlisted' },
    { user: { username: 'Ada' }, visibility: 'members' },
  ])
  expect((await read(`/api/playlists/${otherId}/decisions`)).audience).toEqual([])
  expect(await read(`${address}/decisions?course=${playlistId}`)).not.toHaveProperty('audience')
})
