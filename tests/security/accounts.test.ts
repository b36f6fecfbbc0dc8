import { expect, test } from 'vitest'
import { Form, send } from './request.ts'
import { listIn, openSite, PASSWORD, type Person, pixel } from './site.ts'

const site = openSite()

async function signUp(fields: Record<string, string> | [string, string][], email = newEmail()) {
  const own = { username: 'New Person', email, password: PASSWORD, confirmPassword: PASSWORD }
  const all: [string, string][] = [
    ...Object.entries(own),
    ...(Array.isArray(fields) ? fields : Object.entries(fields)),
  ]
  const body = new Form(all, { field: 'profilePhoto', bytes: await pixel() })
  return { email, answer: await site().send(undefined, 'POST', '/api/auth/register', { body }) }
}

const newEmail = () => `${crypto.randomUUID()}@example.org`
const logIn = (email: string, password = PASSWORD) =>
  send(site().server.port, { method: 'POST', path: '/api/auth/login', body: { email, password } })
// biome-ignore lint/complexity/useMaxParams: reads like the request it makes
const as = ({ token }: Person, method: string, path: string, body?: object) =>
  site().send(undefined, method, path, { token, ...(body && { body }) })
const change = (person: Person, fields: Record<string, string>) =>
  as(person, 'PUT', `/api/users/profile/${person.id}`, new Form(fields))
const row = (email: string) => site().sql('select role, is_admin from users where email = ?', email)

test('register as admin', async () => {
  for (const field of ['isAdmin', 'is_admin', 'admin', 'isAdmin[]']) {
    const { email, answer } = await signUp({ [field]: 'true' })
    expect(answer.status).toBe(201)
    expect(await row(email)).toEqual([{ role: 'Student', is_admin: 0 }])
    expect((await logIn(email)).json.isAdmin).toBe(false)
  }
})

test('register with role Admin', async () => {
  for (const role of ['Admin', 'admin', 'administrator', 'teacher', ' Teacher', 'Teacher,Admin', '']) {
    const { email, answer } = await signUp({ role })
    expect([answer.status, answer.json.message]).toEqual([400, 'Role must be Teacher, Student or Other.'])
    expect(await row(email)).toEqual([])
  }
})

test('register with inner fields', async () => {
  const { email, answer } = await signUp({
    _id: '0'.repeat(24),
    password_hash: 'x',
    createdAt: '1970-01-01T00:00:00.000Z',
    createdPlaylists: '["x"]',
    savedPlaylists: '["x"]',
    token: 'vc1_x',
    approvedPlaylistsCount: '99',
    'constructor[prototype][isAdmin]': 'true',
  })
  expect(answer.status).toBe(201)
  const user = (await logIn(email)).json
  expect(user).toMatchObject({ createdPlaylists: [], savedPlaylists: [], isAdmin: false })
  expect(user._id).not.toBe('0'.repeat(24))
  expect(String(user.createdAt)).not.toContain('1970')
})

test('self-promotion by profile', async () => {
  const sam = await site().join('Student')
  const answer = await change(sam, { isAdmin: 'true', is_admin: '1', admin: '1', permissions: 'all' })
  expect(answer.json.updatedUser).toMatchObject({ isAdmin: false, role: 'Student' })
  expect((await change(sam, { role: 'Admin' })).status).toBe(400)
  expect((await as(sam, 'GET', '/api/courses')).status).toBe(403)
})

test('profile write of foreign fields', async () => {
  const sam = await site().join('Student')
  const before = await site().sql('select password_hash, created_at, email from users where id = ?', sam.id)
  const fields = {
    password: 'plum tree 44',
    password_hash: 'x',
    createdAt: 'x',
    _id: 'x',
    userId: site().users.S2.id,
  }
  expect((await change(sam, fields)).status).toBe(200)
  expect(await site().sql('select password_hash, created_at, email from users where id = ?', sam.id)).toEqual(
    before,
  )
})

test('e-mail privacy', async () => {
  const { users, ids } = site()
  await site().addComment('S1', ids.CA)
  for (const path of [
    '/api/users/profile?limit=200',
    `/api/users/profile/${users.S1.id}`,
    `/api/users/profile/${users.T1.id}`,
    '/api/users/teacherSearch?q=',
    '/api/playlists',
    `/api/playlists/${ids.PA}`,
    `/api/playlists/${ids.PA}/courses`,
    `/api/comments?courseId=${ids.CA}`,
    `/api/courses/${ids.PA}/${ids.CA}`,
    '/api/users/profile?q=people.example',
    '/api/users/profile?sort=email&q=t1@',
  ]) {
    for (const who of [undefined, 'S2', 'T2'] as const) {
      const { text } = await site().send(who, 'GET', path)
      const others = text.match(/[\w.+-]+@[\w-]+\.\w+/g) ?? []
      expect(
        others.filter((email) => email !== (who && users[who].email)),
        path,
      ).toEqual([])
    }
  }
  expect(listIn(await site().send('S2', 'GET', '/api/users/profile?q=people.example'), 'users')).toEqual([])
})

