import { readdir } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { newId } from '#server/data/ids.ts'
import { mediaFolder } from '#server/features/media/picture-files.ts'
import { openTestApp, picture, type TestApp, type TestUser, Upload } from '#server/test-app.ts'
import { givePassword, PASSWORD } from '#server/test-passwords.ts'
import { insertPlaylist } from '#server/test-publications.ts'

const NEW = { newPassword: 'plum tree 44', confirmPassword: 'plum tree 44' }

function update(person: TestUser, fields: Record<string, string>, bytes?: Buffer) {
  const upload = new Upload(fields, bytes && { field: 'profilePhoto', bytes })
  return person.request('PUT', `/api/users/profile/${person.id}`, upload)
}

function updateOther(person: TestUser, id: string, fields: Record<string, string>) {
  return person.request('PUT', `/api/users/profile/${id}`, new Upload(fields))
}

const rowOf = ({ db }: TestApp, { id }: TestUser) =>
  db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

async function logsIn({ request }: TestApp, email: string, password: string): Promise<boolean> {
  return (await request('POST', '/api/auth/login', { email, password })).statusCode === 200
}

async function works({ request }: TestApp, token: string): Promise<boolean> {
  const answer = await request('GET', '/api/auth/sessions', undefined, { authorization: `Bearer ${token}` })
  return answer.statusCode === 200
}

async function withPassword(testApp: TestApp, name = 'Ada') {
  const person = await testApp.user(name)
  const email = await givePassword(testApp, person)
  const other: string = (
    await testApp.request('POST', '/api/auth/login', { email, password: PASSWORD })
  ).json().token
  return { person, email, other }
}

test('one changes what one sends; the rest and the session stay', async () => {
  const testApp = await openTestApp()
  const ada = await testApp.user('Ada', 'Other', { profession: 'Baker' })
  const answer = await update(ada, { username: '  Ada   King ' })
  expect(answer.statusCode).toBe(200)
  expect(answer.json()).toEqual({
    success: true,
    message: 'Profile updated successfully!',
    updatedUser: {
      _id: ada.id,
      username: 'Ada King',
      email: `${ada.id}@example.org`,
      role: 'Other',
      profession: 'Baker',
      profilePhoto: expect.any(Object),
      isAdmin: false,
      createdAt: expect.any(String),
      createdPlaylists: [],
      savedPlaylists: [],
      token: ada.token,
    },
  })
  expect((await ada.request('GET', `/api/users/profile/${ada.id}`)).json().username).toBe('Ada King')
  expect((await rowOf(testApp, ada)).username_key).toBe('ada king')
})

test('an empty form changes nothing and is no error', async () => {
  const testApp = await openTestApp()
  const ada = await testApp.user('Ada')
  const before = await rowOf(testApp, ada)
  expect((await update(ada, {})).statusCode).toBe(200)
  expect({ ...(await rowOf(testApp, ada)), updated_at: '' }).toEqual({ ...before, updated_at: '' })
})

test('only the person changes a profile; an admin is no exception', async () => {
  const testApp = await openTestApp()
  const [ada, eve, root] = [
    await testApp.user('Ada'),
    await testApp.user('Eve', 'Teacher'),
    await testApp.user('Root', 'Student', { isAdmin: true }),
  ]
  const before = await rowOf(testApp, ada)
  for (const stranger of [eve, root]) {
    const answer = await updateOther(stranger, ada.id, { username: 'x', role: 'nonsense' })
    expect(answer.statusCode).toBe(403)
    expect(answer.json()).toMatchObject({
      message: 'You can only update your own profile.',
      code: 'forbidden',
    })
  }
  const visitor = await testApp.request(
    'PUT',
    `/api/users/profile/${ada.id}`,
    new Upload({ username: 'Eve' }),
  )
  expect(visitor.statusCode).toBe(401)
  expect(visitor.json().message).toBe('You must be logged in.')
  for (const id of [newId(), 'nonsense']) {
    const missing = await updateOther(ada, id, { username: 'Eve' })
    expect(missing.statusCode).toBe(404)
    expect(missing.json().message).toBe('User not found.')
  }
  expect(await rowOf(testApp, ada)).toEqual(before)
})

