import { expect, test } from 'vitest'
import { newId } from '#server/data/ids.ts'
import { ownsPlaylists } from '#server/features/account/users/users.queries.ts'
import { purgeOverdue } from '#server/features/catalog/trash/purge.ts'
import { openTrashSite, removePlaylist, restore } from '#server/test-trash.ts'

const DAY = 86_400_000

test('a deleted playlist does not exist for anybody', async () => {
  const site = await openTrashSite()
  const { testApp, ada, root, sam, playlistId, first, draft } = site
  const notFound = { success: false, message: 'Playlist not found.', code: 'not_found' }
  const removed = await removePlaylist(site, ada)
  expect(removed.json()).toEqual({
    success: true,
    message: 'Playlist deleted.',
    trashId: expect.any(String),
  })
  for (const { request } of [ada, root, sam, testApp]) {
    expect((await request('GET', `/api/playlists/${playlistId}`)).json()).toMatchObject(notFound)
    expect((await request('GET', `/api/playlists/${playlistId}/courses`)).statusCode).toBe(404)
  }
  for (const { request } of [ada, root]) {
    for (const path of [`/api/courses/${playlistId}/${first}`, `/api/courses/${playlistId}/${draft}`])
      expect((await request('GET', path)).statusCode).toBe(404)
    expect((await request('GET', `/api/playlists/teacher/${ada.id}`)).json()).toMatchObject({
      playlists: [],
      total: 0,
    })
    expect((await request('GET', '/api/comments')).json()).toMatchObject({ comments: [], total: 0 })
  }
  expect((await root.request('GET', '/api/courses')).json().total).toBe(1)
  expect((await root.request('GET', '/api/playlists?stage=draft')).json()).toMatchObject({ total: 0 })
  expect((await root.request('GET', '/api/courses?stage=draft')).json()).toMatchObject({
    courses: [],
    total: 0,
  })
  expect((await removePlaylist(site, ada)).statusCode).toBe(404)
  expect((await ada.request('POST', `/api/playlists/${playlistId}/submit`, {})).statusCode).toBe(404)
})

test('a former program shows what is in the trash to its owner at most', async () => {
  const site = await openTrashSite()
  await removePlaylist(site, site.ada)
  const rows = await site.testApp.db
    .selectFrom('courses')
    .innerJoin('playlists', 'playlists.id', 'courses.playlist_id')
    .select(['courses.status', 'playlists.status as playlist_status'])
    .where('playlists.id', '=', site.playlistId)
    .execute()
  expect(rows).toEqual(Array.from({ length: 3 }, () => ({ status: 'draft', playlist_status: 'draft' })))
})

test('what was not approved comes back as a draft, and its review has ended', async () => {
  const site = await openTrashSite()
  const { testApp, ada, root, playlistId, draft } = site
  expect((await root.request('GET', '/api/review')).json().total).toBe(1)
  const { trashId } = (await ada.request('DELETE', `/api/courses/${playlistId}/${draft}`)).json()
  expect((await root.request('GET', '/api/review')).json().total).toBe(0)
  await restore(ada, trashId)
  expect((await ada.request('GET', `/api/courses/${playlistId}/${draft}`)).json()).toMatchObject({
    isCourseApproved: 'pending',
    stage: 'draft',
    revision: { state: 'withdrawn' },
  })
  const again = await ada.request('POST', `/api/courses/${draft}/submit`)
  expect(again.statusCode).toBe(200)
  expect(await testApp.db.selectFrom('trash').select('id').execute()).toEqual([])
})

test('a video waits for its playlist, and comes back at the end if its section is gone', async () => {
  const site = await openTrashSite()
  const { ada, playlistId, first, second, draft } = site
  const outline = async () => (await ada.request('GET', `/api/playlists/${playlistId}`)).json()
  const save = async (body: object) => {
    const { outlineVersion: version } = await outline()
    return ada.request('PUT', `/api/playlists/${playlistId}/outline`, { version, ...body })
  }
  await save({ sections: [{ title: 'Later', courses: [first] }], loose: [second, draft] })
  const one = (await ada.request('DELETE', `/api/courses/${playlistId}/${first}`)).json().trashId
  await save({ sections: [], loose: [second, draft] })
  const all = (await removePlaylist(site, ada)).json().trashId
  const early = await restore(ada, one)
  expect([early.statusCode, early.json().message]).toEqual([409, 'Restore the playlist first.'])
  await restore(ada, all)
  await restore(ada, one)
  const { courses, sections } = await outline()
  expect(courses.map(({ _id }: { _id: string }) => _id)).toEqual([second, draft, first])
  expect(sections).toEqual([])
})

