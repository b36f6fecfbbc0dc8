import { expect, test } from 'vitest'
import { newId } from '#server/data/ids.ts'
import { addMissingRevisions } from '#server/features/catalog/versions/first-revisions.queries.ts'
import { openTestApp } from '#server/test-app.ts'
import { insertCourse, insertPlaylist } from '#server/test-publications.ts'

/** A playlist with three drafts of a teacher. */
async function openDrafts() {
  const testApp = await openTestApp()
  const ada = await testApp.user('Ada', 'Teacher')
  const playlistId = await insertPlaylist(testApp, { teacher: ada })
  const ids: string[] = []
  for (const title of ['One', 'Two', 'Three'])
    ids.push(await insertCourse(testApp, { playlistId, title, status: 'pending' }))
  await testApp.db.updateTable('courses').set({ status: 'draft' }).execute()
  await addMissingRevisions(testApp.db)
  const batch = (action: string, chosen: string[]) =>
    ada.request('POST', `/api/playlists/${playlistId}/courses/batch`, { ids: chosen, action })
  return { testApp, ada, playlistId, ids, batch }
}

test('several videos are submitted at once, all or none', async () => {
  const { testApp, ids, batch } = await openDrafts()
  const [one = '', two = ''] = ids
  const waiting = async () =>
    (
      await testApp.db.selectFrom('revisions').select('subject_id').where('state', '=', 'submitted').execute()
    ).map(({ subject_id }) => subject_id)
  expect((await batch('submit', [one, newId()])).statusCode).toBe(404)
  expect(await waiting()).toEqual([])
  const answer = await batch('submit', [one, two])
  expect(answer.json()).toMatchObject({
    message: 'Submitted for review.',
    data: { courses: expect.any(Array) },
  })
  expect((await waiting()).toSorted()).toEqual([one, two].toSorted())
})

test('several videos are deleted at once, all or none, and come back in their places', async () => {
  const { ada, playlistId, ids, batch } = await openDrafts()
  const [one = '', two = '', three = ''] = ids
  const inside = async () =>
    (await ada.request('GET', `/api/playlists/${playlistId}`))
      .json()
      .courses.map(({ _id }: { _id: string }) => _id)
  expect((await batch('delete', [one, newId()])).statusCode).toBe(404)
  expect(await inside()).toEqual(ids)
  const { trashIds, message } = (await batch('delete', [three, one])).json()
  expect(message).toBe('2 videos moved to the trash.')
  expect(await inside()).toEqual([two])
  const [first, ...others] = trashIds
  await ada.request('POST', `/api/teaching/trash/${first}/restore`, { others })
  expect(await inside()).toEqual(ids)
})

test('a batch names at least one video and an action', async () => {
  const { ids, batch } = await openDrafts()
  expect((await batch('publish', ids)).json().errors).toEqual({ action: 'Action must be submit or delete.' })
  expect((await batch('delete', [])).json().errors).toEqual({ ids: 'Choose a video.' })
})
