import { expect, test } from 'vitest'
import { wrongTotals } from '#server/features/catalog/playlists/counts-check.queries.ts'
import { setHidingLimit } from '#server/features/reports/hidden.queries.ts'
import { openTestApp, type TestApp, type TestUser } from '#server/test-app.ts'
import { insertGroup } from '#server/test-groups.ts'
import { givePassword, PASSWORD } from '#server/test-passwords.ts'
import { insertCourse, insertPlaylist } from '#server/test-publications.ts'
import { deleteHidden } from './delete-account.ts'

const DAY = 86_400_000

/** An admin, a teacher with a public playlist, another teacher, and a student who has used the playlist. */
async function open() {
  const testApp = await openTestApp()
  const admin = await testApp.user('Helen', 'Other', { isAdmin: true })
  await givePassword(testApp, admin)
  const marta = await testApp.user('Marta', 'Teacher')
  const email = await givePassword(testApp, marta)
  const ben = await testApp.user('Ben', 'Teacher')
  const sam = await testApp.user('Sam')
  const playlistId = await insertPlaylist(testApp, { teacher: marta, title: 'Closures' })
  const courseId = await insertCourse(testApp, { playlistId, title: 'The scope' })
  await sam.request('POST', `/api/courses/${courseId}/like`)
  await sam.request('POST', `/api/users/savePlaylist/${playlistId}`)
  await sam.request('PUT', `/api/progress/${courseId}/done`, { done: true })
  await sam.request('POST', '/api/comments', { text: 'Thanks!', courseId })
  return { testApp, admin, marta, email, ben, sam, playlistId, courseId }
}

interface Removal {
  username?: string
  playlistsTo?: string | null
  password?: string
}

const remove = (admin: TestUser, person: TestUser, body: Removal = {}) =>
  admin.request('DELETE', `/api/admin/users/${person.id}`, {
    username: person.username,
    password: PASSWORD,
    ...body,
  })
const restore = (admin: TestUser, person: TestUser) =>
  admin.request('POST', `/api/admin/users/${person.id}/restore`, { password: PASSWORD })
const log = ({ request }: TestApp, email: string, password = PASSWORD) =>
  request('POST', '/api/auth/login', { email, password })
const statusOf = async ({ request }: Pick<TestUser, 'request'>, path: string) =>
  (await request('GET', path)).statusCode

async function auditOf({ db }: TestApp, { id }: TestUser) {
  const rows = await db
    .selectFrom('audit')
    .select(['action', 'actor_id', 'detail'])
    .where('subject', '=', id)
    .where('action', 'not in', ['login', 'login.failed'])
    .orderBy('id')
    .execute()
  return rows.map(({ action, actor_id, detail }) => [action, actor_id, JSON.parse(detail)])
}

test('a deleted account and its playlists are hidden, and both are back when it is restored', async () => {
  const { testApp, admin, marta, sam, playlistId, courseId } = await open()
  await marta.request('POST', '/api/comments', { text: 'I am the teacher.', courseId })
  const before = (await sam.request('GET', `/api/users/profile/${marta.id}`)).json()
  expect((await remove(admin, marta)).json()).toEqual({
    success: true,
    message: 'Marta is deleted. You can restore the account for 14 days.',
  })
  for (const viewer of [testApp, sam, admin]) {
    expect(await statusOf(viewer, `/api/users/profile/${marta.id}`)).toBe(404)
    expect(await statusOf(viewer, `/api/playlists/${playlistId}`)).toBe(404)
    expect(await statusOf(viewer, `/api/playlists/teacher/${marta.id}`)).toBe(404)
    const list = (await viewer.request('GET', '/api/users/profile?role=Teacher')).json()
    expect([list.total, list.users.map(({ username }: { username: string }) => username)]).toEqual([
      1,
      ['Ben'],
    ])
    for (const q of ['', '?q=marta']) {
      const { body } = await viewer.request('GET', `/api/users/teacherSearch${q}`)
      expect(body).not.toContain('Marta')
    }
  }
  expect(await statusOf(marta, '/api/auth/sessions')).toBe(401)
  const { person } = (await admin.request('GET', `/api/admin/users/${marta.id}`)).json()
  expect(person).toMatchObject({ state: 'deleted', deleted: { by: 'Helen', own: false } })
  expect((await restore(admin, marta)).json().message).toBe('Marta is back.')
  expect((await sam.request('GET', `/api/users/profile/${marta.id}`)).json()).toEqual(before)
  expect(await statusOf(testApp, `/api/playlists/${playlistId}`)).toBe(200)
  expect((await testApp.request('GET', '/api/users/teacherSearch?q=marta')).body).toContain('Marta')
  expect((await restore(admin, marta)).json().message).toBe('This account is not deleted.')
  expect(await auditOf(testApp, marta)).toEqual([
    ['user.deleted', admin.id, { days: 14, playlists: 1 }],
    ['user.restored', admin.id, {}],
  ])
  expect(await wrongTotals(testApp.db)).toBe(0)
})

test('comments of a deleted account are hidden, and stay hidden when reports are counted again', async () => {
  const { testApp, admin, sam, ben, courseId } = await open()
  const texts = async () =>
    (await ben.request('GET', `/api/comments?courseId=${courseId}`))
      .json()
      .comments.map(({ text }: { text: string }) => text)
  expect(await texts()).toEqual(['Thanks!'])
  await remove(admin, sam)
  expect(await texts()).not.toContain('Thanks!')
  await setHidingLimit(testApp.db, 3)
  expect(await texts()).not.toContain('Thanks!')
  await restore(admin, sam)
  expect(await texts()).toEqual(['Thanks!'])
})

