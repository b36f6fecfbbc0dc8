import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openTestApp, picture, type TestApp, Upload } from '#server/test-app.ts'

const FIELDS = {
  username: 'Ada Lovelace',
  email: 'Ada@Example.org',
  password: 'plum tree 44',
  confirmPassword: 'plum tree 44',
}

async function signUp({ request }: TestApp, changes: Record<string, string> = {}, bytes?: Buffer) {
  const photo = {
    field: 'profilePhoto',
    bytes: bytes ?? (await picture('#0d6348', { width: 600, height: 600 })),
  }
  return request('POST', '/api/auth/register', new Upload({ ...FIELDS, ...changes }, photo))
}

function logIn({ request }: TestApp, email = FIELDS.email, password = FIELDS.password) {
  return request('POST', '/api/auth/login', { email, password })
}

async function leftovers({ db, folder }: TestApp) {
  const files = await readdir(join(folder, 'media'), { recursive: true, withFileTypes: true }).catch(() => [])
  return {
    users: await db.selectFrom('users').select('id').execute(),
    images: await db.selectFrom('images').select('name').execute(),
    files: files.filter((entry) => entry.isFile()).map(({ name }) => name),
  }
}

const NOTHING = { users: [], images: [], files: [] }

test('a visitor signs up as a student and can log in with any case of the address', async () => {
  const testApp = await openTestApp()
  const answer = await signUp(testApp)
  expect(answer.statusCode).toBe(201)
  expect(answer.json()).toEqual({ success: true, message: 'Your account is ready. You can log in now.' })
  const user = (await logIn(testApp, 'ADA@example.ORG')).json()
  expect(user).toMatchObject({
    username: 'Ada Lovelace',
    email: 'Ada@Example.org',
    role: 'Student',
    isAdmin: false,
    createdPlaylists: [],
    savedPlaylists: [],
    profilePhoto: { url: expect.stringMatching(/^\/media\/[0-9a-f]+-\d+\.webp$/), width: 512, height: 512 },
  })
  expect(user).not.toHaveProperty('profession')
  const photo = await testApp.request('GET', user.profilePhoto.url)
  expect(photo.headers['content-type']).toBe('image/webp')
})

test('a profession is kept with the role Other alone', async () => {
  const testApp = await openTestApp()
  await signUp(testApp, { role: 'Other', profession: 'Librarian' })
  expect((await logIn(testApp)).json()).toMatchObject({ role: 'Other', profession: 'Librarian' })
  await signUp(testApp, { email: 'bea@example.org', role: 'Teacher', profession: 'Librarian' })
  const bea = (await logIn(testApp, 'bea@example.org')).json()
  expect(bea.role).toBe('Teacher')
  expect(bea).not.toHaveProperty('profession')
})

test.each([
  ['isAdmin', 'true'],
  ['is_admin', '1'],
  ['_id', '0123456789abcdef01234567'],
  ['createdPlaylists', '["0123456789abcdef01234567"]'],
])('a field that is not on the form has no effect: %s', async (field, value) => {
  const testApp = await openTestApp()
  expect((await signUp(testApp, { [field]: value })).statusCode).toBe(201)
  const user = (await logIn(testApp)).json()
  expect(user).toMatchObject({ isAdmin: false, role: 'Student', createdPlaylists: [] })
  expect(user._id).not.toBe(value)
  const { is_admin } = await testApp.db.selectFrom('users').select('is_admin').executeTakeFirstOrThrow()
  expect(is_admin).toBe(0)
})

test('a field named after a built-in property of objects is rejected', async () => {
  const testApp = await openTestApp()
  expect((await signUp(testApp, { ['__proto__']: '{"isAdmin":true}' })).statusCode).toBe(400)
  expect(await leftovers(testApp)).toEqual(NOTHING)
})

test('a password is taken exactly, with its control and invisible characters', async () => {
  const testApp = await openTestApp()
  const password = 'plum\u0000tree\u200b\u0007 44'
  expect((await signUp(testApp, { password, confirmPassword: password })).statusCode).toBe(201)
  expect((await logIn(testApp, FIELDS.email, password)).statusCode).toBe(200)
  expect((await logIn(testApp, FIELDS.email, 'plumtree 44')).statusCode).toBe(401)
})

const PERSONAL = 'Password must not be your name or your email address.'
test.each([
  [{ role: 'administrator' }, 'role', 'Role must be Teacher, Student or Other.'],
  [{ role: 'Admin' }, 'role', 'Role must be Teacher, Student or Other.'],
  [{ username: 'A' }, 'username', 'Name must be 2 to 50 characters.'],
  [{ username: 'x'.repeat(51) }, 'username', 'Name must be 2 to 50 characters.'],
  [{ username: 'Ada\u001badmin' }, 'username', 'Name contains characters that are not allowed.'],
  [{ username: '\u3164\u2800\u00ad' }, 'username', 'Name must be 2 to 50 characters.'],
  [{ username: 'ada@example.org' }, 'username', 'Choose another name.'],
  [{ email: 'ada' }, 'email', 'Enter a valid email address.'],
  [{ email: `${'a'.repeat(250)}@example.org` }, 'email', 'Enter a valid email address.'],
  [
    { password: 'short 7', confirmPassword: 'short 7' },
    'password',
    'Password must be at least 8 characters.',
  ],
  [
    { password: 'x'.repeat(129), confirmPassword: 'x'.repeat(129) },
    'password',
    'Password must be at most 128 characters.',
  ],
  [
    { password: 'Football1', confirmPassword: 'Football1' },
    'password',
    'This password is too common. Choose another one.',
  ],
  [{ password: 'ada lovelace', confirmPassword: 'ada lovelace' }, 'password', PERSONAL],
  [{ password: 'ada@example.org', confirmPassword: 'ada@example.org' }, 'password', PERSONAL],
  [{ confirmPassword: 'plum tree 45' }, 'confirmPassword', 'Passwords do not match.'],
  [{ role: 'Other' }, 'profession', 'Profession must be 2 to 80 characters.'],
  [{ role: 'Other', profession: 'x' }, 'profession', 'Profession must be 2 to 80 characters.'],
])('a wrong form is rejected and leaves nothing: %o', async (changes, field, message) => {
  const testApp = await openTestApp()
  const answer = await signUp(testApp, changes)
  expect(answer.statusCode).toBe(400)
  expect(answer.json()).toMatchObject({ success: false, code: 'invalid', errors: { [field]: message } })
  expect(await leftovers(testApp)).toEqual(NOTHING)
})

