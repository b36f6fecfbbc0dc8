import { expect, test } from 'vitest'
import type { PlaylistCard } from '#contract/catalog/playlists.ts'
import { newId } from '#server/data/ids.ts'
import { openTestApp, type TestApp, type TestUser } from '#server/test-app.ts'
import { insertCourse, insertPlaylist } from '#server/test-publications.ts'
import { insertRevision } from '#server/test-revisions.ts'

async function openTeacher() {
  const testApp = await openTestApp()
  const teacher = await testApp.user('Ada', 'Teacher')
  return { testApp, teacher }
}

async function listed(reader: Pick<TestApp, 'request'>, teacher: TestUser, query = '') {
  const answer = await reader.request('GET', `/api/playlists/teacher/${teacher.id}?${query}`)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json()
}

async function titles(reader: Pick<TestApp, 'request'>, teacher: TestUser, query = ''): Promise<string[]> {
  return (await listed(reader, teacher, query)).playlists.map(({ title }: PlaylistCard) => title)
}

/** One playlist at each stage, titled by it. */
async function everyStage(testApp: TestApp, teacher: TestUser): Promise<void> {
  const insert = (title: string, status: 'pending' | 'processing' | 'approved' | 'cancel') =>
    insertPlaylist(testApp, { teacher, title, status })
  const draft = await insert('draft', 'pending')
  await testApp.db.updateTable('playlists').set({ status: 'draft' }).where('id', '=', draft).execute()
  await insert('review', 'pending')
  await insert('review', 'processing')
  await insert('approved', 'approved')
  await insert('rejected', 'cancel')
  const changes = await insert('changes', 'cancel')
  await insertRevision(testApp, { kind: 'playlist', id: changes, state: 'changes' })
  const scheduled = await insert('scheduled', 'pending')
  const at = '2027-01-01T00:00:00.000Z'
  await testApp.db
    .updateTable('playlists')
    .set({ publish_at: at, scheduled_at: at })
    .where('id', '=', scheduled)
    .execute()
}

test('a teacher and an admin filter by stage and get the number at each of them; others get neither', async () => {
  const { testApp, teacher } = await openTeacher()
  const admin = await testApp.user('Root', 'Student', { isAdmin: true })
  await everyStage(testApp, teacher)
  for (const reader of [teacher, admin]) {
    for (const stage of ['draft', 'changes', 'approved', 'rejected', 'scheduled'])
      expect(await titles(reader, teacher, `stage=${stage}`)).toEqual([stage])
    expect(await titles(reader, teacher, 'stage=review')).toEqual(['review', 'review'])
    const { counts, total } = await listed(reader, teacher, 'stage=draft')
    expect(counts).toEqual({ draft: 1, review: 2, changes: 1, approved: 1, rejected: 1, scheduled: 1 })
    expect(total).toBe(1)
  }
  for (const reader of [testApp, await testApp.user('Tom', 'Teacher')]) {
    const answer = await listed(reader, teacher, 'stage=draft&sort=title&q=nothing&needs=true')
    expect(answer.playlists.map(({ title }: PlaylistCard) => title)).toEqual(['approved'])
    expect(answer).not.toHaveProperty('counts')
  }
})

test('an unknown stage or sort is rejected with the choices', async () => {
  const { teacher } = await openTeacher()
  for (const [query, message] of [
    ['stage=gone', 'Stage must be one of draft, review, changes, approved, rejected, scheduled.'],
    ['sort=popular', 'Sort must be one of newest, changed, title, videos.'],
    ['needs=no', 'Needs must be true.'],
  ]) {
    const answer = await teacher.request('GET', `/api/playlists/teacher/${teacher.id}?${query}`)
    expect(answer.statusCode).toBe(400)
    expect(answer.body).toContain(message)
  }
})

