import { expect, test } from 'vitest'
import { deleteUser } from '#server/features/account/users/users.ts'
import { wrongCounts } from '#server/features/catalog/playlists/counts-check.queries.ts'
import { type TestApp, type TestUser, Upload } from '#server/test-app.ts'
import { kindsOf, notificationsOf, openSchool, setKind } from '#server/test-notifications.ts'
import { insertCourse, insertPlaylist } from '#server/test-publications.ts'

type Caller = Pick<TestUser, 'request'>

const follow = ({ request }: Caller, what: string) => request('PUT', `/api/follows/${what}`)
const unfollow = ({ request }: Caller, what: string) => request('DELETE', `/api/follows/${what}`)

/** An admin sets the status of a playlist or course; then all due jobs run. */
async function approve(
  testApp: TestApp,
  admin: TestUser,
  what: { playlist?: string; course?: string; status?: string },
) {
  const { playlist, course, status = 'approved' } = what
  if (playlist)
    await admin.request('POST', `/api/playlists/approve-playlist/${playlist}`, { isPlaylistApproved: status })
  if (course)
    await admin.request('POST', `/api/courses/approve-course/${course}`, { isCourseApproved: status })
  await testApp.context.jobs.runDue()
}

test('a user follows teachers and playlists, each once, and stops', async () => {
  const { teacher, sam, playlistId } = await openSchool()
  await follow(sam, `playlists/${playlistId}`)
  await follow(sam, `playlists/${playlistId}`)
  const { following } = (await follow(sam, `teachers/${teacher.id}`)).json()
  expect(following).toEqual({ teachers: [teacher.id], playlists: [playlistId] })
  expect((await sam.request('GET', '/api/follows')).json()).toEqual(following)
  const stopped = (await unfollow(sam, `playlists/${playlistId}`)).json()
  expect(stopped.following).toEqual({ teachers: [teacher.id], playlists: [] })
})

test('a user can follow only teachers, and only playlists that they may see', async () => {
  const { testApp, sam, ann, playlistId } = await openSchool()
  expect((await follow(sam, `teachers/${ann.id}`)).statusCode).toBe(404)
  await testApp.db.updateTable('playlists').set({ status: 'pending' }).execute()
  expect((await follow(sam, `playlists/${playlistId}`)).statusCode).toBe(404)
})

test('a user can unfollow somebody who is no longer a teacher', async () => {
  const { testApp, teacher, sam } = await openSchool()
  await follow(sam, `teachers/${teacher.id}`)
  await testApp.db.updateTable('users').set({ role: 'Student' }).where('id', '=', teacher.id).execute()
  expect((await unfollow(sam, `teachers/${teacher.id}`)).json().following.teachers).toEqual([])
})

test('the number of followers shows from five on, and follows every change', async () => {
  const { testApp, teacher, playlistId } = await openSchool()
  const shown = async () => [
    (await testApp.request('GET', `/api/playlists/${playlistId}`)).json().followersCount,
    (await testApp.request('GET', `/api/users/profile/${teacher.id}`)).json().followersCount,
  ]
  const fans: TestUser[] = []
  for (const name of ['One', 'Two', 'Three', 'Four', 'Five']) {
    expect(await shown()).toEqual([undefined, undefined])
    const fan = await testApp.user(name)
    await follow(fan, `playlists/${playlistId}`)
    await follow(fan, `teachers/${teacher.id}`)
    fans.push(fan)
  }
  expect(await shown()).toEqual([5, 5])
  await deleteUser(testApp, fans[0]?.id ?? '')
  expect(await shown()).toEqual([undefined, undefined])
  expect(await wrongCounts(testApp.db)).toEqual([])
})

test('followers hear of a new video once, even if it goes offline and comes back', async () => {
  const { testApp, teacher, sam, ann, admin, playlistId } = await openSchool()
  await follow(sam, `playlists/${playlistId}`)
  await follow(teacher, `playlists/${playlistId}`)
  const course = await insertCourse(testApp, { playlistId, title: 'Kerning by ear', status: 'pending' })
  await approve(testApp, admin, { course })
  await approve(testApp, admin, { course, status: 'pending' })
  await follow(ann, `playlists/${playlistId}`)
  await approve(testApp, admin, { course })
  expect((await notificationsOf(sam)).notifications).toMatchObject([
    {
      kind: 'video_followed',
      title: 'Kerning by ear',
      count: 1,
      data: { videos: 1 },
      actors: [{ _id: teacher.id }],
    },
  ])
  expect(await kindsOf(ann)).toEqual([])
  expect(await kindsOf(teacher)).not.toContain('video_followed')
})

test('saved playlists notify of new videos by their own setting, and a follower hears of them once', async () => {
  const { testApp, sam, ann, admin, playlistId } = await openSchool()
  for (const person of [sam, ann]) await person.request('POST', `/api/users/savePlaylist/${playlistId}`)
  await follow(ann, `playlists/${playlistId}`)
  const course = await insertCourse(testApp, { playlistId, status: 'pending' })
  await approve(testApp, admin, { course })
  expect([await kindsOf(sam), await kindsOf(ann)]).toEqual([['video_saved'], ['video_followed']])
  await setKind(sam, { kind: 'video_saved', app: false, mail: 'never' })
  await approve(testApp, admin, { course: await insertCourse(testApp, { playlistId, status: 'pending' }) })
  expect(await kindsOf(sam)).toHaveLength(1)
})

