import { expect, test } from 'vitest'
import { openTestApp, type TestUser } from '#server/test-app.ts'
import { insertCourse, insertPlaylist } from '#server/test-publications.ts'

test('a user lists their own comments on videos that they may watch, newest first', async () => {
  const testApp = await openTestApp()
  const teacher = await testApp.user('Ada', 'Teacher')
  const admin = await testApp.user('Root', 'Other', { isAdmin: true })
  const [sam, sue] = await testApp.users([{ name: 'Sam' }, { name: 'Sue' }])
  if (!(sam && sue)) throw new Error('There is no student.')
  const playlistId = await insertPlaylist(testApp, { teacher })
  const one = await insertCourse(testApp, { playlistId, title: 'One' })
  const two = await insertCourse(testApp, { playlistId, title: 'Two' })
  const say = async ({ request }: TestUser, courseId: string, text: string) =>
    (await request('POST', '/api/comments', { courseId, text })).json().comment._id
  await say(sam, one, 'First')
  const second = await say(sam, two, 'Second')
  await say(sue, one, 'Of somebody else')
  await say(sam, two, 'Third')
  const list = async ({ request }: TestUser, query = '') =>
    (await request('GET', `/api/users/me/comments${query}`)).json()
  const textsOf = ({ comments }: { comments: { text: string }[] }) => comments.map(({ text }) => text)

  const all = await list(sam)
  expect(textsOf(all)).toEqual(['Third', 'Second', 'First'])
  expect(all).toMatchObject({
    total: 3,
    nextCursor: null,
    comments: [
      { course: { _id: two, videoTitle: 'Two', playlist: { _id: playlistId, title: 'Learn HTML' } } },
      {},
      {},
    ],
  })
  const page = await list(sam, '?limit=2')
  expect(textsOf(await list(sam, `?limit=2&cursor=${page.nextCursor}`))).toEqual(['First'])
  await sam.request('DELETE', `/api/comments/${second}`)
  await admin.request('POST', `/api/courses/approve-course/${one}`, { isCourseApproved: 'cancel' })
  expect(textsOf(await list(sam))).toEqual(['Third'])
  expect((await testApp.request('GET', '/api/users/me/comments')).statusCode).toBe(401)
})
