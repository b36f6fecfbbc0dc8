import { expect, test } from 'vitest'
import { openTestApp, type TestApp, type TestUser } from '#server/test-app.ts'
import { insertCourse, insertPlaylist } from '#server/test-publications.ts'

async function openUnlisted(options: Parameters<typeof openTestApp>[0] = {}) {
  const testApp = await openTestApp(options)
  const teacher = await testApp.user('Ada', 'Teacher')
  const student = await testApp.user('Sam')
  const playlistId = await insertPlaylist(testApp, { teacher })
  const courseId = await insertCourse(testApp, { playlistId })
  await teacher.request('PUT', `/api/playlists/${playlistId}/visibility`, { visibility: 'unlisted' })
  const { link } = (await teacher.request('GET', `/api/playlists/${playlistId}`)).json()
  return { testApp, teacher, student, playlistId, courseId, key: keyIn(link) }
}

const keyIn = (link: string) => new URL(link, 'http://localhost').searchParams.get('key') ?? ''

const open = ({ request }: Pick<TestUser, 'request'>, playlistId: string, key: string) =>
  request('POST', `/api/playlists/${playlistId}/open`, { key })

const statusOf = async ({ request }: Pick<TestApp, 'request'>, address: string) =>
  (await request('GET', address)).statusCode

test('a visitor sees an unlisted playlist and its courses with the right key only', async () => {
  const { testApp, playlistId, key } = await openUnlisted()
  const other = await insertPlaylist(testApp, { teacher: await testApp.user('Bob', 'Teacher') })
  for (const path of [`/api/playlists/${playlistId}`, `/api/playlists/${playlistId}/courses`]) {
    expect(await statusOf(testApp, path)).toBe(404)
    expect(await statusOf(testApp, `${path}?key=${key}`)).toBe(200)
    for (const wrong of [
      '',
      'a',
      key.slice(1),
      `${key}a`,
      key.split('').reverse().join(''),
      '%00',
      'ä'.repeat(22),
    ])
      expect(await statusOf(testApp, `${path}?key=${encodeURIComponent(wrong)}`), wrong).toBe(404)
  }
  await testApp.db.updateTable('playlists').set({ visibility: 'unlisted' }).where('id', '=', other).execute()
  expect(await statusOf(testApp, `/api/playlists/${other}?key=${key}`)).toBe(404)
  expect((await testApp.request('GET', '/api/playlists')).json().total).toBe(0)
})

test('a user who has opened the link sees everything until the link is replaced, and lists never show it', async () => {
  const { testApp, teacher, student, playlistId, courseId, key } = await openUnlisted()
  const course = `/api/courses/${playlistId}/${courseId}`
  expect(await statusOf(student, course)).toBe(404)
  expect((await open(student, playlistId, key)).statusCode).toBe(200)
  expect(await statusOf(student, course)).toBe(200)
  expect((await student.request('GET', '/api/playlists')).json().total).toBe(0)
  const { url } = (await teacher.request('POST', `/api/playlists/${playlistId}/link`, {})).json()
  expect(await statusOf(student, course)).toBe(404)
  expect(await statusOf(testApp, `/api/playlists/${playlistId}?key=${key}`)).toBe(404)
  expect((await open(student, playlistId, key)).statusCode).toBe(404)
  expect((await open(student, playlistId, keyIn(url))).statusCode).toBe(200)
  expect(await statusOf(student, course)).toBe(200)
})

test('nothing opens before the approval, and the key shows nothing of a playlist that is for members', async () => {
  const { testApp, teacher, student, playlistId, key } = await openUnlisted()
  const address = `/api/playlists/${playlistId}?key=${key}`
  await testApp.db.updateTable('playlists').set({ status: 'pending' }).where('id', '=', playlistId).execute()
  expect((await open(student, playlistId, key)).statusCode).toBe(404)
  expect(await statusOf(testApp, address)).toBe(404)
  await testApp.db.updateTable('playlists').set({ status: 'approved' }).where('id', '=', playlistId).execute()
  await teacher.request('PUT', `/api/playlists/${playlistId}/visibility`, { visibility: 'members' })
  expect(await statusOf(testApp, address)).toBe(404)
})

test('31 keys in a minute are one too many', async () => {
  const { student, playlistId } = await openUnlisted({ rateScale: 1 })
  for (let tries = 0; tries < 30; tries += 1)
    expect((await open(student, playlistId, `wrong ${tries}`)).statusCode).toBe(404)
  expect((await open(student, playlistId, 'wrong')).statusCode).toBe(429)
})

test('an answer to a key is stored nowhere, and a cached one never shows what is restricted', async () => {
  const { testApp, teacher, playlistId, key } = await openUnlisted({ cached: true })
  const address = `/api/playlists/${playlistId}`
  const byKey = await testApp.request('GET', `${address}?key=${key}`)
  expect([byKey.headers['cache-control'], byKey.headers.etag]).toEqual(['no-store', undefined])
  expect(await statusOf(testApp, address)).toBe(404)
  const show = (visibility: string) => teacher.request('PUT', `${address}/visibility`, { visibility })
  await show('public')
  for (const _ of ['read', 'cached']) expect(await statusOf(testApp, address)).toBe(200)
  expect((await testApp.request('GET', '/api/playlists')).json().total).toBe(1)
  await show('members')
  expect(await statusOf(testApp, address)).toBe(404)
  expect((await testApp.request('GET', '/api/playlists')).json().total).toBe(0)
})
