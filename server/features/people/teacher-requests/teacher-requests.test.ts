import { expect, test } from 'vitest'
import { openTestApp, picture, type TestApp, type TestUser, Upload } from '#server/test-app.ts'
import { invite, tokenOf } from '#server/test-invitations.ts'
import { mailSettings, openMailServer, sendWaiting } from '#server/test-mail-server.ts'
import { saveSettings } from '#server/test-settings.ts'

const REASON = 'Woodwork for beginners, with a bench and a saw.'

async function open() {
  const testApp = await openTestApp()
  await saveSettings(testApp, { teachers: 'request' })
  const admin = await testApp.user('Root', 'Student', { isAdmin: true })
  const sam = await testApp.user('Sam')
  return { testApp, admin, sam }
}

const said = ({ statusCode, json }: { statusCode: number; json: () => { message: string } }) => [
  statusCode,
  json().message,
]

const ask = (person: TestUser, reason = REASON) => person.request('POST', '/api/teacher-requests', { reason })

async function requests(admin: TestUser, state = 'open') {
  const answer = await admin.request('GET', `/api/teacher-requests?state=${state}`)
  return answer.json()
}

async function notices(person: TestUser) {
  const { notifications } = (await person.request('GET', '/api/notifications')).json()
  return notifications.map(({ kind, data, link }: { kind: string; data: object; link: string }) => ({
    kind,
    data,
    link,
  }))
}

const decide = (admin: TestUser, id: string, body: object) =>
  admin.request('PUT', `/api/teacher-requests/${id}`, body)

const roleOf = async ({ db }: TestApp, { id }: TestUser) =>
  (await db.selectFrom('users').select('role').where('id', '=', id).executeTakeFirstOrThrow()).role

test('a registration as teacher makes a student and a request', async () => {
  const { testApp, admin } = await open()
  const draft = {
    username: 'Priya Raman',
    email: 'priya@school.example',
    password: 'plum tree 44',
    confirmPassword: 'plum tree 44',
    role: 'Teacher',
    teachingReason: REASON,
  }
  const photo = { field: 'profilePhoto', bytes: await picture() }
  const answer = await testApp.request('POST', '/api/auth/register', new Upload(draft, photo))
  expect(said(answer)).toEqual([
    201,
    'Your account is ready. You can log in now. An admin will decide whether you can teach.',
  ])
  const { requests: list, total } = await requests(admin)
  expect(total).toBe(1)
  expect(list).toMatchObject([
    {
      user: { username: 'Priya Raman', email: 'priya@school.example', role: 'Student' },
      reason: REASON,
      state: 'open',
      message: '',
      decidedBy: null,
      decidedAt: null,
    },
  ])
  expect(await notices(admin)).toEqual([
    { kind: 'teaching_request', data: { message: REASON }, link: '/admin/people?tab=requests' },
  ])
})

test('a user has one open request', async () => {
  const { admin, sam } = await open()
  expect(said(await ask(sam))).toEqual([201, 'An admin will decide whether you can teach.'])
  expect(said(await ask(sam))).toEqual([409, 'You have already asked. An admin will decide.'])
  const both = await Promise.all([ask(sam), ask(sam)])
  expect(both.map(({ statusCode }) => statusCode)).toEqual([409, 409])
  expect((await requests(admin)).total).toBe(1)
  expect((await ask(sam, 'Woodwork')).json().errors).toEqual({
    reason: 'Tell us in 10 to 500 characters what you want to teach.',
  })
})

test('the profile keeps the role and asks', async () => {
  const { testApp, admin, sam } = await open()
  const body = new Upload({ role: 'Teacher', username: 'Samuel' })
  const answer = await sam.request('PUT', `/api/users/profile/${sam.id}`, body)
  expect(said(answer)).toEqual([200, 'Profile updated. An admin will decide whether you can teach.'])
  expect(answer.json().updatedUser).toMatchObject({ role: 'Student', username: 'Samuel' })
  expect(await roleOf(testApp, sam)).toBe('Student')
  expect((await requests(admin)).requests).toMatchObject([{ user: { _id: sam.id }, reason: '' }])
})

