import { expect, test } from 'vitest'
import { rebuildSearchIndex } from '#server/features/search/index/rebuild.queries.ts'
import { reindexPlaylist } from '#server/features/search/index/search-index.ts'
import { openTestApp, type TestApp, type TestUser, Upload } from '#server/test-app.ts'
import { insertCourse, insertPlaylist } from '#server/test-publications.ts'

async function openSchool() {
  const testApp = await openTestApp()
  const ada = await testApp.user('Ada Lovelace', 'Teacher')
  const admin = await testApp.user('Root', 'Student', { isAdmin: true })
  const id = await insertPlaylist(testApp, {
    teacher: ada,
    title: 'Watercolour',
    status: 'pending',
    category: 'design',
  })
  return { testApp, ada, admin, id, find: finder(testApp) }
}

function finder({ request }: Pick<TestUser, 'request'>) {
  return async (q: string): Promise<string[]> => {
    const answer = await request('GET', `/api/playlists/search-playlist?q=${encodeURIComponent(q)}`)
    expect(answer.json().total).toBe(answer.json().data.length)
    return answer.json().data.map(({ _id }: { _id: string }) => _id)
  }
}

async function approve(admin: TestUser, id: string, status = 'approved') {
  const answer = await admin.request('POST', `/api/playlists/approve-playlist/${id}`, {
    isPlaylistApproved: status,
  })
  expect(answer.statusCode).toBe(200)
}

test('a playlist is found only while it is approved', async () => {
  const { testApp, ada, admin, id, find } = await openSchool()
  const seekers = [find, finder(ada), finder(admin)]
  for (const status of ['pending', 'processing', 'cancel']) {
    await approve(admin, id, 'approved')
    for (const seek of seekers) expect(await seek('watercolour')).toEqual([id])
    await approve(admin, id, status)
    for (const seek of seekers) {
      for (const q of ['watercolour', 'water', 'watrecolour', 'lovelace', 'design']) {
        expect.soft(await seek(q), `${status} ${q}`).toEqual([])
      }
    }
  }
  expect(await testApp.db.selectFrom('search_words').selectAll().execute()).toEqual([])
  expect(await testApp.db.selectFrom('search_deletions').selectAll().execute()).toEqual([])
})

test('a playlist that is not public is not shown even when the index has it still', async () => {
  const { testApp, admin, id, find } = await openSchool()
  await approve(admin, id)
  expect(await find('watercolour')).toEqual([id])
  await testApp.db.updateTable('playlists').set({ status: 'cancel' }).where('id', '=', id).execute()
  for (const q of ['watercolour', 'lovelace', 'all']) {
    const answer = await testApp.request('GET', `/api/playlists/search-playlist?q=${q}`)
    expect(answer.json().data).toEqual([])
  }
})

test('a changed title and description are found at once, the former ones no more', async () => {
  const { ada, admin, id, find } = await openSchool()
  await approve(admin, id)
  const changed = await ada.request(
    'PUT',
    `/api/playlists/${id}`,
    new Upload({ title: 'Gouache', description: 'Opaque.', category: 'music' }),
  )
  expect(changed.statusCode).toBe(200)
  for (const q of ['gouache', 'opaque', 'music', 'guoache']) expect.soft(await find(q), q).toEqual([id])
  for (const q of ['watercolour', 'all of it', 'design']) expect.soft(await find(q), q).toEqual([])
})

test('course titles are found while the course is approved', async () => {
  const { testApp, ada, admin, id, find } = await openSchool()
  await approve(admin, id)
  const courseId = await insertCourse(testApp, { playlistId: id, title: 'Wet on wet', status: 'pending' })
  expect(await find('wet')).toEqual([])
  const setStatus = (status: string) =>
    admin.request('POST', `/api/courses/approve-course/${courseId}`, { isCourseApproved: status })
  await setStatus('approved')
  expect(await find('wet')).toEqual([id])
  await ada.request('PUT', `/api/courses/${id}/${courseId}`, new Upload({ videoTitle: 'Dry brush' }))
  expect(await find('wet')).toEqual([])
  expect(await find('brush')).toEqual([id])
  await setStatus('cancel')
  expect(await find('brush')).toEqual([])
  await setStatus('approved')
  await ada.request('DELETE', `/api/courses/${id}/${courseId}`)
  expect(await find('brush')).toEqual([])
})

test('a deleted playlist leaves nothing in the index', async () => {
  const { testApp, ada, admin, id, find } = await openSchool()
  await approve(admin, id)
  await insertCourse(testApp, { playlistId: id })
  const gone = await ada.request('DELETE', `/api/playlists/${id}/${ada.id}`)
  expect(gone.statusCode).toBe(200)
  expect(await find('watercolour')).toEqual([])
  for (const table of ['search_documents', 'search_words', 'search_deletions'] as const) {
    expect(await testApp.db.selectFrom(table).selectAll().execute()).toEqual([])
  }
})