test('only an admin restores what an admin has deleted', async () => {
  const site = await openTrashSite()
  const { ada, root, sam, bea } = site
  const { trashId } = (await removePlaylist(site, root)).json()
  const { items } = (await ada.request('GET', '/api/teaching/trash')).json()
  expect(items).toMatchObject([
    { _id: trashId, byAdmin: true, title: 'Closures in depth', videos: 3, likes: 1, saves: 1 },
  ])
  const own = await restore(ada, trashId)
  expect([own.statusCode, own.json().message]).toEqual([
    403,
    'An admin has deleted this. Ask an admin to restore it.',
  ])
  for (const { request } of [sam, bea])
    expect((await request('POST', `/api/teaching/trash/${trashId}/restore`, {})).statusCode).toBe(404)
  expect((await bea.request('GET', `/api/teaching/trash?teacher=${ada.id}`)).statusCode).toBe(404)
  expect((await root.request('GET', `/api/teaching/trash?teacher=${ada.id}`)).json().total).toBe(1)
  expect((await restore(root, trashId)).statusCode).toBe(200)
})

test('several videos are restored at once, all or none', async () => {
  const { ada, playlistId, first, second } = await openTrashSite()
  const remove = async (id: string) =>
    (await ada.request('DELETE', `/api/courses/${playlistId}/${id}`)).json().trashId
  const [one, two] = [await remove(first), await remove(second)]
  expect((await restore(ada, one, { others: [newId()] })).statusCode).toBe(404)
  expect((await ada.request('GET', '/api/teaching/trash')).json().total).toBe(2)
  const answer = await restore(ada, one, { others: [two] })
  expect(answer.json().data.courses).toHaveLength(3)
})

test('the trash keeps nobody from another role, keeps its category and goes with its account', async () => {
  const site = await openTrashSite()
  const { testApp, ada, root } = site
  const { trashId } = (await removePlaylist(site, ada)).json()
  const { categories } = (await testApp.request('GET', '/api/categories')).json()
  const category = categories.find(({ title }: { title: string }) => title === 'development')
  const { request } = site.bea
  const other = site.other
  await request('DELETE', `/api/playlists/${other}/${site.bea.id}`)
  expect((await root.request('DELETE', `/api/categories/${category._id}`)).statusCode).toBe(409)
  expect(await ownsPlaylists(testApp.db, ada.id)).toBe(false)
  await testApp.db.updateTable('users').set({ role: 'Student' }).where('id', '=', ada.id).execute()
  expect((await restore(root, trashId)).statusCode).toBe(409)
  await testApp.db.deleteFrom('users').where('id', '=', ada.id).execute()
  const left = await testApp.db.selectFrom('trash').select('teacher_id').execute()
  expect(left).toEqual([{ teacher_id: site.bea.id }])
})

test('after 30 days a job leaves neither a row nor a picture', async () => {
  const site = await openTrashSite()
  const { testApp, ada, sam, playlistId } = site
  const { db, images } = testApp
  await removePlaylist(site, ada)
  const purging = { db, images }
  expect(await purgeOverdue(purging, Date.now() + 29 * DAY)).toBe(0)
  expect(await purgeOverdue(purging, Date.now() + 31 * DAY)).toBe(1)
  const playlists = await db.selectFrom('playlists').select('id').where('id', '=', playlistId).execute()
  expect(playlists).toEqual([])
  for (const table of [
    'trash',
    'likes',
    'comments',
    'saves',
    'notes',
    'progress',
    'playlist_progress',
  ] as const)
    expect(await db.selectFrom(table).selectAll().execute()).toEqual([])
  const user = await db.selectFrom('users').select('saves_count').where('id', '=', sam.id).executeTakeFirst()
  expect(user).toEqual({ saves_count: 0 })
})

test('deleting for good and emptying the trash are for the owner', async () => {
  const site = await openTrashSite()
  const { testApp, ada, bea, root, playlistId, first } = site
  const { trashId } = (await ada.request('DELETE', `/api/courses/${playlistId}/${first}`)).json()
  for (const { request } of [bea, root])
    expect((await request('DELETE', `/api/teaching/trash/${trashId}`)).statusCode).toBe(404)
  expect((await ada.request('DELETE', `/api/teaching/trash/${trashId}`)).statusCode).toBe(200)
  await removePlaylist(site, ada)
  expect((await ada.request('DELETE', '/api/teaching/trash')).json().message).toBe('The trash is empty.')
  const left = await testApp.db.selectFrom('playlists').select('id').execute()
  expect(left).toEqual([{ id: site.other }])
})
