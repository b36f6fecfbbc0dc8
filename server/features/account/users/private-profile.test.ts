import { expect, test } from 'vitest'
import type { User } from '#contract/account/users.ts'
import { openTestApp, type TestApp, type TestUser, Upload } from '#server/test-app.ts'
import { insertPlaylist } from '#server/test-publications.ts'

const PATH = '/api/users/profile'

/** Bea, a librarian with a saved playlist, who hides her profile, among others. */
async function openPeople() {
  const testApp = await openTestApp({ cached: true })
  const ada = await testApp.user('Ada', 'Teacher')
  const playlistId = await insertPlaylist(testApp, { teacher: ada })
  const bea = await testApp.user('Bea', 'Other', { profession: 'Librarian' })
  await bea.request('POST', `/api/users/savePlaylist/${playlistId}`)
  await testApp.request('GET', PATH)
  const hidden = await hide(bea)
  return { testApp, ada, bea, playlistId, hidden, sam: await testApp.user('Sam') }
}

const hide = ({ id, request }: TestUser, profilePrivate = 'true') =>
  request('PUT', `${PATH}/${id}`, new Upload({ profilePrivate }))

const profileOf = async ({ id }: TestUser, { request }: Pick<TestUser, 'request'>): Promise<User> =>
  (await request('GET', `${PATH}/${id}`)).json()

async function listed({ request }: Pick<TestUser, 'request'>, query = '') {
  const { users, total }: { users: User[]; total: number } = (await request('GET', `${PATH}${query}`)).json()
  return { names: users.map(({ username }) => username).toSorted(), total }
}

test('others see the name and the picture of a hidden profile, its owner and admins everything', async () => {
  const { testApp, bea, sam, hidden } = await openPeople()
  expect(hidden.statusCode, hidden.body).toBe(200)
  expect(Object.keys(hidden.json().updatedUser)).not.toContain('profilePrivate')
  for (const viewer of [testApp, sam]) {
    expect(await profileOf(bea, viewer)).toEqual({
      _id: bea.id,
      username: 'Bea',
      role: 'Other',
      profilePhoto: expect.any(Object),
      createdAt: expect.any(String),
      createdPlaylists: [],
      savedPlaylistsCount: 0,
      profilePrivate: true,
    })
  }
  const admin = await testApp.user('Root', 'Student', { isAdmin: true })
  for (const viewer of [bea, admin])
    expect(await profileOf(bea, viewer)).toMatchObject({
      profession: 'Librarian',
      savedPlaylistsCount: 1,
      profilePrivate: true,
    })
  expect(await profileOf(sam, bea)).not.toHaveProperty('profilePrivate')
  expect(await profileOf(sam, sam)).toMatchObject({ profilePrivate: false })
})

test('others find no saved playlists of a hidden profile', async () => {
  const { testApp, bea, sam, playlistId } = await openPeople()
  const saves = async ({ request }: TestUser) => {
    const { data, total } = (await request('GET', `/api/users/savedPlaylists?userId=${bea.id}`)).json()
    return [data.map(({ _id }: { _id: string }) => _id), total]
  }
  expect(await saves(sam)).toEqual([[], 0])
  const admin = await testApp.user('Root', 'Student', { isAdmin: true })
  for (const viewer of [bea, admin]) expect(await saves(viewer)).toEqual([[playlistId], 1])
})

test('lists and searches of users leave out hidden profiles, except for admins', async () => {
  const { testApp, bea, sam } = await openPeople()
  for (const viewer of [testApp, sam, bea]) {
    expect(await listed(viewer)).toEqual({ names: ['Ada', 'Sam'], total: 2 })
    expect(await listed(viewer, '?q=bea')).toEqual({ names: [], total: 0 })
    expect(await listed(viewer, '?role=Other')).toEqual({ names: [], total: 0 })
  }
  const admin = await testApp.user('Root', 'Student', { isAdmin: true })
  expect(await listed(admin)).toEqual({ names: ['Ada', 'Bea', 'Root', 'Sam'], total: 4 })
  expect(await listed(admin, '?q=bea')).toEqual({ names: ['Bea'], total: 1 })
  await hide(bea, 'false')
  expect(await listed(sam, '?q=bea')).toEqual({ names: ['Bea'], total: 1 })
})

test('the public playlists of a teacher who hides their profile stay public', async () => {
  const { testApp, ada, playlistId } = await openPeople()
  await hide(ada)
  const { createdPlaylists } = await profileOf(ada, testApp)
  expect(createdPlaylists).toEqual([playlistId])
  expect((await testApp.request('GET', `/api/playlists/${playlistId}`)).statusCode).toBe(200)
})

const storedOf = async ({ db }: TestApp, { id }: TestUser) =>
  (await db.selectFrom('users').select('profile_private').where('id', '=', id).executeTakeFirstOrThrow())
    .profile_private

test('what is neither true nor false is rejected, and other changes keep the profile hidden', async () => {
  const { testApp, bea } = await openPeople()
  const wrong = await hide(bea, 'maybe')
  expect([wrong.statusCode, wrong.json().errors]).toEqual([
    400,
    { profilePrivate: 'Profile private must be true or false.' },
  ])
  await bea.request('PUT', `${PATH}/${bea.id}`, new Upload({ username: 'Beatrice' }))
  expect(await storedOf(testApp, bea)).toBe(1)
})