test('a renamed category and a renamed teacher are found by their new names only', async () => {
  const { testApp, ada, admin, id, find } = await openSchool()
  await approve(admin, id)
  const { id: categoryId } = await testApp.db
    .selectFrom('categories')
    .select('id')
    .where('title', '=', 'design')
    .executeTakeFirstOrThrow()
  const renamed = await admin.request('PUT', `/api/categories/${categoryId}`, { title: 'Fine arts' })
  expect(renamed.statusCode).toBe(200)
  expect(await find('fine arts')).toEqual([id])
  expect(await find('design')).toEqual([])
  const married = await ada.request(
    'PUT',
    `/api/users/profile/${ada.id}`,
    new Upload({ username: 'Ada King' }),
  )
  expect(married.statusCode).toBe(200)
  expect(await find('ada king watercolour')).toEqual([id])
  expect(await find('lovelace')).toEqual([])
})

test('a rejected change leaves the index unchanged', async () => {
  const { ada, admin, id, find } = await openSchool()
  await approve(admin, id)
  const rejected = await ada.request('PUT', `/api/playlists/${id}`, new Upload({ title: 'No' }))
  expect(rejected.statusCode).toBe(400)
  expect(await find('watercolour')).toEqual([id])
  expect(await find('no')).toEqual([])
})

async function contentOf({ db }: TestApp) {
  return {
    documents: await db
      .selectFrom('search_documents')
      .select(['playlist_id', 'category_id', 'title', 'teacher', 'courses', 'description'])
      .orderBy('playlist_id')
      .execute(),
    words: await db.selectFrom('search_words').selectAll().orderBy('word').execute(),
    deletions: await db
      .selectFrom('search_deletions')
      .selectAll()
      .orderBy('deletion')
      .orderBy('word')
      .execute(),
  }
}

test('after many changes the index equals a new one', async () => {
  const { testApp, ada, admin, id, find } = await openSchool()
  const ids = [id]
  for (const title of ['Water and light', 'Light water', 'Paper', 'Painting light', 'Colour']) {
    ids.push(await insertPlaylist(testApp, { teacher: ada, title, status: 'pending' }))
  }
  for (const each of ids) await approve(admin, each)
  for (const each of ids.slice(1, 3)) await approve(admin, each, 'cancel')
  for (const each of ids.slice(2, 5)) {
    await insertCourse(testApp, { playlistId: each, title: 'Light colour' })
    await reindexPlaylist(testApp.db, each)
    await reindexPlaylist(testApp.db, each)
  }
  await ada.request('PUT', `/api/users/profile/${ada.id}`, new Upload({ username: 'Ada Light' }))
  await ada.request('DELETE', `/api/playlists/${ids[4]}/${ada.id}`)
  const maintained = await contentOf(testApp)
  const light = await find('light')
  await rebuildSearchIndex(testApp.db)
  expect(maintained.documents).toHaveLength(3)
  expect(await contentOf(testApp)).toEqual(maintained)
  expect(await find('light')).toEqual(light)
  expect(light).toHaveLength(3)
})

test('beyond a thousand the total is a lower bound, and those with the words in their titles are among them', async () => {
  const { testApp, ada, admin, id } = await openSchool()
  await approve(admin, id)
  const { shown: _computed, ...sample } = await testApp.db
    .selectFrom('playlists')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const rows = Array.from({ length: 1100 }, (_unused, index) => ({
    ...sample,
    id: `0${index.toString().padStart(23, '0')}`,
    title: index === 0 ? 'Palette' : `Number ${index}`,
    description: index < 1000 ? 'With a palette' : 'Without',
  }))
  for (let start = 0; start < rows.length; start += 100) {
    await testApp.db
      .insertInto('playlists')
      .values(rows.slice(start, start + 100))
      .execute()
  }
  await testApp.db.transaction().execute(rebuildSearchIndex)
  const request = async (query: string) =>
    (await testApp.request('GET', `/api/playlists/search-playlist?${query}`)).json()
  const exact = await request('q=palette&limit=1')
  expect(exact).toMatchObject({ total: 1000, data: [{ title: 'Palette' }] })
  expect(exact).not.toHaveProperty('totalIsLowerBound')
  await ada.request('PUT', `/api/playlists/${id}`, new Upload({ description: 'A palette too' }))
  const more = await request('q=pal&limit=200')
  expect(more).toMatchObject({ total: 1000, totalIsLowerBound: true })
  expect(more.data[0].title).toBe('Palette')
  let { nextCursor } = more
  let seen = more.data.length
  while (nextCursor !== null) {
    const page = await request(`q=pal&limit=200&cursor=${nextCursor}`)
    seen += page.data.length
    nextCursor = page.nextCursor
  }
  expect(seen).toBe(1000)
})
