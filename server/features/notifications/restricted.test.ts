import { expect, test } from 'vitest'
import { openTestApp, type TestApp, type TestUser } from '#server/test-app.ts'
import { insertGroup } from '#server/test-groups.ts'
import { insertCourse, insertPlaylist } from '#server/test-publications.ts'

async function openClass() {
  const testApp = await openTestApp()
  const teacher = await testApp.user('Ada', 'Teacher')
  const admin = await testApp.user('Root', 'Student', { isAdmin: true })
  const member = await testApp.user('Sam')
  const outsider = await testApp.user('Eve')
  const groupId = await insertGroup(testApp, { members: [teacher, member] })
  for (const { request } of [member, outsider]) await request('PUT', `/api/follows/teachers/${teacher.id}`)
  const playlistId = await insertPlaylist(testApp, { teacher, status: 'pending' })
  const courseId = await insertCourse(testApp, { playlistId })
  const show = (body: object) => teacher.request('PUT', `/api/playlists/${playlistId}/visibility`, body)
  const approve = () =>
    admin.request('POST', `/api/playlists/approve-playlist/${playlistId}`, { isPlaylistApproved: 'approved' })
  return { testApp, teacher, member, outsider, groupId, playlistId, courseId, show, approve }
}

async function newsOf({ context }: TestApp, { request }: TestUser) {
  await context.jobs.runDue()
  const { notifications } = (await request('GET', '/api/notifications')).json()
  return notifications.map(({ kind, title, link }: { kind: string; title: string; link: string }) => ({
    kind,
    title,
    link,
  }))
}

test('a new playlist is announced once, to followers who may see it, and never while only a link opens it', async () => {
  const { testApp, member, outsider, groupId, playlistId, show, approve } = await openClass()
  await show({ visibility: 'unlisted' })
  await approve()
  expect(await newsOf(testApp, member)).toEqual([])
  await show({ visibility: 'groups', groups: [groupId] })
  const link = `/playlist-details/${playlistId}`
  expect(await newsOf(testApp, member)).toEqual([{ kind: 'playlist_new', title: 'Learn HTML', link }])
  expect(await newsOf(testApp, outsider)).toEqual([])
  await show({ visibility: 'public' })
  expect(await newsOf(testApp, member)).toHaveLength(1)
  expect(await newsOf(testApp, outsider)).toEqual([])
})

test('a reply notifies nobody who has lost access, and an older entry loses its title and link', async () => {
  const { testApp, teacher, member, outsider, groupId, courseId, show, approve } = await openClass()
  await approve()
  const comment = async ({ request }: TestUser, parentId?: string): Promise<string> =>
    (await request('POST', '/api/comments', { text: 'Why?', courseId, parentId })).json().comment._id
  const [first, second] = [await comment(outsider), await comment(outsider)]
  await comment(teacher, first)
  expect(await newsOf(testApp, outsider)).toContainEqual(
    expect.objectContaining({ kind: 'reply', title: 'First steps' }),
  )
  await show({ visibility: 'groups', groups: [groupId] })
  await comment(member, second)
  const replies = (await newsOf(testApp, outsider)).filter(({ kind }: { kind: string }) => kind === 'reply')
  expect(replies).toEqual([{ kind: 'reply', title: null, link: null }])
})
