import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { CODE_DEAD, CODE_NOT_RIGHT, SET_UP_ALREADY } from '#contract/account/setup-messages.ts'
import { openTestApp, picture, type TestApp, Upload } from '#server/test-app.ts'
import { drawSetupCode, isSetupOpen } from './setup.ts'

const FIELDS = {
  username: 'Helen Park',
  email: 'helen@riverside.example',
  password: 'plum trees in april 44',
  confirmPassword: 'plum trees in april 44',
}

async function codeOf({ db }: TestApp): Promise<string> {
  const code = await drawSetupCode(db)
  if (code === undefined) throw new Error('This site has an admin.')
  return code
}

async function setUp({ request }: TestApp, changes: Record<string, string>, bytes?: Buffer) {
  const photo = bytes && { field: 'profilePhoto', bytes }
  return request('POST', '/api/setup', new Upload({ ...FIELDS, ...changes }, photo))
}

const isOpen = async ({ request }: TestApp) => (await request('GET', '/api/setup')).json().open

async function leftovers({ db, folder }: TestApp) {
  const files = await readdir(join(folder, 'media'), { recursive: true, withFileTypes: true }).catch(() => [])
  return {
    users: await db.selectFrom('users').select('id').execute(),
    images: await db.selectFrom('images').select('name').execute(),
    files: files.filter((entry) => entry.isFile()).map(({ name }) => name),
  }
}

test('the code makes the first admin, who is logged in; then the call is gone', async () => {
  const testApp = await openTestApp({ environment: { MAIL_OUTBOX: 'true', VERIFY_EMAIL: 'remind' } })
  const code = await codeOf(testApp)
  expect(code).toMatch(/^[2-9A-HJ-NP-Z]{4}-[2-9A-HJ-NP-Z]{4}$/)
  expect(await isOpen(testApp)).toBe(true)
  const answer = await setUp(testApp, { code: ` ${code.toLowerCase().replace('-', ' ')} ` })
  expect(answer.statusCode).toBe(201)
  const user = answer.json()
  expect(user).toMatchObject({ username: 'Helen Park', email: FIELDS.email, role: 'Student', isAdmin: true })
  const headers = { authorization: `Bearer ${user.token}` }
  expect((await testApp.request('GET', '/api/admin/settings', undefined, headers)).statusCode).toBe(200)
  expect((await testApp.request('GET', user.profilePhoto.url)).statusCode).toBe(200)
  const { subject } = await testApp.db
    .selectFrom('audit')
    .select('subject')
    .where('action', '=', 'admin.made')
    .executeTakeFirstOrThrow()
  expect(subject).toBe(user._id)
  const mails = await testApp.db.selectFrom('mails').select(['kind', 'to_user']).execute()
  expect(mails).toEqual([{ kind: 'verify', to_user: user._id }])
  expect(await isOpen(testApp)).toBe(false)
  const again = await setUp(testApp, { code, email: 'second@riverside.example' })
  expect([again.statusCode, again.json().message]).toEqual([404, SET_UP_ALREADY])
  expect(await drawSetupCode(testApp.db)).toBeUndefined()
})

test('a picture of one’s own becomes that of the admin', async () => {
  const testApp = await openTestApp()
  const bytes = await picture('#0d6348', { width: 600, height: 600 })
  const { profilePhoto } = (await setUp(testApp, { code: await codeOf(testApp) }, bytes)).json()
  const drawn = await openTestApp()
  const { profilePhoto: other } = (await setUp(drawn, { code: await codeOf(drawn) })).json()
  expect(profilePhoto.url).not.toBe(other.url)
})

test('of two requests at once one makes the admin, and the other is not found', async () => {
  const testApp = await openTestApp()
  const code = await codeOf(testApp)
  const answers = await Promise.all(
    ['helen', 'harry'].map((name) => setUp(testApp, { code, email: `${name}@riverside.example` })),
  )
  expect(answers.map(({ statusCode }) => String(statusCode)).toSorted()).toEqual(['201', '404'])
  const { users, images } = await leftovers(testApp)
  expect([users.length, images.length]).toEqual([1, 1])
})

