import { expect, onTestFinished, test, vi } from 'vitest'
import { playlistsApi } from '#contract/catalog/playlists.ts'
import { openDatabase } from '#server/data/database.ts'
import { openTestApp } from '#server/test-app.ts'
import { insertCourse, insertPlaylist } from '#server/test-publications.ts'
import { openServer } from '#server/test-watcher.ts'

test('a write of another process to the same file is seen at once by members and visitors', async () => {
  const front = await openTestApp({ onDisk: true, cached: true })
  const url = await front.app.listen({ host: '127.0.0.1', port: 0 })
  const sam = await front.user('Sam')
  const teacher = await front.user('Ada', 'Teacher')
  const playlistId = await insertPlaylist(front, { teacher, title: 'Gouache' })
  const courseId = await insertCourse(front, { playlistId, title: 'Dry brush' })
  const read = async (path: string, headers: Record<string, string> = {}): Promise<unknown> =>
    (await fetch(`${url}${path}`, { headers })).json()
  const list = async () => playlistsApi.list.reply.parse(await read('/api/playlists')).playlists[0]?.title
  const course = () =>
    read(`/api/courses/${playlistId}/${courseId}`, { authorization: `Bearer ${sam.token}` })
  await course()
  await list()
  expect(await course()).toMatchObject({ videoTitle: 'Dry brush' })
  expect([await list(), front.cache?.hits]).toEqual(['Gouache', 1])
  const other = openDatabase(front.folder)
  await other.updateTable('courses').set({ title: 'Washes' }).where('id', '=', courseId).execute()
  await other.updateTable('playlists').set({ title: 'Ink' }).execute()
  await other.destroy()
  expect(await course()).toMatchObject({ videoTitle: 'Washes' })
  expect([await list(), front.cache?.hits]).toEqual(['Ink', 1])

  // A write of this process invalidates only what shows it.
  await sam.request('POST', '/api/auth/logout')
  await list()
  expect(front.cache?.hits).toBe(2)
})

test('a live stream ends before any heartbeat when another program on the same file deletes its person', async () => {
  const testApp = await openTestApp({ onDisk: true })
  const teacher = await testApp.user('Ada', 'Teacher')
  const courseId = await insertCourse(testApp, { playlistId: await insertPlaylist(testApp, { teacher }) })
  const student = await testApp.user('Sam')
  const watch = await openServer(testApp)
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const { next } = await watch(student, courseId)
  expect(await next()).toEqual({ retry: '2000' })
  expect((await next())?.event).toMatchObject({ type: 'reset' })
  const other = openDatabase(testApp.folder)
  onTestFinished(() => other.destroy())
  await other.deleteFrom('users').where('id', '=', student.id).execute()
  expect(await next()).toBeUndefined()
})
