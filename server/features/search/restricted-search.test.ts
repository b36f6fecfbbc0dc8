import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { transaction } from '#server/data/database.ts'
import { emit } from '#server/events.ts'
import { rebuildSearchIndex } from '#server/features/search/index/rebuild.queries.ts'
import { searchFaults } from '#server/features/search/index/search-index-check.queries.ts'
import { openTestApp, type TestUser } from '#server/test-app.ts'
import { insertGroup } from '#server/test-groups.ts'
import { insertCourse, insertPlaylist } from '#server/test-publications.ts'
import { openLink, restrictPlaylist } from '#server/test-restricted.ts'

type Caller = Pick<TestUser, 'request'>

/** A playlist of each visibility, each with "watercolour" in its title. */
async function openSchool() {
  const testApp = await openTestApp()
  const [ada, sam, eve, root] = await testApp.users([
    { name: 'Ada', role: 'Teacher' },
    { name: 'Sam' },
    { name: 'Eve' },
    { name: 'Root', isAdmin: true },
  ])
  if (!(ada && sam && eve && root)) throw new Error('Somebody is missing.')
  const groupId = await insertGroup(testApp, { members: [sam] })
  const publish = async (title: string, visibility: 'public' | 'unlisted' | 'members' | 'groups') => {
    const id = await insertPlaylist(testApp, { teacher: ada, title: `Watercolour ${title}` })
    await insertCourse(testApp, { playlistId: id, title: `Brush ${title}` })
    await restrictPlaylist(testApp, id, { visibility, groupIds: visibility === 'groups' ? [groupId] : [] })
    return id
  }
  const ids = {
    open: await publish('daylight', 'public'),
    unlisted: await publish('moonlight', 'unlisted'),
    members: await publish('candlelight', 'members'),
    groups: await publish('starlight', 'groups'),
  }
  return { testApp, ada, sam, eve, root, groupId, ids }
}

async function find({ request }: Caller, q: string): Promise<string[]> {
  const answer = await request('GET', `/api/playlists/search-playlist?q=${encodeURIComponent(q)}`)
  const { data, total } = answer.json()
  expect(total).toBe(data.length)
  return data.map(({ _id }: { _id: string }) => _id).toSorted()
}

test('each viewer finds public playlists, members also those for members, and a group its own', async () => {
  const { testApp, ada, sam, eve, root, ids } = await openSchool()
  const { open, members, groups } = ids
  const expected: [Caller, string[]][] = [
    [testApp, [open]],
    [eve, [open, members]],
    [sam, [open, members, groups]],
    // In lists a teacher and an admin find what every member finds.
    [ada, [open, members]],
    [root, [open, members]],
  ]
  for (const [caller, found] of expected) {
    for (const q of ['watercolour', 'water', 'watrecolour', 'ada', 'brush', 'development'])
      expect(await find(caller, q), q).toEqual(found.toSorted())
    for (const [q, id] of [
      ['starlight', groups],
      ['candlelihgt', members],
      ['brush moonl', ids.unlisted],
    ] as const)
      expect(await find(caller, q), q).toEqual(found.includes(id) ? [id] : [])
  }
  expect(await searchFaults(testApp.db)).toBe(0)
})

test("a visitor's search and suggestions do without the restricted index", async () => {
  const { testApp, ids } = await openSchool()
  for (const table of ['restricted_index', 'restricted_words', 'restricted_deletions', 'restricted_passages'])
    await sql`drop table ${sql.table(table)}`.execute(testApp.db)
  expect(await find(testApp, 'watercolour')).toEqual([ids.open])
  expect(await find(testApp, 'candlelihgt')).toEqual([])
  expect((await testApp.request('GET', '/api/search/moments?q=watercolour')).json()).toEqual({ videos: [] })
})

test('pages of both indexes follow one order without a gap', async () => {
  const { testApp, ada, sam, groupId } = await openSchool()
  for (let n = 0; n < 12; n += 1) {
    const id = await insertPlaylist(testApp, { teacher: ada, title: n % 2 ? 'Gouache' : 'Gouache and ink' })
    await testApp.db
      .updateTable('playlists')
      .set({ saves_count: n % 3 })
      .where('id', '=', id)
      .execute()
    const visibility = (['public', 'members', 'groups'] as const)[n % 3] ?? 'public'
    await restrictPlaylist(testApp, id, { visibility, groupIds: visibility === 'groups' ? [groupId] : [] })
  }
  const read = async (query: string) =>
    (await sam.request('GET', `/api/playlists/search-playlist?q=gouache&${query}`)).json()
  const whole = await read('limit=50')
  expect(whole).toMatchObject({ total: 12, nextCursor: null })
  const titles = whole.data.map(({ title }: { title: string }) => title)
  expect(titles).toEqual(titles.toSorted())
  const paged: unknown[] = []
  for (let cursor = ''; ; ) {
    const page = await read(`limit=5${cursor}`)
    paged.push(...page.data)
    if (page.nextCursor === null) break
    cursor = `&cursor=${page.nextCursor}`
  }
  expect(paged).toEqual(whole.data)
})