test('a login to an account that an admin has deleted fails like a wrong password', async () => {
  const { testApp, admin, marta, email } = await open()
  const answerOf = async (password: string) => {
    const { statusCode, body } = await log(testApp, email, password)
    const { requestId: _id, ...rest } = JSON.parse(body)
    return [statusCode, rest]
  }
  const wrong = await answerOf('wrong horse battery')
  await remove(admin, marta)
  expect(await answerOf(PASSWORD)).toEqual(wrong)
  expect(await answerOf('wrong horse battery')).toEqual(wrong)
  const again = await testApp.request('POST', '/api/auth/forgot', { email })
  expect(again.statusCode).toBe(200)
  await restore(admin, marta)
  expect((await answerOf(PASSWORD))[0]).toBe(200)
})

test('handing over moves the playlists; learners keep progress, saves, likes and comments', async () => {
  const { testApp, admin, marta, ben, sam, playlistId, courseId } = await open()
  const trashed = await insertPlaylist(testApp, { teacher: marta, title: 'In the trash' })
  await marta.request('DELETE', `/api/playlists/${trashed}/${marta.id}`)
  expect((await remove(admin, marta, { playlistsTo: ben.id })).statusCode).toBe(200)
  expect((await sam.request('GET', `/api/playlists/${playlistId}`)).body).toContain(ben.id)
  for (const path of [
    `/api/users/savedPlaylists?userId=${sam.id}`,
    '/api/progress?kind=done',
    '/api/users/likes',
    `/api/comments?courseId=${courseId}`,
  ])
    expect((await sam.request('GET', path)).body, path).toMatch(/Closures|The scope|Thanks!/)
  const profile = (await testApp.request('GET', `/api/users/profile/${ben.id}`)).json()
  expect(profile).toMatchObject({ approvedPlaylistsCount: 1, likesCount: 1, commentsCount: 1 })
  const trash = (await ben.request('GET', '/api/teaching/trash')).json()
  expect(trash.items.map(({ title }: { title: string }) => title)).toEqual(['In the trash'])
  expect((await ben.request('GET', `/api/courses/${playlistId}/${courseId}`)).statusCode).toBe(200)
  expect((await testApp.request('GET', '/api/playlists/search-playlist?q=ben')).body).toContain('Closures')
  expect(await auditOf(testApp, marta)).toEqual([
    ['playlists.handedOver', admin.id, { to: ben.id, playlists: 2 }],
    ['user.deleted', admin.id, { days: 14, playlists: 0 }],
  ])
  expect(await wrongTotals(testApp.db)).toBe(0)
  await restore(admin, marta)
  expect((await testApp.request('GET', `/api/playlists/teacher/${marta.id}`)).json().total).toBe(0)
  expect(await wrongTotals(testApp.db)).toBe(0)
})

test('playlists go to another teacher only', async () => {
  const { testApp, admin, marta, ben, sam } = await open()
  const other = await testApp.user('Gone', 'Teacher')
  await remove(admin, other)
  for (const playlistsTo of [sam.id, marta.id, other.id, '0'.repeat(24)])
    expect((await remove(admin, marta, { playlistsTo })).json().errors).toEqual({
      playlistsTo: 'Choose another teacher.',
    })
  expect((await remove(admin, marta, { username: 'Martha' })).json().errors).toEqual({
    username: 'Type the name of the account.',
  })
  expect((await remove(admin, marta, { password: 'wrong horse battery' })).statusCode).toBe(400)
  expect((await remove(admin, marta, { playlistsTo: ben.id })).statusCode).toBe(200)
  expect((await remove(admin, marta)).json().message).toBe('This account is deleted already.')
})

test('after 14 days a job deletes the account for good, and not before', async () => {
  const { testApp, admin, marta, ben, playlistId } = await open()
  const { db, images } = testApp
  const kept = await insertPlaylist(testApp, { teacher: ben, title: 'Kept' })
  await remove(admin, marta)
  expect(await deleteHidden({ db, images }, Date.now() + 13 * DAY)).toBe(0)
  expect(await deleteHidden({ db, images }, Date.now() + 14 * DAY)).toBe(1)
  expect(await statusOf(admin, `/api/admin/users/${marta.id}`)).toBe(404)
  const playlists = await db.selectFrom('playlists').select('id').execute()
  expect(playlists).toEqual([{ id: kept }])
  expect(playlists).not.toContainEqual({ id: playlistId })
  expect(await wrongTotals(db)).toBe(0)
})

test('members and followers do not see a deleted account', async () => {
  const { testApp, admin, marta, sam } = await open()
  const groupId = await insertGroup(testApp, { name: 'Class 7b', leads: [sam], members: [marta] })
  await sam.request('PUT', `/api/follows/teachers/${marta.id}`)
  await remove(admin, marta)
  const { members } = (await sam.request('GET', `/api/groups/${groupId}`)).json()
  expect(members.map(({ username }: { username: string }) => username)).toEqual(['Sam'])
  expect((await sam.request('GET', '/api/follows')).json().teachers).toEqual([])
  expect(await statusOf(sam, `/api/groups/${groupId}/people?q=marta`)).toBe(200)
  expect((await sam.request('GET', `/api/groups/${groupId}/people?q=marta`)).json().people).toEqual([])
})