test('fields that are not on the form have no effect', async () => {
  const testApp = await openTestApp()
  const ada = await testApp.user('Ada')
  const before = await rowOf(testApp, ada)
  const extras = { isAdmin: 'true', is_admin: '1', _id: newId(), password_hash: 'x', savedPlaylists: '[]' }
  expect((await update(ada, { ...extras, createdAt: '1970' })).json().updatedUser.isAdmin).toBe(false)
  expect({ ...(await rowOf(testApp, ada)), updated_at: '' }).toEqual({ ...before, updated_at: '' })
})

test.each([
  [{ username: 'A' }, 'username', 'Name must be 2 to 50 characters.'],
  [{ username: '' }, 'username', 'Name must be 2 to 50 characters.'],
  [{ email: 'nonsense' }, 'email', 'Enter a valid email address.'],
  [{ role: 'administrator' }, 'role', 'Role must be Teacher, Student or Other.'],
  [{ role: 'Other' }, 'profession', 'Profession must be 2 to 80 characters.'],
  [{ role: 'Other', profession: '' }, 'profession', 'Profession must be 2 to 80 characters.'],
  [{ role: 'Other', profession: 'x' }, 'profession', 'Profession must be 2 to 80 characters.'],
  [NEW, 'oldPassword', 'Enter your old password.'],
  [{ email: 'new@example.org' }, 'oldPassword', 'Enter your old password to change your email.'],
  [{ ...NEW, oldPassword: 'wrong one' }, 'oldPassword', 'Old password is incorrect.'],
  [{ email: 'new@example.org', oldPassword: 'wrong one' }, 'oldPassword', 'Old password is incorrect.'],
  [{ ...NEW, confirmPassword: 'other', oldPassword: PASSWORD }, 'confirmPassword', 'Passwords do not match.'],
  [{ newPassword: 'plum tree 44', oldPassword: PASSWORD }, 'confirmPassword', 'Passwords do not match.'],
  [
    { newPassword: 'short', confirmPassword: 'short', oldPassword: PASSWORD },
    'newPassword',
    'Password must be at least 8 characters.',
  ],
  [
    { newPassword: PASSWORD, confirmPassword: PASSWORD, oldPassword: PASSWORD },
    'newPassword',
    'Choose a password that differs from your old one.',
  ],
  [{ username: 'ada@example.org' }, 'username', 'Choose another name.'],
  [
    { newPassword: 'football1', confirmPassword: 'football1', oldPassword: PASSWORD },
    'newPassword',
    'This password is too common. Choose another one.',
  ],
  [
    {
      username: 'Ada Lovelace',
      newPassword: 'ada lovelace',
      confirmPassword: 'ada lovelace',
      oldPassword: PASSWORD,
    },
    'newPassword',
    'Password must not be your name or your email address.',
  ],
])('a wrong form is rejected and changes nothing: %o', async (fields, field, message) => {
  const testApp = await openTestApp()
  const { person, other } = await withPassword(testApp)
  const before = await rowOf(testApp, person)
  const answer = await update(person, fields, await picture())
  expect(answer.statusCode).toBe(400)
  expect(answer.json().errors).toMatchObject({ [field]: message })
  expect(await rowOf(testApp, person)).toEqual(before)
  expect(await works(testApp, other)).toBe(true)
  const kept = await testApp.db.selectFrom('images').select('name').execute()
  expect(kept).toEqual([{ name: before.photo }])
})