test.each(['Root Admin', 'root  ADMIN', 'Rооt Аdmin', 'R00t Adm1n'])(
  'nobody can sign up with the name of an admin: %s',
  async (username) => {
    const testApp = await openTestApp()
    await testApp.user('Root Admin', 'Student', { isAdmin: true })
    const answer = await signUp(testApp, { username })
    expect(answer.statusCode).toBe(400)
    expect(answer.json().errors).toEqual({ username: 'Choose another name.' })
    expect((await signUp(testApp, { username: 'Root Adams' })).statusCode).toBe(201)
  },
)

test('the site’s own name is too common a password for it', async () => {
  const testApp = await openTestApp({ environment: { SITE_NAME: 'Harbour School' } })
  const password = 'harbour school'
  expect((await signUp(testApp, { password, confirmPassword: password })).json().message).toBe(
    'This password is too common. Choose another one.',
  )
})

test('a profile picture is required and must be one', async () => {
  const testApp = await openTestApp()
  const without = await testApp.request(
    'POST',
    '/api/auth/register',
    new Upload({ ...FIELDS, username: 'A' }),
  )
  expect(without.statusCode).toBe(400)
  expect(without.json().errors).toEqual({
    username: 'Name must be 2 to 50 characters.',
    profilePhoto: 'Profile picture is required.',
  })
  const broken = await signUp(testApp, {}, Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'))
  expect(broken.statusCode).toBe(400)
  expect(broken.json().message).toBe('Image must be a JPEG, PNG, WebP or GIF file.')
  expect(await leftovers(testApp)).toEqual(NOTHING)
})

test('an address is one person’s, in any case, and the second sign-up leaves no picture', async () => {
  const testApp = await openTestApp()
  await signUp(testApp)
  const before = await leftovers(testApp)
  const second = await signUp(testApp, { email: 'ada@EXAMPLE.org' }, await picture('#aa0000'))
  expect(second.statusCode).toBe(409)
  expect(second.json()).toMatchObject({ code: 'conflict', message: 'This email is already registered.' })
  expect(await leftovers(testApp)).toEqual(before)
})

test('of many concurrent sign-ups one wins and the others leave no picture', async () => {
  const testApp = await openTestApp()
  const colours = ['#100000', '#200000', '#300000', '#400000', '#500000']
  const answers = await Promise.all(
    colours.map(async (colour) => signUp(testApp, {}, await picture(colour, { width: 64, height: 64 }))),
  )
  const codes = answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)
  expect(codes).toEqual([201, 409, 409, 409, 409])
  const { users, images, files } = await leftovers(testApp)
  expect(users).toHaveLength(1)
  expect(images).toHaveLength(1)
  expect(files.every((file) => file.startsWith(images[0]?.name ?? 'none'))).toBe(true)
})

test('a logged-in person’s token changes nothing about a sign-up', async () => {
  const testApp = await openTestApp()
  const admin = await testApp.user('Root', 'Teacher', { isAdmin: true })
  const photo = { field: 'profilePhoto', bytes: await picture() }
  const answer = await admin.request('POST', '/api/auth/register', new Upload(FIELDS, photo))
  expect(answer.statusCode).toBe(201)
  expect((await logIn(testApp)).json().isAdmin).toBe(false)
})

test('a sign-up is a form, and not one posted from another site', async () => {
  const { request } = await openTestApp()
  expect((await request('POST', '/api/auth/register', FIELDS)).statusCode).toBe(415)
  const upload = new Upload(FIELDS, { field: 'profilePhoto', bytes: await picture() })
  const foreign = await request('POST', '/api/auth/register', upload, { 'sec-fetch-site': 'cross-site' })
  expect(foreign.statusCode).toBe(403)
  expect(foreign.json().message).toBe('Cross-site request refused.')
})

test('a network signs up twenty times in ten minutes', async () => {
  const { request } = await openTestApp({ rateScale: 1 })
  const statuses: number[] = []
  for (let n = 0; n < 21; n += 1) {
    statuses.push((await request('POST', '/api/auth/register', new Upload({}))).statusCode)
  }
  expect(statuses).toEqual([...Array(20).fill(400), 429])
})

test('the password and the picture’s file name are kept nowhere', async () => {
  const testApp = await openTestApp()
  await signUp(testApp)
  const person = await testApp.db.selectFrom('users').selectAll().executeTakeFirstOrThrow()
  expect(person.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(person.photo).not.toContain('picture')
  const entries = await testApp.db.selectFrom('audit').selectAll().execute()
  expect(entries.map(({ action }) => action)).toEqual(['register'])
  expect(JSON.stringify(entries)).not.toContain(FIELDS.password)
})