test('visitor reads a student profile', async () => {
  const { users } = site()
  const { json } = await site().send(undefined, 'GET', `/api/users/profile/${users.S1.id}`)
  expect(Object.keys(json).toSorted()).toEqual(
    [
      '_id',
      'createdAt',
      'createdPlaylists',
      'profilePhoto',
      'role',
      'savedPlaylistsCount',
      'username',
    ].toSorted(),
  )
})

test('field allow-list; `isAdmin` hidden', async () => {
  const { users } = site()
  for (const who of [undefined, 'S2', 'T1'] as const) {
    for (const user of listIn(await site().send(who, 'GET', '/api/users/profile?limit=200'), 'users')) {
      if (user._id === (who && users[who].id)) continue
      expect(Object.keys(user)).not.toEqual(expect.arrayContaining(['isAdmin']))
      expect(Object.keys(user)).not.toEqual(expect.arrayContaining(['savedPlaylists']))
    }
    const admin = await site().send(who, 'GET', `/api/users/profile/${users.A1.id}`)
    expect(admin.json).not.toHaveProperty('isAdmin')
    expect(admin.json).not.toHaveProperty('email')
  }
  const seen = await site().send('A1', 'GET', `/api/users/profile/${users.M1.id}`)
  expect(seen.json).toMatchObject({ isAdmin: true, email: users.M1.email })
})

test('login answer', async () => {
  const { email } = await signUp({ role: 'Teacher' })
  const { json } = await logIn(email)
  expect(Object.keys(json).toSorted()).toEqual(
    [
      '_id',
      'createdAt',
      'createdPlaylists',
      'email',
      'isAdmin',
      'message',
      'profilePhoto',
      'role',
      'savedPlaylists',
      'success',
      'token',
      'username',
    ].toSorted(),
  )
})

test('logout kills token', async () => {
  const sam = await site().join('Student')
  const other = await logIn(sam.email)
  expect((await as(sam, 'POST', '/api/auth/logout')).status).toBe(200)
  const after = await as(sam, 'GET', '/api/comments')
  expect([after.status, after.json.code]).toEqual([401, 'invalid_token'])
  const elsewhere = await site().send(undefined, 'GET', '/api/comments', { token: String(other.json.token) })
  expect(elsewhere.status).toBe(200)
})

test('password change kills all', async () => {
  const sam = await site().join('Student')
  const other = String((await logIn(sam.email)).json.token)
  const fields = { oldPassword: PASSWORD, newPassword: 'plum tree 44', confirmPassword: 'plum tree 44' }
  const answer = await change(sam, fields)
  expect(answer.status, answer.text).toBe(200)
  const { token } = Object(answer.json.updatedUser)
  for (const dead of [sam.token, other]) {
    expect((await site().send(undefined, 'GET', '/api/comments', { token: dead })).status).toBe(401)
  }
  expect((await site().send(undefined, 'GET', '/api/comments', { token: String(token) })).status).toBe(200)
  expect((await logIn(sam.email)).status).toBe(401)
})

test('demotion is immediate', async () => {
  const eve = await site().join('Teacher')
  await site().sql('update users set is_admin = 1 where id = ?', eve.id)
  expect((await as(eve, 'GET', '/api/courses')).status).toBe(200)
  await site().sql("update users set is_admin = 0, role = 'Student' where id = ?", eve.id)
  expect((await as(eve, 'GET', '/api/courses')).status).toBe(403)
  const body = await site().form(
    { title: 'Still me', description: 'x', category: 'development' },
    'mainPlaylistImage',
  )
  expect((await as(eve, 'POST', '/api/playlists', body)).status).toBe(403)
})

test('token randomness', async () => {
  const { email } = await site().join('Student')
  const tokens = new Set<string>()
  for (let count = 0; count < 12; count += 1) tokens.add(String((await logIn(email)).json.token))
  expect(tokens.size).toBe(12)
  const bytes = [...tokens].map((token) => Buffer.from(token.replace('vc1_', ''), 'base64url'))
  expect(bytes.every(({ length }) => length === 32)).toBe(true)
  for (let index = 0; index < 32; index += 1) {
    expect(new Set(bytes.map((each) => each[index])).size, `byte ${index}`).toBeGreaterThan(4)
  }
  const stored = JSON.stringify(await site().sql('select * from sessions'))
  expect([...tokens].filter((token) => stored.includes(token))).toEqual([])
})

