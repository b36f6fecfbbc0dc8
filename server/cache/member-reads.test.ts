import { expect, onTestFinished, test } from 'vitest'
import { LIKES_SENT_MAX } from '#contract/catalog/courses.ts'
import { openDatabase } from '#server/data/database.ts'
import { isPostgres } from '#server/data/dialect.ts'
import { newId } from '#server/data/ids.ts'
import { openTestApp, type TestUser } from '#server/test-app.ts'
import { insertCourse, insertPlaylist } from '#server/test-publications.ts'

async function openFront(options: Parameters<typeof openTestApp>[0] = {}) {
  const front = await openTestApp({ ...options, cached: true })
  const url = await front.app.listen({ host: '127.0.0.1', port: 0 })
  const teacher = await front.user('Ada', 'Teacher')
  const admin = await front.user('Root', 'Student', { isAdmin: true })
  const playlistId = await insertPlaylist(front, { teacher, title: 'Gouache' })
  const courseId = await insertCourse(front, { playlistId })
  const course = `/api/courses/${playlistId}/${courseId}`
  const comments = `/api/comments?courseId=${courseId}`
  const read = async (
    path: string,
    { token }: Pick<TestUser, 'token'>,
    headers: Record<string, string> = {},
  ) => {
    const answer = await fetch(`${url}${path}`, { headers: { authorization: `Bearer ${token}`, ...headers } })
    return { answer, status: answer.status, body: await answer.text() }
  }
  return { ...front, url, teacher, admin, playlistId, courseId, course, comments, read }
}

test('every member sees every kind of write at once', async () => {
  const { user, read, admin, playlistId, courseId, course, comments } = await openFront()
  const [sam, kim] = [await user('Sam'), await user('Kim')]
  const seen = async (path: string) => {
    const [one, two] = [await read(path, sam), await read(path, kim)]
    expect(two).toMatchObject({
      status: one.status,
      body: one.status === 200 ? one.body : expect.any(String),
    })
    return one.status === 200 ? JSON.parse(two.body) : two.status
  }
  expect(await seen(course)).toMatchObject({ likesCount: 0, commentsCount: 0 })
  expect(await seen(comments)).toMatchObject({ total: 0 })
  await sam.request('POST', `/api/courses/${courseId}/like`, { liked: true })
  expect(await seen(course)).toMatchObject({ likes: [sam.id], likesCount: 1 })
  const said = await kim.request('POST', '/api/comments', { text: 'Nice.', courseId })
  const { _id } = said.json().comment
  expect(await seen(comments)).toMatchObject({ total: 1, comments: [{ text: 'Nice.' }] })
  expect(await seen(course)).toMatchObject({ commentsCount: 1 })
  await kim.request('PUT', `/api/comments/${_id}`, { text: 'Good.' })
  expect(await seen(comments)).toMatchObject({ comments: [{ text: 'Good.' }] })
  await kim.request('DELETE', `/api/comments/${_id}`)
  expect(await seen(comments)).toMatchObject({ total: 0, comments: [] })
  const decide = (isPlaylistApproved: string) =>
    admin.request('POST', `/api/playlists/approve-playlist/${playlistId}`, { isPlaylistApproved })
  await decide('cancel')
  expect([await seen(course), await seen(comments)]).toEqual([404, 404])
  await decide('approved')
  expect(await seen(course)).toMatchObject({ likesCount: 1 })
  await admin.request('DELETE', `/api/courses/${playlistId}/${courseId}`)
  expect([await seen(course), await seen(comments)]).toEqual([404, 404])
})

test('a write of another process is seen by the next reader, and a session that it ends reads nothing', async () => {
  const { db, folder, user, read, courseId, course } = await openFront({ onDisk: true })
  const [sam, kim] = [await user('Sam'), await user('Kim')]
  // No invalidation is sent. On PostgreSQL any connection will do.
  const other = isPostgres(db) ? db : openDatabase(folder)
  onTestFinished(() => other.destroy())
  await read(course, sam)
  await other.updateTable('courses').set({ title: 'Washes' }).where('id', '=', courseId).execute()
  expect(JSON.parse((await read(course, sam)).body)).toMatchObject({ videoTitle: 'Washes' })
  await read(course, kim)
  await other.deleteFrom('sessions').where('user_id', '=', kim.id).execute()
  expect((await read(course, kim)).status).toBe(401)
  expect((await read(course, sam)).status).toBe(200)
})

test('a hidden course that its teacher reads stays hidden from others', async () => {
  const { user, read, teacher, admin, playlistId, course, comments } = await openFront()
  await admin.request('POST', `/api/playlists/approve-playlist/${playlistId}`, {
    isPlaylistApproved: 'pending',
  })
  const sam = await user('Sam')
  for (const path of [course, comments]) {
    expect((await read(path, teacher)).status).toBe(200)
    const hidden = await read(path, sam)
    expect(hidden.status).toBe(404)
    const missing = await read(path.replaceAll(/[0-9a-f]{24}/g, newId()), sam)
    const words = (body: string) => ({ ...JSON.parse(body), requestId: '' })
    expect(words(hidden.body)).toEqual(words(missing.body))
    expect((await read(path, admin)).status).toBe(200)
  }
})

test('a session that ended reads nothing', async () => {
  const { user, read, course } = await openFront()
  const [sam, kim] = [await user('Sam'), await user('Kim')]
  await read(course, sam)
  await kim.request('POST', '/api/auth/logout')
  expect((await read(course, kim)).status).toBe(401)
  expect((await read(course, { token: 'nonsense' })).status).toBe(401)
  expect((await read(course, sam)).status).toBe(200)
})

test('the likes that are sent include one’s own, however many are newer', async () => {
  const { db, user, read, courseId, course } = await openFront()
  const [sam, kim] = [await user('Sam'), await user('Kim')]
  await sam.request('POST', `/api/courses/${courseId}/like`, { liked: true })
  for (let n = 0; n < LIKES_SENT_MAX; n += 1) {
    const { id } = await user(`Fan ${n}`)
    await db.insertInto('likes').values({ id: newId(), course_id: courseId, user_id: id }).execute()
  }
  await kim.request('PUT', `/api/users/profile/${kim.id}`)
  const likes = async (person: TestUser): Promise<string[]> =>
    JSON.parse((await read(course, person)).body).likes
  for (let round = 0; round < 2; round += 1) {
    expect(await likes(kim)).not.toContain(sam.id)
    const own = await likes(sam)
    expect([own.length, own.at(-1)]).toEqual([LIKES_SENT_MAX, sam.id])
  }
})