test('a new password ends every session and gives a new token', async () => {
  const testApp = await openTestApp()
  const { person, email, other } = await withPassword(testApp)
  const answer = await update(person, { ...NEW, oldPassword: PASSWORD })
  expect(answer.statusCode).toBe(200)
  const { token } = answer.json().updatedUser
  expect(token).toMatch(/^vc1_[\w-]{43}$/)
  expect(await Promise.all([person.token, other, token].map((each) => works(testApp, each)))).toEqual([
    false,
    false,
    true,
  ])
  expect(await logsIn(testApp, email, PASSWORD)).toBe(false)
  expect(await logsIn(testApp, email, NEW.newPassword)).toBe(true)
  const entries = await testApp.db.selectFrom('audit').select(['action', 'actor_id']).execute()
  expect(entries).toContainEqual({ action: 'password.changed', actor_id: person.id })
})

test('of two password changes at the same moment one is true', async () => {
  const testApp = await openTestApp()
  const { person, email } = await withPassword(testApp)
  const candidates = ['plum tree 44', 'pear tree 55']
  const answers = await Promise.all(
    candidates.map((next) =>
      update(person, { oldPassword: PASSWORD, newPassword: next, confirmPassword: next }),
    ),
  )
  expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
  const winner = answers.findIndex(({ statusCode }) => statusCode === 200)
  expect(await Promise.all(candidates.map((next) => logsIn(testApp, email, next)))).toEqual(
    candidates.map((_, index) => index === winner),
  )
})

test('a new address needs the old password, ends the other sessions and keeps this one', async () => {
  const testApp = await openTestApp()
  const { person, email, other } = await withPassword(testApp)
  const answer = await update(person, { email: 'New@example.org', oldPassword: PASSWORD })
  expect(answer.json().updatedUser).toMatchObject({ email: 'New@example.org', token: person.token })
  expect(await works(testApp, person.token)).toBe(true)
  expect(await works(testApp, other)).toBe(false)
  expect(await logsIn(testApp, email, PASSWORD)).toBe(false)
  expect(await logsIn(testApp, 'new@EXAMPLE.org', PASSWORD)).toBe(true)
  const entries = await testApp.db.selectFrom('audit').select(['action', 'actor_id']).execute()
  expect(entries).toContainEqual({ action: 'email.changed', actor_id: person.id })
})

test('one’s own address in another case is no new address', async () => {
  const testApp = await openTestApp()
  const { person, email, other } = await withPassword(testApp)
  expect((await update(person, { email: email.toUpperCase() })).statusCode).toBe(200)
  expect(await works(testApp, other)).toBe(true)
})

test('an address in use is rejected, in any case and in parallel', async () => {
  const testApp = await openTestApp()
  const [ada, bea] = [await withPassword(testApp), await withPassword(testApp, 'Bea')]
  const taken = await update(ada.person, { email: bea.email.toUpperCase(), oldPassword: PASSWORD })
  expect(taken.statusCode).toBe(409)
  expect(taken.json().message).toBe('This email is already registered.')
  const answers = await Promise.all(
    [ada, bea].map(({ person }) => update(person, { email: 'one@example.org', oldPassword: PASSWORD })),
  )
  expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 409])
})

test('guessing the old password is counted like logging in', async () => {
  const testApp = await openTestApp({ rateScale: 1 })
  const ada = await testApp.user('Ada')
  const email = await givePassword(testApp, ada)
  for (let n = 0; n < 5; n += 1) {
    expect((await update(ada, { ...NEW, oldPassword: `wrong ${n}` })).statusCode).toBe(400)
  }
  const rejected = await update(ada, { ...NEW, oldPassword: PASSWORD })
  expect(rejected.statusCode).toBe(429)
  expect(rejected.headers['retry-after']).toBe('30')
  expect((await testApp.request('POST', '/api/auth/login', { email, password: PASSWORD })).statusCode).toBe(
    429,
  )
  expect((await update(ada, { username: 'Ada King' })).statusCode).toBe(200)
})