test('token forms', async () => {
  const { token } = site().users.S1
  const hash = String(Object((await site().sql('select token_hash from sessions limit 1'))[0]).token_hash)
  const forms = [
    token,
    `Bearer ${token}x`,
    `Bearer  ${token.slice(0, -1)}`,
    `Bearer ${token.toUpperCase()}`,
    `Bearer ${token} ${token}`,
    `Bearer ${token},`,
    `Basic ${Buffer.from(`${token}:`).toString('base64')}`,
    `Token ${token}`,
    'Bearer',
    'Bearer null',
    'Bearer undefined',
    `Bearer ${hash}`,
    `Bearer vc1_${hash.slice(0, 43)}`,
    "Bearer ' or 1=1 --",
    'Bearer eyJhbGciOiJub25lIn0.eyJzdWIiOiIxIn0.',
  ]
  for (const authorization of forms) {
    const answer = await site().send(undefined, 'GET', '/api/comments', { headers: { authorization } })
    expect([answer.status, answer.json.code], authorization).toEqual([401, 'invalid_token'])
  }
  const twice = await site().send(undefined, 'GET', '/api/comments', {
    headers: { authorization: [`Bearer ${token}`, `Bearer ${token}`] },
  })
  expect(twice.status).toBe(401)
  const foreign = new Map([
    ['x-user-id', site().users.A1.id],
    ['x-auth-token', token],
    ['cookie', `token=${token}`],
  ])
  for (const header of foreign) {
    const headers = Object.fromEntries([header])
    expect((await site().send(undefined, 'GET', '/api/comments', { headers })).status).toBe(401)
  }
  expect((await site().send(undefined, 'GET', `/api/comments?token=${token}`)).status).toBe(401)
})

test('hash as password', async () => {
  const sam = await site().join('Student')
  const [stored] = await site().sql('select password_hash from users where id = ?', sam.id)
  expect((await logIn(sam.email, String(Object(stored).password_hash))).status).toBe(401)
})

test('password rules', async () => {
  for (const [password, message] of [
    ['short77', 'Password must be at least 8 characters.'],
    ['x'.repeat(129), 'Password must be at most 128 characters.'],
    ['password1', 'This password is too common. Choose another one.'],
    ['New Person', 'Password must not be your name or your email address.'],
  ] as const) {
    const { answer, email } = await signUp([
      ['password', password],
      ['confirmPassword', password],
    ])
    expect([answer.status, answer.json.message], password).toEqual([400, message])
    expect(await row(email)).toEqual([])
  }
  const exact = '  pass word with spaces é '
  const { email } = await signUp([
    ['password', exact],
    ['confirmPassword', exact],
  ])
  expect((await logIn(email, exact)).status).toBe(200)
  expect((await logIn(email, exact.trim())).status).toBe(401)
})

test('password change', async () => {
  const sam = await site().join('Student')
  const wish = { newPassword: 'plum tree 44', confirmPassword: 'plum tree 44' }
  for (const [fields, message] of [
    [wish, 'Enter your old password.'],
    [{ ...wish, oldPassword: 'wrong old one' }, 'Old password is incorrect.'],
    [{ ...wish, oldPassword: PASSWORD, confirmPassword: 'plum tree 45' }, 'Passwords do not match.'],
    [{ email: newEmail() }, 'Enter your old password to change your email.'],
    [{ email: newEmail(), oldPassword: 'wrong old one' }, 'Old password is incorrect.'],
  ] as const) {
    const answer = await change(sam, fields)
    expect([answer.status, answer.json.message]).toEqual([400, message])
  }
  expect((await logIn(sam.email)).status).toBe(200)
})

test('sessions', async () => {
  const [sam, eve] = [await site().join('Student'), await site().join('Student')]
  const [own] = listIn(await as(sam, 'GET', '/api/auth/sessions'), 'sessions')
  const [theirs] = listIn(await as(eve, 'GET', '/api/auth/sessions'), 'sessions')
  expect(JSON.stringify(own)).not.toContain(sam.token)
  const foreign = await as(sam, 'DELETE', `/api/auth/sessions/${String(theirs?._id)}`, { password: PASSWORD })
  expect([foreign.status, foreign.json.message]).toEqual([404, 'Session not found.'])
  expect((await as(eve, 'GET', '/api/auth/sessions')).status).toBe(200)
  const second = String((await logIn(sam.email)).json.token)
  const unproven = await as(sam, 'DELETE', '/api/auth/sessions', {})
  expect([unproven.status, unproven.json.message]).toEqual([400, 'Enter your password.'])
  expect((await as(sam, 'DELETE', '/api/auth/sessions', { password: PASSWORD })).status).toBe(200)
  expect((await site().send(undefined, 'GET', '/api/auth/sessions', { token: second })).status).toBe(401)
  for (let count = 0; count < 21; count += 1) await logIn(eve.email)
  expect((await as(eve, 'GET', '/api/auth/sessions')).status).toBe(401)
  expect(await site().sql('select count(*) as n from sessions where user_id = ?', eve.id)).toEqual([
    { n: 20 },
  ])
})
