import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { ensureFirstAdmin } from '#server/features/account/auth/first-admin.ts'
import { createImages } from '#server/features/media/media.ts'
import { mediaFolder, picturesIn } from '#server/features/media/picture-files.ts'
import { openTestApp, picture, type TestApp } from '#server/test-app.ts'
import { givePassword, PASSWORD } from '#server/test-passwords.ts'
import { insertPlaylist } from '#server/test-publications.ts'
import { confirmedApp } from '#server/test-second-step.ts'
import { runAdmin } from './admin.ts'

const ADMIN = { ADMIN_EMAIL: 'Root@example.org', ADMIN_PASSWORD: 'a long enough password' }

function handOf({ db, folder }: TestApp, transcribes = false) {
  const said: string[] = []
  const images = createImages({ db, files: picturesIn(folder) })
  const origin = 'https://school.example'
  return { said, hand: { db, images, transcribes, origin, say: (line: string) => said.push(line) } }
}

function logIn({ request }: TestApp, email: string, password = PASSWORD) {
  return request('POST', '/api/auth/login', { email, password })
}

async function firstAdmin(testApp: TestApp, config: { ADMIN_EMAIL?: string; ADMIN_PASSWORD?: string }) {
  const warnings: string[] = []
  const { db, images } = handOf(testApp).hand
  const { log } = Fastify({ logger: false })
  await ensureFirstAdmin({ db, images, config, log, warn: (line) => warnings.push(line) })
  return warnings
}

test('the first admin is made at the first start and never changed after', async () => {
  const testApp = await openTestApp()
  expect(await firstAdmin(testApp, ADMIN)).toEqual([])
  const { ADMIN_EMAIL: email, ADMIN_PASSWORD: password } = ADMIN
  const user = (await logIn(testApp, email, password)).json()
  expect(user).toMatchObject({ username: 'Admin', email, role: 'Student', isAdmin: true })
  expect((await testApp.request('GET', user.profilePhoto.url)).statusCode).toBe(200)
  await firstAdmin(testApp, { ...ADMIN, ADMIN_PASSWORD: 'another long password' })
  expect((await logIn(testApp, email, password)).statusCode).toBe(200)
  expect((await logIn(testApp, email, 'another long password')).statusCode).toBe(401)
})

test('the first admin is in the audit record once, as made at the start and without the password', async () => {
  const testApp = await openTestApp()
  await firstAdmin(testApp, ADMIN)
  await firstAdmin(testApp, ADMIN)
  const { id } = await testApp.db.selectFrom('users').select('id').executeTakeFirstOrThrow()
  const entries = await testApp.db.selectFrom('audit').selectAll().execute()
  expect(entries).toMatchObject([
    { action: 'admin.made', actor_id: null, subject: id, network: 'start', request_id: 'start' },
  ])
  expect(JSON.stringify(entries)).not.toContain(ADMIN.ADMIN_PASSWORD)
})

test('a short admin password is accepted with a warning, and without the variables there is no admin', async () => {
  const testApp = await openTestApp()
  expect(await firstAdmin(testApp, {})).toEqual([])
  expect(await testApp.db.selectFrom('users').select('id').execute()).toEqual([])
  expect(await firstAdmin(testApp, { ...ADMIN, ADMIN_PASSWORD: 'fourteen chars' })).toEqual([
    'ADMIN_PASSWORD has fewer than 15 characters: an admin should have a longer one.',
  ])
  expect((await logIn(testApp, ADMIN.ADMIN_EMAIL, 'fourteen chars')).statusCode).toBe(200)
})

test('an existing account with the address of the admin stays unchanged', async () => {
  const testApp = await openTestApp()
  const ada = await testApp.user('Ada')
  const email = await givePassword(testApp, ada)
  await firstAdmin(testApp, { ADMIN_EMAIL: email, ADMIN_PASSWORD: 'another long password' })
  expect((await logIn(testApp, email)).json()).toMatchObject({ _id: ada.id, isAdmin: false })
})

