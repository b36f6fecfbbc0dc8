import { expect, test } from 'vitest'
import { newId } from '#server/data/ids.ts'
import { openTestApp, type TestUser } from '#server/test-app.ts'
import { insertCourse, insertPlaylist } from '#server/test-publications.ts'

const LONG =
  'Everything about closures, from the very first function to the last one, with examples. '.repeat(2)

/** A playlist with two videos that waits in a round. */
async function open() {
  const testApp = await openTestApp()
  const ada = await testApp.user('Ada', 'Teacher')
  const iris = await testApp.user('Iris', 'Student', { isAdmin: true })
  const playlistId = await insertPlaylist(testApp, {
    teacher: ada,
    title: 'Learn closures',
    status: 'pending',
  })
  const one = await insertCourse(testApp, { playlistId, title: 'One', status: 'pending' })
  const two = await insertCourse(testApp, { playlistId, title: 'Two', status: 'pending' })
  await testApp.db.updateTable('courses').set({ status: 'draft' }).execute()
  await testApp.db.updateTable('playlists').set({ status: 'draft', description: LONG }).execute()
  await testApp.db.updateTable('images').set({ owner_id: ada.id }).execute()
  const submit = () => ada.request('POST', `/api/playlists/${playlistId}/submit`, {})
  expect((await submit()).statusCode).toBe(200)
  const desk = async (query = 'group=rounds') => (await iris.request('GET', `/api/review?${query}`)).json()
  const round = (id: string, by: TestUser = iris) => by.request('GET', `/api/review/rounds/${id}`)
  const removePlaylist = async () =>
    (await ada.request('DELETE', `/api/playlists/${playlistId}/${ada.id}`)).json().trashId
  const removeCourse = async (id: string) =>
    (await ada.request('DELETE', `/api/courses/${playlistId}/${id}`)).json().trashId
  const restore = (id: string) => ada.request('POST', `/api/teaching/trash/${id}/restore`, {})
  const [{ _id: roundId }] = (await desk()).items
  return {
    testApp,
    ada,
    iris,
    playlistId,
    one,
    two,
    submit,
    desk,
    round,
    removePlaylist,
    removeCourse,
    restore,
    roundId,
  }
}

type Site = Awaited<ReturnType<typeof open>>

/** Sends the playlist back with a note on the first video; gives the id of the note. */
async function sendBack({ iris, round, roundId }: Site): Promise<string> {
  const whole = (await round(roundId)).json()
  const notes = [{ revisionId: whole.videos[0]._id, field: 'title', text: 'Longer.' }]
  const body = { state: 'changes', message: '', reasons: [], notes }
  const decided = await iris.request('POST', `/api/review/rounds/${roundId}/decide`, body)
  expect(decided.statusCode, decided.body).toBe(200)
  return decided.json().data.videos[0].notes[0]._id
}

test('the round of a playlist ends when it goes to the trash, and the next submission is another one', async () => {
  const { ada, iris, submit, desk, round, removePlaylist, restore, roundId } = await open()
  const trashId = await removePlaylist()
  expect(await desk()).toMatchObject({ items: [], total: 0, counts: { waiting: 0 } })
  for (const user of [ada, iris]) expect((await round(roundId, user)).statusCode).toBe(404)
  const late = { state: 'approved', message: '', reasons: [], notes: [] }
  expect((await iris.request('POST', `/api/review/rounds/${roundId}/decide`, late)).statusCode).toBe(404)
  await restore(trashId)
  expect((await round(roundId)).json()).toMatchObject({ number: 1, decidedAt: expect.any(String) })
  expect((await submit()).statusCode).toBe(200)
  expect((await desk()).items).toMatchObject([{ number: 2, videos: 2 }])
})

test('a video in the trash leaves its round, which goes on without it', async () => {
  const { one, two, desk, round, removeCourse, restore, roundId } = await open()
  const trashId = await removeCourse(one)
  expect((await desk()).items).toMatchObject([{ _id: roundId, videos: 1 }])
  const { videos, courses } = (await round(roundId)).json()
  for (const inside of [videos.map((video: { subject: unknown }) => video.subject), courses])
    expect(inside).toMatchObject([{ title: 'Two' }])
  await restore(trashId)
  expect((await desk()).items).toMatchObject([{ _id: roundId, videos: 1 }])
  expect((await round(roundId)).json().videos).toMatchObject([{ subject: { _id: two } }])
})

test('the notes about a video are not found while it is in the trash', async () => {
  const site = await open()
  const { ada, one, desk, round, removeCourse, restore, roundId } = site
  const noteId = await sendBack(site)
  const write = () => ada.request('POST', `/api/review/notes/${noteId}/messages`, { text: 'Done.' })
  const sentBack = async () => (await desk('state=changes')).items.length
  expect([await sentBack(), (await desk('state=changes')).counts.changes]).toEqual([2, 2])
  const trashId = await removeCourse(one)
  expect((await write()).statusCode).toBe(404)
  expect((await round(roundId, ada)).json()).toMatchObject({ playlist: {}, videos: [{ subject: {} }] })
  expect([await sentBack(), (await desk('state=changes')).counts.changes]).toEqual([1, 1])
  await restore(trashId)
  expect((await write()).statusCode).toBe(201)
  expect(await sentBack()).toBe(2)
})

test('nothing in the trash needs its teacher', async () => {
  const site = await open()
  const { testApp, ada, two, playlistId, removePlaylist } = site
  await sendBack(site)
  const id = newId()
  const created_at = '2026-03-03T00:00:00.000Z'
  await testApp.db
    .insertInto('videos')
    .values({ id, owner_id: ada.id, state: 'failed', bytes: 1, created_at })
    .execute()
  await testApp.db
    .updateTable('courses')
    .set({ source: 'upload', source_key: id, video_id: '', unavailable_since: created_at })
    .where('id', '=', two)
    .execute()
  const needs = async (): Promise<string[]> =>
    (await ada.request('GET', '/api/teaching/needs')).json().items.map(({ kind }: { kind: string }) => kind)
  const listed = async () => (await ada.request('GET', `/api/playlists/teacher/${ada.id}?needs=true`)).json()
  expect(await needs()).toEqual(['changes', 'files', 'unavailable'])
  expect(await listed()).toMatchObject({ total: 1, counts: { changes: 1 } })
  const trashed = await ada.request('DELETE', `/api/courses/${playlistId}/${two}`)
  expect(trashed.statusCode).toBe(200)
  expect(await needs()).toEqual(['changes'])
  expect((await listed()).playlists).toMatchObject([{ videoNeeds: { changes: 1, files: 0, unavailable: 0 } }])
  await removePlaylist()
  expect(await needs()).toEqual([])
  expect(await listed()).toMatchObject({ total: 0, counts: { changes: 0, draft: 0 } })
})

test('a draft in the trash is not ready to submit', async () => {
  const { ada, playlistId, removePlaylist } = await open()
  await ada.request('POST', `/api/playlists/${playlistId}/withdraw`)
  const needs = async () => (await ada.request('GET', '/api/teaching/needs')).json().items
  expect(await needs()).toMatchObject([{ kind: 'ready' }])
  await removePlaylist()
  expect(await needs()).toEqual([])
})
