import { expect, test } from 'vitest'
import { openTestApp, type TestApp } from '#server/test-app.ts'
import { addPasskey, createDevice } from '#server/test-passkey.ts'
import { givePassword } from '#server/test-passwords.ts'
import { insertPlaylist } from '#server/test-publications.ts'

const NEEDED = { success: false, code: 'second_step_needed', message: 'Set up a second step first.' }

async function openStrict(): Promise<TestApp> {
  return openTestApp({ environment: { ADMIN_SECOND_STEP: 'required' } })
}

test('an admin without a second step gets 403 on every admin call and has no admin rights elsewhere', async () => {
  const testApp = await openStrict()
  const root = await testApp.user('Root', 'Student', { isAdmin: true })
  const teacher = await testApp.user('Ada', 'Teacher')
  const hidden = await insertPlaylist(testApp, { teacher, status: 'pending' })
  const approved = await insertPlaylist(testApp, { teacher, status: 'approved' })
  for (const [method, path, body] of [
    ['GET', '/api/courses', undefined],
    ['GET', '/api/review', undefined],
    ['GET', '/api/audit', undefined],
    ['POST', '/api/categories', { title: 'Cooking' }],
    ['POST', `/api/playlists/approve-playlist/${hidden}`, { isPlaylistApproved: 'approved' }],
    ['DELETE', `/api/playlists/${approved}/${teacher.id}`, undefined],
    ['GET', `/api/playlists/${hidden}`, undefined],
  ] as const) {
    const answer = await root.request(method, path, body)
    expect([path, answer.statusCode]).toEqual([path, 403])
    expect(answer.json()).toMatchObject(NEEDED)
  }
  const { playlists } = (await root.request('GET', '/api/playlists?status=any')).json()
  expect(playlists.map(({ _id }: { _id: string }) => _id)).toEqual([approved])
  const member = await testApp.user('Sam')
  expect((await member.request('GET', '/api/courses')).json().message).toBe('Only an admin can do this.')
})

test('an admin without a second step can use their own account, and everything once they add a passkey', async () => {
  const testApp = await openStrict()
  const root = await testApp.user('Root', 'Student', { isAdmin: true })
  await givePassword(testApp, root)
  for (const path of ['/api/auth/second', '/api/auth/passkeys', '/api/auth/sessions']) {
    expect((await root.request('GET', path)).statusCode).toBe(200)
  }
  expect((await root.request('GET', '/api/auth/second')).json().isMissing).toBe(true)
  const device = createDevice()
  expect((await addPasskey(root, device)).statusCode).toBe(201)
  expect((await root.request('GET', '/api/courses')).statusCode).toBe(200)
  expect((await root.request('GET', '/api/auth/second')).json().isMissing).toBe(false)
  await testApp.db.updateTable('passkeys').set({ disabled_at: new Date().toISOString() }).execute()
  expect((await root.request('GET', '/api/courses')).json()).toMatchObject(NEEDED)
})

test('an authenticator app is a second step once it is confirmed', async () => {
  const testApp = await openStrict()
  const root = await testApp.user('Root', 'Student', { isAdmin: true })
  const row = { user_id: root.id, secret: '', confirmed_at: null, last_step: 0 }
  await testApp.db.insertInto('totp').values(row).execute()
  expect((await root.request('GET', '/api/courses')).statusCode).toBe(403)
  await testApp.db.updateTable('totp').set({ confirmed_at: new Date().toISOString() }).execute()
  expect((await root.request('GET', '/api/courses')).statusCode).toBe(200)
})

test('without the setting no second step is required', async () => {
  const testApp = await openTestApp()
  const root = await testApp.user('Root', 'Student', { isAdmin: true })
  expect((await root.request('GET', '/api/courses')).statusCode).toBe(200)
})