test('make takes effect at once, and unmake also ends all sessions', async () => {
  const testApp = await openTestApp()
  const { said, hand } = handOf(testApp)
  const ada = await testApp.user('Ada')
  const email = await givePassword(testApp, ada)
  expect(await runAdmin(hand, ['make', email.toUpperCase()])).toBe(true)
  expect((await ada.request('GET', `/api/users/profile/${ada.id}`)).json().isAdmin).toBe(true)
  expect(await runAdmin(hand, ['unmake', email])).toBe(true)
  expect((await ada.request('GET', '/api/auth/sessions')).statusCode).toBe(401)
  expect((await logIn(testApp, email)).json().isAdmin).toBe(false)
  expect(said).toEqual([`${email} is an admin now.`, `${email} is no admin any more and is logged out.`])
  const entries = await testApp.db.selectFrom('audit').select(['action', 'subject', 'network']).execute()
  expect(entries).toContainEqual({ action: 'admin.made', subject: ada.id, network: 'command-line' })
})

test('a code to set a new password is printed and works', async () => {
  const testApp = await openTestApp()
  const { said, hand } = handOf(testApp)
  const email = await givePassword(testApp, await testApp.user('Ada'))
  expect(await runAdmin(hand, ['reset-password', email])).toBe(true)
  const [intro, code = ''] = said.join('').split('\n')
  expect(intro).toBe(`Code for ${email}, valid once and for 10 minutes at /reset-password:`)
  const draft = { email, code, newPassword: 'plum tree 44', confirmPassword: 'plum tree 44' }
  expect((await testApp.request('POST', '/api/auth/reset', draft)).statusCode).toBe(200)
  expect((await logIn(testApp, email, 'plum tree 44')).statusCode).toBe(200)
  expect(JSON.stringify(await testApp.db.selectFrom('audit').selectAll().execute())).not.toContain(code)
})

test('end-sessions logs out that user only', async () => {
  const testApp = await openTestApp()
  const [ada, bea] = [await testApp.user('Ada'), await testApp.user('Bea')]
  const email = await givePassword(testApp, ada)
  expect(await runAdmin(handOf(testApp).hand, ['end-sessions', email])).toBe(true)
  expect((await ada.request('GET', '/api/auth/sessions')).statusCode).toBe(401)
  expect((await bea.request('GET', '/api/auth/sessions')).statusCode).toBe(200)
})

test('end-second-step turns off a lost authenticator app, and notifies its owner', async () => {
  const testApp = await openTestApp()
  const { said, hand } = handOf(testApp)
  const ada = await testApp.user('Ada')
  const email = await givePassword(testApp, ada)
  await confirmedApp(testApp, ada)
  expect((await logIn(testApp, email)).json().code).toBe('second_factor')
  expect(await runAdmin(hand, ['end-second-step', email])).toBe(true)
  expect((await logIn(testApp, email)).statusCode).toBe(200)
  expect(await runAdmin(hand, ['end-second-step', email])).toBe(true)
  expect(said).toEqual([`${email} logs in without a code now.`, `${email} has no authenticator app.`])
  const notices = await testApp.db.selectFrom('notifications').select(['user_id', 'kind']).execute()
  expect(notices).toEqual([{ user_id: ada.id, kind: 'security' }])
})