test('each sort reads on from page to page without a gap, and words narrow it', async () => {
  const { testApp, teacher } = await openTeacher()
  const wanted = [
    { title: 'Éclairs', videos: 1, day: 3 },
    { title: 'bread', videos: 2, day: 1 },
    { title: 'Cakes', videos: 0, day: 2 },
  ]
  for (const { title, videos, day } of wanted) {
    const id = await insertPlaylist(testApp, { teacher, title })
    for (let n = 0; n < videos; n += 1) await insertCourse(testApp, { playlistId: id })
    const updated_at = `2026-03-0${day}T00:00:00.000Z`
    await testApp.db.updateTable('playlists').set({ updated_at }).where('id', '=', id).execute()
  }
  for (const [sort, order] of [
    ['changed', ['Éclairs', 'Cakes', 'bread']],
    ['title', ['bread', 'Cakes', 'Éclairs']],
    ['videos', ['bread', 'Éclairs', 'Cakes']],
  ] as const) {
    expect(await titles(teacher, teacher, `sort=${sort}`)).toEqual(order)
    const { nextCursor } = await listed(teacher, teacher, `sort=${sort}&limit=1`)
    expect(await titles(teacher, teacher, `sort=${sort}&limit=2&cursor=${nextCursor}`)).toEqual(
      order.slice(1),
    )
  }
  expect(await titles(teacher, teacher, 'q=ECLAIR')).toEqual(['Éclairs'])
  expect(await titles(teacher, teacher, 'q=ada')).toEqual([])
})

test('a playlist names what its videos need, and the filter finds the playlists that need something', async () => {
  const { testApp, teacher } = await openTeacher()
  const { db } = testApp
  await insertPlaylist(testApp, { teacher, title: 'Fine' })
  const returned = await insertPlaylist(testApp, { teacher, title: 'Returned', status: 'cancel' })
  await insertRevision(testApp, { kind: 'playlist', id: returned, state: 'changes' })
  const broken = await insertPlaylist(testApp, { teacher, title: 'Broken' })
  const asked = await insertCourse(testApp, { playlistId: broken, status: 'cancel' })
  await insertRevision(testApp, { kind: 'course', id: asked, state: 'changes' })
  const lost = await insertCourse(testApp, { playlistId: broken })
  const unavailable_since = '2026-03-01T00:00:00.000Z'
  await db.updateTable('courses').set({ unavailable_since }).where('id', '=', lost).execute()
  const failed = await insertCourse(testApp, { playlistId: broken })
  const videoId = newId()
  const at = new Date().toISOString()
  await db
    .insertInto('videos')
    .values({ id: videoId, owner_id: teacher.id, state: 'failed', bytes: 1, created_at: at })
    .execute()
  await db
    .updateTable('courses')
    .set({ source: 'upload', source_key: videoId, video_id: '' })
    .where('id', '=', failed)
    .execute()
  expect(await titles(teacher, teacher, 'needs=true&sort=title')).toEqual(['Broken', 'Returned'])
  const { playlists } = await listed(teacher, teacher, 'sort=title&view=card')
  expect(playlists.map(({ videoNeeds }: PlaylistCard) => videoNeeds)).toEqual([
    { changes: 1, files: 1, unavailable: 1 },
    undefined,
    undefined,
  ])
})

test('a draft after a request still needs the teacher; a new submission does not', async () => {
  const { testApp, teacher } = await openTeacher()
  const playlistId = await insertPlaylist(testApp, { teacher, title: 'Returned', status: 'cancel' })
  const first = await insertRevision(testApp, { kind: 'playlist', id: playlistId, state: 'changes' })
  const { db } = testApp
  const row = await db.selectFrom('revisions').selectAll().where('id', '=', first).executeTakeFirstOrThrow()
  const second = { ...row, id: newId(), number: 2, state: 'draft' as const, decided_at: null }
  await db.insertInto('revisions').values(second).execute()
  expect(await titles(teacher, teacher, 'needs=true')).toEqual(['Returned'])
  await db.updateTable('revisions').set({ state: 'submitted' }).where('id', '=', second.id).execute()
  expect(await titles(teacher, teacher, 'needs=true')).toEqual([])
})
