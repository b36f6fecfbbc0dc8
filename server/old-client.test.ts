import { expect, test } from 'vitest'
import { openTestApp, picture, type TestApp, Upload } from './test-app.ts'

const PASSWORD = 'plum tree 44'

/** Sends only what a client of the former version knows. */
async function send(
  { request }: Pick<TestApp, 'request'>,
  [path, field, fields]: [path: string, field: string, fields: Record<string, string>],
  token?: string,
) {
  const file = { field, bytes: await picture() }
  const headers: Record<string, string> = token === undefined ? {} : { authorization: `Bearer ${token}` }
  return request('POST', path, new Upload(fields, file), headers)
}

async function registered(testApp: TestApp, username: string, role: string) {
  const email = `${username.toLowerCase()}@example.org`
  const fields = { username, email, password: PASSWORD, confirmPassword: PASSWORD, role }
  const answer = await send(testApp, ['/api/auth/register', 'profilePhoto', fields])
  expect([answer.statusCode, answer.json()]).toEqual([
    201,
    { success: true, message: 'Your account is ready. You can log in now.' },
  ])
  const login = await testApp.request('POST', '/api/auth/login', { email, password: PASSWORD })
  expect(login.json()).toMatchObject({ username, role, token: expect.any(String) })
  return login.json()
}

test('on a site with default settings an old client registers, publishes and watches as before', async () => {
  const testApp = await openTestApp()
  const category = await testApp.category()
  const admin = await testApp.user('Root', 'Student', { isAdmin: true })
  const teacher = await registered(testApp, 'Priya', 'Teacher')
  const playlist = { title: 'Woodwork', description: 'From the tree to the table.', category }
  const made = await send(testApp, ['/api/playlists', 'mainPlaylistImage', playlist], teacher.token)
  expect(made.statusCode).toBe(201)
  const { _id: playlistId } = made.json().data
  const course = { videoTitle: 'A saw', description: 'How it cuts.', videoLink: 'dQw4w9WgXcQ' }
  const added = await send(testApp, [`/api/courses/${playlistId}`, 'tutorialImage', course], teacher.token)
  expect(added.statusCode).toBe(201)
  await admin.request('POST', `/api/playlists/approve-playlist/${playlistId}`, {
    isPlaylistApproved: 'approved',
  })
  const listed = (await testApp.request('GET', '/api/playlists')).json()
  expect(listed).toMatchObject({ playlists: [{ _id: playlistId, title: 'Woodwork' }], total: 1 })

  const student = await registered(testApp, 'Noah', 'Student')
  const authorization = `Bearer ${student.token}`
  const [{ _id: courseId }] = (await admin.request('GET', `/api/playlists/${playlistId}/courses`)).json()
  await admin.request('POST', `/api/courses/approve-course/${courseId}`, { isCourseApproved: 'approved' })
  const watched = await testApp.request('GET', `/api/courses/${playlistId}/${courseId}`, undefined, {
    authorization,
  })
  expect(watched.json()).toMatchObject({ videoTitle: 'A saw', videoLink: 'dQw4w9WgXcQ' })
})