test('the newest code counts, and only its hash is stored', async () => {
  const testApp = await openTestApp()
  const [former, newest] = [await codeOf(testApp), await codeOf(testApp)]
  const site = JSON.stringify(await testApp.db.selectFrom('site').selectAll().execute())
  expect(site).not.toContain(newest.replace('-', ''))
  const answer = await setUp(testApp, { code: former })
  expect([answer.statusCode, answer.json().errors]).toEqual([400, { code: CODE_NOT_RIGHT }])
  expect(await leftovers(testApp)).toEqual({ users: [], images: [], files: [] })
  expect((await setUp(testApp, { code: newest })).statusCode).toBe(201)
})

test('of a thousand guesses, a hundred at once, twenty are compared, and then the right one works no more', async () => {
  const testApp = await openTestApp()
  const code = await codeOf(testApp)
  const answers: Awaited<ReturnType<typeof setUp>>[] = []
  for (let round = 0; round < 10; round += 1) {
    const guesses = Array.from({ length: 100 }, (_, index) => `AAA${round}-${String(index).padStart(4, 'B')}`)
    answers.push(...(await Promise.all(guesses.map((guess) => setUp(testApp, { code: guess })))))
  }
  const said = answers.map((answer) => `${answer.statusCode} ${answer.json().message}`)
  expect(said.filter((each) => each === `400 ${CODE_NOT_RIGHT}`)).toHaveLength(20)
  // A busy machine turns some away before they are compared.
  expect(said.filter((each) => !/^(429|503) /.test(each))).toHaveLength(20)
  const right = await setUp(testApp, { code })
  expect([right.statusCode, right.json().message]).toEqual([429, CODE_DEAD])
  expect((await setUp(testApp, { code: await codeOf(testApp) })).statusCode).toBe(201)
})

test('a network has five tries in ten minutes', async () => {
  const testApp = await openTestApp({ rateScale: 1 })
  const code = await codeOf(testApp)
  for (let tries = 1; tries <= 5; tries += 1)
    expect((await setUp(testApp, { code: 'AAAA-AAAA' })).statusCode).toBe(400)
  expect((await setUp(testApp, { code })).statusCode).toBe(429)
})

test('the right code uses up no try, however often another field is wrong', async () => {
  const testApp = await openTestApp()
  const code = await codeOf(testApp)
  for (let tries = 1; tries <= 21; tries += 1) {
    const answer = await setUp(testApp, { code, password: 'password123', confirmPassword: 'password123' })
    expect(answer.json().errors).toHaveProperty('password')
  }
  expect((await setUp(testApp, { code }, Buffer.from('no picture'))).statusCode).toBe(400)
  expect(await leftovers(testApp)).toEqual({ users: [], images: [], files: [] })
  expect((await setUp(testApp, { code })).statusCode).toBe(201)
})

test('an empty form names every field, and a site for members can be set up', async () => {
  const testApp = await openTestApp({ environment: { SITE_ACCESS: 'members' } })
  const empty = await testApp.request('POST', '/api/setup', new Upload({}))
  expect(Object.keys(empty.json().errors).toSorted()).toEqual([
    'code',
    'confirmPassword',
    'email',
    'password',
    'username',
  ])
  expect(await isOpen(testApp)).toBe(true)
  expect((await setUp(testApp, { code: await codeOf(testApp) })).statusCode).toBe(201)
})

test('a site whose only admin is taken away can be set up again', async () => {
  const testApp = await openTestApp()
  const { id } = await testApp.user('Ada', 'Student', { isAdmin: true })
  expect(await isSetupOpen(testApp.db)).toBe(false)
  await testApp.db.updateTable('users').set({ is_admin: 0 }).where('id', '=', id).execute()
  expect(await isSetupOpen(testApp.db)).toBe(true)
  expect((await setUp(testApp, { code: await codeOf(testApp) })).statusCode).toBe(201)
})