test('a teacher with playlists stays one', async () => {
  const testApp = await openTestApp()
  const ada = await testApp.user('Ada', 'Teacher')
  await insertPlaylist(testApp, { teacher: ada, status: 'pending' })
  const answer = await update(ada, { role: 'Student', username: 'Ada King' })
  expect(answer.statusCode).toBe(409)
  expect(answer.json().message).toBe('Delete your playlists before changing your role.')
  expect(await rowOf(testApp, ada)).toMatchObject({ role: 'Teacher', username: 'Ada' })
  await testApp.db.deleteFrom('playlists').execute()
  expect((await update(ada, { role: 'Student' })).json().updatedUser.role).toBe('Student')
  const entries = await testApp.db.selectFrom('audit').select(['action', 'detail']).execute()
  expect(entries).toContainEqual({ action: 'role.changed', detail: '{"from":"Teacher","to":"Student"}' })
})

test('a profession goes with the role Other', async () => {
  const testApp = await openTestApp()
  const ada = await testApp.user('Ada', 'Other', { profession: 'Baker' })
  expect((await update(ada, { profession: 'Judge' })).json().updatedUser.profession).toBe('Judge')
  const student = (await update(ada, { role: 'Student', profession: 'Judge' })).json().updatedUser
  expect(student).not.toHaveProperty('profession')
  expect((await rowOf(testApp, ada)).profession).toBeNull()
  const other = await update(ada, { role: 'Other', profession: 'Pilot' })
  expect(other.json().updatedUser).toMatchObject({ role: 'Other', profession: 'Pilot' })
})

test('a new picture replaces the old one and deletes its files', async () => {
  const testApp = await openTestApp()
  const ada = await testApp.user('Ada')
  const first = (await update(ada, {}, await picture('#aa0000'))).json().updatedUser.profilePhoto.url
  const second = (await update(ada, {}, await picture('#00aa00'))).json().updatedUser.profilePhoto.url
  expect(second).not.toBe(first)
  expect((await testApp.request('GET', second)).statusCode).toBe(200)
  expect((await testApp.request('GET', first)).statusCode).toBe(404)
  const again = (await update(ada, {}, await picture('#00aa00'))).json().updatedUser.profilePhoto.url
  expect(again).toBe(second)
  expect((await testApp.request('GET', second)).statusCode).toBe(200)
})

test('a picture that two users share stays when one of them changes theirs', async () => {
  const testApp = await openTestApp()
  const [ada, bea] = [await testApp.user('Ada'), await testApp.user('Bea')]
  const shared = await picture('#aa0000')
  const { url } = (await update(ada, {}, shared)).json().updatedUser.profilePhoto
  await update(bea, {}, shared)
  await update(ada, {}, await picture('#00aa00'))
  expect((await testApp.request('GET', url)).statusCode).toBe(200)
})

test('an invalid picture, or one with a rejected update, leaves no files', async () => {
  const testApp = await openTestApp()
  const ada = await testApp.user('Ada', 'Teacher')
  await insertPlaylist(testApp, { teacher: ada })
  const before = (await testApp.db.selectFrom('images').select('name').execute()).length
  const broken = await update(ada, { username: 'Ada King' }, Buffer.from('GIF89a<script>'))
  expect(broken.statusCode).toBe(400)
  const rejected = await update(ada, { role: 'Student' }, await picture('#123456'))
  expect(rejected.statusCode).toBe(409)
  expect(await testApp.db.selectFrom('images').select('name').execute()).toHaveLength(before)
  const files = await readdir(mediaFolder(testApp.folder), { recursive: true, withFileTypes: true }).catch(
    () => [],
  )
  expect(files.filter((entry) => entry.isFile())).toEqual([])
  expect((await rowOf(testApp, ada)).username).toBe('Ada')
})

test('pictures are changed thirty times an hour, words more often', async () => {
  const testApp = await openTestApp({ rateScale: 0.1 })
  const ada = await testApp.user('Ada')
  const bytes = await picture('#123456', { width: 32, height: 32 })
  const statuses: number[] = []
  for (let n = 0; n < 4; n += 1) statuses.push((await update(ada, {}, bytes)).statusCode)
  expect(statuses).toEqual([200, 200, 200, 429])
  expect((await update(ada, { username: 'Ada King' })).statusCode).toBe(200)
})
