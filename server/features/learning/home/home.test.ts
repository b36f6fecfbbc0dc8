import { expect, test } from 'vitest'
import type { CallReply } from '#contract/api.ts'
import { announceNew } from '#server/features/catalog/versions/new-public.queries.ts'
import type { TestUser } from '#server/test-app.ts'
import { mark, openPlaylist, saved, saveOf } from '#server/test-progress.ts'
import { insertCourse, insertPlaylist } from '#server/test-publications.ts'

const DAY = 86_400_000

type Home = CallReply<'home.get'>

async function homeOf({ request }: Pick<TestUser, 'request'>): Promise<Home> {
  const answer = await request('GET', '/api/home')
  expect(answer.statusCode).toBe(200)
  expect(answer.headers['cache-control']).toBe('no-store')
  return answer.json()
}

const follow = ({ request }: TestUser, teacher: TestUser) =>
  request('PUT', `/api/follows/teachers/${teacher.id}`)

test('a user who has started nothing and follows nobody is a newcomer', async () => {
  const { testApp, student, courseId, teacher, playlistId } = await openPlaylist()
  expect(await homeOf(student)).toEqual({ continue: [], fresh: [], newcomer: true })
  await student.request('PUT', `/api/follows/playlists/${playlistId}`)
  expect((await homeOf(student)).newcomer).toBe(true)
  await saved(student, courseId, saveOf([[0, 10]]))
  expect((await homeOf(student)).newcomer).toBe(false)
  const other = await testApp.user('Olga')
  await follow(other, teacher)
  expect(await homeOf(other)).toEqual({ continue: [], fresh: [], newcomer: false })
})

test('the cards say in which chapter the user stopped, and end with six', async () => {
  const { testApp, student, teacher, courseId } = await openPlaylist(2)
  const chapters = [
    { at: 0, title: 'The start' },
    { at: 30, title: 'The backpack' },
    { at: 60, title: 'The end' },
  ]
  await testApp.db
    .updateTable('courses')
    .set({ chapters: JSON.stringify(chapters) })
    .where('id', '=', courseId)
    .execute()
  await saved(student, courseId, saveOf([[0, 35]]))
  const { continue: cards } = await homeOf(student)
  expect(cards).toMatchObject([{ chapter: 'The backpack', course: { _id: courseId, atSeconds: 35 } }])
  await mark(student, courseId, true)
  expect((await homeOf(student)).continue).toMatchObject([{ chapter: null, playlist: { doneCount: 1 } }])
  for (let n = 0; n < 6; n += 1) {
    const playlistId = await insertPlaylist(testApp, { teacher, title: `Playlist ${n}` })
    await saved(student, await insertCourse(testApp, { playlistId }), saveOf([[0, 10]]))
  }
  expect((await homeOf(student)).continue).toHaveLength(6)
})

/** A teacher whom the student follows, with a public playlist. */
async function openFollowed() {
  const site = await openPlaylist(0)
  await follow(site.student, site.teacher)
  const publish = async (title: string, { daysAgo = 0, playlistId = site.playlistId } = {}) => {
    const id = await insertCourse(site.testApp, { playlistId, title })
    await announceNew(site.testApp.db, playlistId)
    const at = new Date(Date.now() - daysAgo * DAY).toISOString()
    await site.testApp.db.updateTable('courses').set({ announced_at: at }).where('id', '=', id).execute()
    return id
  }
  const titles = async () => (await homeOf(site.student)).fresh.map(({ videoTitle }) => videoTitle)
  return { ...site, publish, titles }
}

test('new are the videos of followed teachers that went public in the last 30 days, the newest first', async () => {
  const { testApp, student, teacher, playlistId, publish, titles } = await openFollowed()
  const stranger = await testApp.user('Zoe', 'Teacher')
  const strange = await insertPlaylist(testApp, { teacher: stranger })
  await publish('Old', { daysAgo: 31 })
  await publish('Older', { daysAgo: 29 })
  const newest = await publish('Newest', { daysAgo: 1 })
  await publish('Newer', { daysAgo: 2 })
  await publish('Of somebody else', { playlistId: strange })
  const { fresh } = await homeOf(student)
  expect(fresh.map(({ videoTitle }) => videoTitle)).toEqual(['Newest', 'Newer', 'Older'])
  expect(fresh[0]).toMatchObject({
    _id: newest,
    playlist: { _id: playlistId, category: 'development' },
    teacher: { _id: teacher.id, username: teacher.username },
    durationSeconds: null,
  })
  await student.request('DELETE', `/api/follows/teachers/${teacher.id}`)
  expect(await titles()).toEqual([])
})

test('a video is new only while the user finds it, and eight are shown', async () => {
  const { testApp, publish, titles, playlistId } = await openFollowed()
  const admin = await testApp.user('Root', 'Other', { isAdmin: true })
  const one = await publish('One', { daysAgo: 3 })
  await publish('Two', { daysAgo: 4 })
  await admin.request('POST', `/api/courses/approve-course/${one}`, { isCourseApproved: 'pending' })
  expect(await titles()).toEqual(['Two'])
  for (let n = 0; n < 9; n += 1) await publish(`More ${n}`, { daysAgo: n })
  expect(await titles()).toEqual([
    'More 0',
    'More 1',
    'More 2',
    'More 3',
    'More 4',
    'Two',
    'More 5',
    'More 6',
  ])
  await admin.request('POST', `/api/playlists/approve-playlist/${playlistId}`, {
    isPlaylistApproved: 'cancel',
  })
  expect(await titles()).toEqual([])
})