test('a change of visibility, groups or members holds for the next search', async () => {
  const { testApp, eve, sam, ids, groupId } = await openSchool()
  const other = await insertGroup(testApp, { members: [eve] })
  const change = (visibility: 'public' | 'unlisted' | 'members' | 'groups', groupIds: string[] = []) =>
    restrictPlaylist(testApp, ids.open, { visibility, groupIds })
  const found = async () =>
    (await Promise.all([testApp, eve, sam].map((caller) => find(caller, 'daylight')))).map(
      ({ length }) => length,
    )
  expect(await found()).toEqual([1, 1, 1])
  await change('members')
  expect(await found()).toEqual([0, 1, 1])
  await change('groups', [groupId])
  expect(await found()).toEqual([0, 0, 1])
  await change('groups', [other, groupId])
  expect(await found()).toEqual([0, 1, 1])
  await testApp.db.deleteFrom('group_members').where('user_id', '=', eve.id).execute()
  expect(await found()).toEqual([0, 0, 1])
  await testApp.db.deleteFrom('groups').where('id', '=', groupId).execute()
  expect(await found()).toEqual([0, 0, 0])
  await change('unlisted')
  expect(await found()).toEqual([0, 0, 0])
  await change('public')
  expect(await found()).toEqual([1, 1, 1])
  await testApp.db.updateTable('playlists').set({ visibility: 'groups' }).execute()
  // Even a wrong index exposes nothing.
  for (const { request } of [testApp, eve, sam])
    expect((await request('GET', '/api/playlists/search-playlist?q=daylight')).json().data).toEqual([])
})

test('a deleted group leaves nothing in the indexes', async () => {
  const { testApp, groupId, ids } = await openSchool()
  await transaction(testApp.db, async (trx) => {
    await trx.deleteFrom('groups').where('id', '=', groupId).execute()
    await emit(trx, 'group.deleted', { playlistIds: [ids.groups] })
  })
  expect(await searchFaults(testApp.db)).toBe(0)
})

test('the indexes equal new ones after many changes, and faults are noticed', async () => {
  const { testApp, groupId, ids } = await openSchool()
  for (const visibility of ['groups', 'members', 'unlisted', 'public', 'members'] as const)
    for (const id of Object.values(ids))
      await restrictPlaylist(testApp, id, { visibility, groupIds: [groupId] })
  const content = async () => ({
    documents: await testApp.db
      .selectFrom('search_documents')
      .select(['playlist_id', 'audience', 'title', 'teacher', 'courses', 'description'])
      .orderBy('playlist_id')
      .execute(),
    words: await testApp.db.selectFrom('restricted_words').selectAll().orderBy('word').execute(),
    open: await testApp.db.selectFrom('search_words').selectAll().orderBy('word').execute(),
  })
  const maintained = await content()
  expect(maintained.documents).toHaveLength(4)
  expect(maintained.open).toEqual([])
  expect(await searchFaults(testApp.db)).toBe(0)
  await transaction(testApp.db, (trx) => rebuildSearchIndex(trx))
  expect(await content()).toEqual(maintained)
  await testApp.db.updateTable('search_documents').set({ audience: null }).execute()
  expect(await searchFaults(testApp.db)).toBeGreaterThan(0)
})

test('the teacher search lists the playlists that the viewer finds', async () => {
  const { testApp, ada, sam, eve, root, ids } = await openSchool()
  const { open, members, groups } = ids
  const listed = async ({ request }: Caller) => {
    const [found] = (await request('GET', '/api/users/teacherSearch?q=ada')).json().data
    return found.playlists.map(({ _id }: { _id: string }) => _id)
  }
  expect(await listed(testApp)).toEqual([open])
  for (const caller of [eve, ada, root]) expect(await listed(caller)).toEqual([members, open])
  expect(await listed(sam)).toEqual([groups, members, open])
})

test('a link opened by a user makes nothing appear in a search', async () => {
  const { testApp, eve, ids } = await openSchool()
  await openLink(testApp, { userId: eve.id, playlistId: ids.unlisted })
  expect(await find(eve, 'moonlight')).toEqual([])
})
