import { expect, test } from 'vitest'
import { openTestApp, type TestUser } from '#server/test-app.ts'
import { insertGroup } from '#server/test-groups.ts'
import { insertCourse, insertPlaylist } from '#server/test-publications.ts'
import { restrictPlaylist } from '#server/test-restricted.ts'

/** A group of 1,000 members, and a playlist that only this group sees. */
async function openSchool() {
  const testApp = await openTestApp()
  const admin = await testApp.user('Helen', 'Other', { isAdmin: true })
  const teacher = await testApp.user('Marta', 'Teacher')
  const [leo, nora] = [await testApp.user('Leo'), await testApp.user('Nora')]
  const others = await testApp.users(Array.from({ length: 998 }, (_, n) => ({ name: `Pupil ${n}` })))
  const groupId = await insertGroup(testApp, { name: 'Class 7b', members: [leo, nora, ...others] })
  const playlistId = await insertPlaylist(testApp, { teacher, title: 'Pendulum' })
  const courseId = await insertCourse(testApp, { playlistId, title: 'Swing' })
  await restrictPlaylist(testApp, playlistId, { visibility: 'groups', groupIds: [groupId] })

  /** Whether a member's next requests show the playlist: its page, its course, the lists and the search. */
  async function seenBy({ request }: TestUser): Promise<boolean[]> {
    const answers = await Promise.all([
      request('GET', `/api/playlists/${playlistId}`),
      request('GET', `/api/courses/${playlistId}/${courseId}`),
      request('GET', '/api/playlists'),
      request('GET', `/api/playlists/${playlistId}/courses`),
      request('GET', `/api/playlists/teacher/${teacher.id}`),
      request('GET', '/api/playlists/search-playlist?q=pendulum'),
    ])
    return answers.map(({ body }) => /Pendulum|Swing/.test(body))
  }
  return { testApp, admin, teacher, leo, nora, groupId, playlistId, seenBy }
}

const EVERYWHERE = Array.from({ length: 6 }, () => true)
const NOWHERE = Array.from({ length: 6 }, () => false)

test('the next request of a removed member shows nothing that only the group sees', async () => {
  const { admin, leo, nora, groupId, seenBy } = await openSchool()
  expect(await seenBy(leo)).toEqual(EVERYWHERE)
  const member = `/api/groups/${groupId}/members/${leo.id}`
  expect((await admin.request('DELETE', member)).statusCode).toBe(200)
  expect(await seenBy(leo)).toEqual(NOWHERE)
  expect(await seenBy(nora)).toEqual(EVERYWHERE)
  expect((await admin.request('PUT', member, {})).statusCode).toBe(200)
  expect(await seenBy(leo)).toEqual(EVERYWHERE)
})

test('the next request after the deletion of a group shows its playlist to its teacher and admins only', async () => {
  const { admin, teacher, leo, nora, groupId, playlistId, seenBy } = await openSchool()
  expect(await seenBy(leo)).toEqual(EVERYWHERE)
  expect((await admin.request('DELETE', `/api/groups/${groupId}`)).statusCode).toBe(200)
  for (const member of [leo, nora]) expect(await seenBy(member)).toEqual(NOWHERE)
  for (const viewer of [teacher, admin])
    expect((await viewer.request('GET', `/api/playlists/${playlistId}`)).json()).toMatchObject({
      visibility: 'groups',
      groups: [],
    })
})
