import { expect, test } from 'vitest'
import { addMissingRevisions } from '#server/features/catalog/versions/first-revisions.queries.ts'
import { settleMissedRounds } from '#server/features/catalog/versions/rounds.ts'
import { openTestApp } from '#server/test-app.ts'
import { insertCourse, insertPlaylist } from '#server/test-publications.ts'

/** One round with a playlist and a video, another with a video of an approved playlist. */
async function open() {
  const testApp = await openTestApp()
  const ada = await testApp.user('Ada', 'Teacher')
  const iris = await testApp.user('Iris', 'Student', { isAdmin: true })
  for (const status of ['pending', 'approved'] as const) {
    const playlistId = await insertPlaylist(testApp, { teacher: ada, title: `Learn ${status}`, status })
    await insertCourse(testApp, { playlistId, title: `Video ${status}`, status: 'pending' })
  }
  await addMissingRevisions(testApp.db)
  await settleMissedRounds(testApp.db)
  const read = async (path: string) => (await iris.request('GET', path)).json()
  return { iris, read }
}

test('the desk filters rounds by what waits of them', async () => {
  const { read } = await open()
  const titles = async (kind: string) => {
    const { items, total } = await read(`/api/review?group=rounds&kind=${kind}`)
    expect(total).toBe(items.length)
    return items.map(({ playlist }: { playlist: { title: string } }) => playlist.title)
  }
  expect([await titles('playlist'), await titles('course')]).toEqual([['Learn pending'], ['Learn approved']])
  const { items } = await read('/api/review?group=rounds')
  expect(items).toMatchObject([
    { videos: 1, isPlaylistWaiting: true },
    { videos: 1, isPlaylistWaiting: false },
  ])
})

test('a link to a version opens its round, also when it is decided', async () => {
  const { iris, read } = await open()
  const [{ _id: round }] = (await read('/api/review?group=rounds&kind=playlist')).items
  const { playlist, videos } = await read(`/api/review/rounds/${round}`)
  for (const { _id } of [playlist, ...videos])
    expect(await read(`/api/review/rounds/${_id}`)).toMatchObject({ _id: round, decidedAt: null })
  await iris.request('POST', `/api/review/rounds/${round}/decide`, { state: 'approved' })
  const decided = await read(`/api/review/rounds/${playlist._id}`)
  expect(decided).toMatchObject({ _id: round, playlist: { state: 'approved' } })
  expect(decided.decidedAt).not.toBeNull()
})