test('delete-user deletes everything they made and corrects all counts and pictures', async () => {
  const testApp = await openTestApp()
  const { hand } = handOf(testApp)
  const { db } = testApp
  const [ada, bea] = [await testApp.user('Ada', 'Teacher'), await testApp.user('Bea', 'Teacher')]
  const email = await givePassword(testApp, ada)
  const photo = await hand.images.save(await picture('#112233'), { kind: 'portrait', ownerId: ada.id })
  await db.updateTable('users').set({ photo }).where('id', '=', ada.id).execute()
  const [hers, others] = [
    await insertPlaylist(testApp, { teacher: ada }),
    await insertPlaylist(testApp, { teacher: bea }),
  ]
  const now = new Date().toISOString()
  const image = bea.id.padEnd(64, '0')
  const course = { title: 'One', title_key: 'one', video_id: 'UB1O30fR-EE', description: 'x', image }
  const times = { created_at: now, updated_at: now }
  await db
    .insertInto('courses')
    .values({ id: 'c', playlist_id: others, likes_count: 2, comments_count: 3, ...course, ...times })
    .execute()
  for (const { id } of [ada, bea]) {
    await db
      .insertInto('likes')
      .values({ id: `l${id}`, course_id: 'c', user_id: id })
      .execute()
    await db
      .insertInto('saves')
      .values([hers, others].map((playlist_id) => ({ id: `${id}${playlist_id}`, user_id: id, playlist_id })))
      .execute()
  }
  await db.updateTable('playlists').set({ saves_count: 2 }).execute()
  await db.updateTable('users').set({ saves_count: 2 }).execute()
  const said = [ada, ada, bea].map((person, index) => ({
    id: `m${index}`,
    course_id: 'c',
    user_id: person.id,
    text: 'Hello',
    ...times,
  }))
  await db.insertInto('comments').values(said).execute()

  expect(await runAdmin(hand, ['delete-user', email])).toBe(true)

  expect(await db.selectFrom('users').select(['id', 'saves_count']).execute()).toEqual([
    { id: bea.id, saves_count: 1 },
  ])
  expect(await db.selectFrom('playlists').select(['id', 'saves_count']).execute()).toEqual([
    { id: others, saves_count: 1 },
  ])
  expect(await db.selectFrom('courses').select(['likes_count', 'comments_count']).execute()).toEqual([
    { likes_count: 1, comments_count: 1 },
  ])
  expect(await db.selectFrom('comments').select('user_id').execute()).toEqual([{ user_id: bea.id }])
  expect((await ada.request('GET', '/api/auth/sessions')).statusCode).toBe(401)
  expect((await logIn(testApp, email)).statusCode).toBe(401)
  const files = await readdir(join(mediaFolder(testApp.folder)), { recursive: true })
  expect(files.filter((file) => file.includes(photo))).toEqual([])
  const entries = await db.selectFrom('audit').select(['action', 'subject']).execute()
  expect(entries).toContainEqual({ action: 'user.deleted', subject: ada.id })
})

test.each([[[]], [['make']], [['constructor', 'ada@example.org']], [['make', 'a@b.org', 'more']]])(
  'an invalid command line prints the usage: %o',
  async (words) => {
    const { said, hand } = handOf(await openTestApp())
    expect(await runAdmin(hand, words)).toBe(false)
    expect(said.join('')).toContain('Usage: npm run admin -- <command> <email>')
  },
)

test('an unknown address gets a message', async () => {
  const { said, hand } = handOf(await openTestApp())
  expect(await runAdmin(hand, ['delete-user', 'nobody@example.org'])).toBe(false)
  expect(said).toEqual(['Nobody is registered as nobody@example.org.'])
})

test('transcribe needs no address, but a program that writes captions', async () => {
  const testApp = await openTestApp()
  const without = handOf(testApp)
  expect(await runAdmin(without.hand, ['transcribe'])).toBe(false)
  expect(without.said).toEqual(['Set TRANSCRIBE_COMMAND first (docs/OPERATING.md).'])
  const { hand, said } = handOf(testApp, true)
  expect(await runAdmin(hand, ['transcribe'])).toBe(true)
  expect(said).toEqual(['0 videos wait for captions. The site writes them one after the other.'])
})

test('setup-code prints where to make the first admin, and makes former codes useless', async () => {
  const testApp = await openTestApp()
  const { said, hand } = handOf(testApp)
  expect(await runAdmin(hand, ['setup-code'])).toBe(true)
  expect(said).toEqual([
    expect.stringMatching(
      /^This site has no admin yet. Open https:\/\/school.example\/setup and enter the code \w{4}-\w{4}\.$/,
    ),
  ])
  await testApp.user('Ada', 'Student', { isAdmin: true })
  expect(await runAdmin(hand, ['setup-code'])).toBe(false)
  expect(said[1]).toBe('This site has an admin already, or has never been started.')
})