test('where teachers are invited, the profile cannot ask, and existing teachers stay', async () => {
  const testApp = await openTestApp()
  await saveSettings(testApp, { teachers: 'invitation' })
  const [sam, ada] = [await testApp.user('Sam'), await testApp.user('Ada', 'Teacher')]
  const asked = await sam.request('PUT', `/api/users/profile/${sam.id}`, new Upload({ role: 'Teacher' }))
  expect([asked.statusCode, asked.json().errors]).toEqual([400, { role: 'Teachers are invited here.' }])
  const kept = await ada.request('PUT', `/api/users/profile/${ada.id}`, new Upload({ role: 'Teacher' }))
  expect(said(kept)).toEqual([200, 'Profile updated successfully!'])
  expect(said(await ask(sam))).toEqual([403, 'Teachers are invited here.'])
})

test('an accepted request makes a teacher, who is told', async () => {
  const { testApp, admin, sam } = await open()
  await ask(sam)
  const [{ _id }] = (await requests(admin)).requests
  const answer = await decide(admin, _id, { accepted: true, message: 'Welcome!' })
  expect(said(answer)).toEqual([200, 'Sam can teach now.'])
  expect(answer.json().request).toMatchObject({
    state: 'accepted',
    message: 'Welcome!',
    user: { role: 'Teacher' },
    decidedBy: { username: 'Root' },
  })
  expect(await roleOf(testApp, sam)).toBe('Teacher')
  expect(await notices(sam)).toEqual([
    {
      kind: 'teaching_decided',
      data: { state: 'accepted', message: 'Welcome!' },
      link: `/profile/${sam.id}`,
    },
  ])
  expect(said(await decide(admin, _id, { accepted: false }))).toEqual([
    409,
    'This request is decided already.',
  ])
  expect(await roleOf(testApp, sam)).toBe('Teacher')
  expect(said(await ask(sam))).toEqual([409, 'You are a teacher already.'])
})

test('after a declined request the user may ask again', async () => {
  const { testApp, admin, sam } = await open()
  await ask(sam)
  const [{ _id }] = (await requests(admin)).requests
  expect(said(await decide(admin, _id, { accepted: false, message: 'Not this year.' }))).toEqual([
    200,
    'The request of Sam is declined.',
  ])
  expect(await roleOf(testApp, sam)).toBe('Student')
  expect((await ask(sam)).statusCode).toBe(201)
  expect((await requests(admin, 'declined')).total).toBe(1)
  expect((await admin.request('GET', '/api/teacher-requests?limit=1')).json()).toMatchObject({
    total: 2,
    nextCursor: expect.any(String),
  })
})

test('an invitation to teach closes the open request of a user, who is not notified', async () => {
  const { admin, sam } = await open()
  await ask(sam)
  const [{ _id }] = (await requests(admin)).requests
  const [made] = await invite(admin, { kind: 'link', role: 'Teacher' })
  const invitation = tokenOf(made ?? { link: null })
  expect((await sam.request('POST', '/api/invitations/accept', { invitation })).json().role).toBe('Teacher')
  expect((await requests(admin)).total).toBe(0)
  expect((await requests(admin, 'accepted')).requests).toMatchObject([
    { _id, message: '', decidedBy: null, decidedAt: expect.any(String), user: { role: 'Teacher' } },
  ])
  expect(said(await decide(admin, _id, { accepted: true }))).toEqual([
    409,
    'This request is decided already.',
  ])
  expect(await notices(sam)).toEqual([])
})

test('an open request outlasts another name', async () => {
  const { admin, sam } = await open()
  await ask(sam)
  await sam.request('PUT', `/api/users/profile/${sam.id}`, new Upload({ username: 'Samuel' }))
  expect((await requests(admin)).total).toBe(1)
})

test('admins and the person get a mail at once', async () => {
  const server = await openMailServer()
  const testApp = await openTestApp({ environment: mailSettings(server) })
  await saveSettings(testApp, { teachers: 'request' })
  const admin = await testApp.user('Root', 'Student', { isAdmin: true })
  const sam = await testApp.user('Sam')
  await testApp.db.updateTable('users').set({ email_verified_at: new Date().toISOString() }).execute()
  await ask(sam)
  await sendWaiting(testApp)
  const [{ _id }] = (await requests(admin)).requests
  await decide(admin, _id, { accepted: true })
  await sendWaiting(testApp)
  expect(server.received.map(({ subject }) => subject)).toEqual(['Sam asks to teach', 'You can teach now'])
})