test('videos that become public together are one notification', async () => {
  const { testApp, sam, admin, playlistId } = await openSchool()
  await follow(sam, `playlists/${playlistId}`)
  await approve(testApp, admin, { playlist: playlistId, status: 'cancel' })
  for (const title of ['One', 'Two']) await insertCourse(testApp, { playlistId, title })
  await approve(testApp, admin, { playlist: playlistId })
  expect((await notificationsOf(sam)).notifications).toMatchObject([
    {
      kind: 'video_followed',
      count: 1,
      data: { videos: 2 },
      title: 'How JavaScript Really Works',
      link: `/playlist-details/${playlistId}`,
    },
  ])
})

test('followers of a teacher hear once of a new playlist with all its courses', async () => {
  const { testApp, teacher, sam, admin } = await openSchool()
  await follow(sam, `teachers/${teacher.id}`)
  const playlist = await insertPlaylist(testApp, { teacher, title: 'Colour', status: 'pending' })
  const course = await insertCourse(testApp, { playlistId: playlist })
  await approve(testApp, admin, { course, status: 'approved' })
  expect(await kindsOf(sam)).toEqual([])
  await approve(testApp, admin, { playlist })
  await approve(testApp, admin, { playlist, status: 'cancel' })
  await approve(testApp, admin, { playlist })
  expect((await notificationsOf(sam)).notifications).toMatchObject([
    { kind: 'playlist_new', title: 'Colour', count: 1, link: `/playlist-details/${playlist}` },
  ])
})

test('followers hear of a playlist once, when its first video is public', async () => {
  const { testApp, teacher, sam, ann, admin } = await openSchool()
  const eve = await testApp.user('Eve')
  await follow(sam, `teachers/${teacher.id}`)
  const playlist = await insertPlaylist(testApp, { teacher, title: 'Colour', status: 'pending' })
  const course = await insertCourse(testApp, { playlistId: playlist, status: 'pending' })
  await approve(testApp, admin, { playlist })
  expect(await kindsOf(sam)).toEqual([])
  expect((await testApp.request('GET', `/api/playlists/${playlist}`)).statusCode).toBe(200)
  for (const person of [sam, ann]) await follow(person, `playlists/${playlist}`)
  await eve.request('POST', `/api/users/savePlaylist/${playlist}`)

  await approve(testApp, admin, { course })
  await approve(testApp, admin, { course, status: 'cancel' })
  await approve(testApp, admin, { course })
  const heard = async (person: TestUser) => (await notificationsOf(person)).notifications
  expect(await heard(sam)).toMatchObject([{ kind: 'playlist_new', title: 'Colour', count: 1 }])
  expect(await heard(ann)).toMatchObject([{ kind: 'video_followed', title: 'Colour', data: { videos: 1 } }])
  expect(await heard(eve)).toMatchObject([{ kind: 'video_saved', title: 'Colour', data: { videos: 1 } }])
})

test('a video that was public elsewhere makes a playlist new', async () => {
  const { testApp, teacher, sam, admin, courseId, playlistId } = await openSchool()
  await follow(sam, `teachers/${teacher.id}`)
  const playlist = await insertPlaylist(testApp, { teacher, title: 'Colour', status: 'pending' })
  await approve(testApp, admin, { playlist })
  const moved = await teacher.request(
    'PUT',
    `/api/courses/${playlistId}/${courseId}`,
    new Upload({ playlist }),
  )
  expect(moved.statusCode, moved.body).toBe(200)
  await testApp.context.jobs.runDue()
  expect((await notificationsOf(sam)).notifications).toMatchObject([
    { kind: 'playlist_new', title: 'Colour', count: 1 },
  ])
})

test('a playlist that is hidden again before the job runs is not announced, and the follow stays', async () => {
  const { testApp, sam, admin, playlistId } = await openSchool()
  await follow(sam, `playlists/${playlistId}`)
  const course = await insertCourse(testApp, { playlistId, status: 'pending' })
  await admin.request('POST', `/api/courses/approve-course/${course}`, { isCourseApproved: 'approved' })
  await approve(testApp, admin, { playlist: playlistId, status: 'cancel' })
  expect(await kindsOf(sam)).toEqual([])
  expect((await sam.request('GET', '/api/follows')).json().playlists).toEqual([playlistId])
})

test('a job that runs twice writes nothing twice', async () => {
  const { testApp, sam, admin, playlistId } = await openSchool()
  const { db, context } = testApp
  await follow(sam, `playlists/${playlistId}`)
  const course = await insertCourse(testApp, { playlistId, status: 'pending' })
  await admin.request('POST', `/api/courses/approve-course/${course}`, { isCourseApproved: 'approved' })
  const [job] = await db.selectFrom('jobs').selectAll().where('kind', '=', 'notify-followers').execute()
  await context.jobs.runDue()
  if (job) await db.insertInto('jobs').values(job).execute()
  await context.jobs.runDue()
  expect((await notificationsOf(sam)).notifications).toMatchObject([{ count: 1 }])
})
