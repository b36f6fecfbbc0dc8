import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { ensureFirstAdmin } from '#server/features/auth/first-admin.ts'
import { createImageFiles } from '#server/features/media/image-files.ts'
import { createImages } from '#server/features/media/media.ts'
import { mediaFolder } from '#server/features/media/media-folder.ts'
import { openHouse, picture, type TestHouse } from '#server/test-app.ts'
import { givePassword, PASSWORD } from '#server/test-passwords.ts'
import { insertPlaylist } from '#server/test-publications.ts'
import { runAdmin } from './admin.ts'

const ADMIN = { ADMIN_EMAIL: 'Root@example.org', ADMIN_PASSWORD: 'a long enough password' }

function handOf({ db, folder }: TestHouse) {
  const said: string[] = []
  const images = createImages({ db, files: createImageFiles(mediaFolder(folder)) })
  return { said, hand: { db, images, say: (line: string) => said.push(line) } }
}

function logIn({ ask }: TestHouse, email: string, password = PASSWORD) {
  return ask('POST', '/api/auth/login', { email, password })
}

async function firstAdmin(house: TestHouse, config: { ADMIN_EMAIL?: string; ADMIN_PASSWORD?: string }) {
  const warnings: string[] = []
  const { db, images } = handOf(house).hand
  const { log } = Fastify({ logger: false })
  await ensureFirstAdmin({ db, images, config, log, warn: (line) => warnings.push(line) })
  return warnings
}

test('the first admin is made at the first start and never changed after', async () => {
  const house = await openHouse()
  expect(await firstAdmin(house, ADMIN)).toEqual([])
  const { ADMIN_EMAIL: email, ADMIN_PASSWORD: password } = ADMIN
  const user = (await logIn(house, email, password)).json()
  expect(user).toMatchObject({ username: 'Admin', email, role: 'Student', isAdmin: true })
  expect((await house.ask('GET', user.profilePhoto.url)).statusCode).toBe(200)
  await firstAdmin(house, { ...ADMIN, ADMIN_PASSWORD: 'another long password' })
  expect((await logIn(house, email, password)).statusCode).toBe(200)
  expect((await logIn(house, email, 'another long password')).statusCode).toBe(401)
})

test('the first admin is in the audit record once, as made at the start and without the password', async () => {
  const house = await openHouse()
  await firstAdmin(house, ADMIN)
  await firstAdmin(house, ADMIN)
  const { id } = await house.db.selectFrom('users').select('id').executeTakeFirstOrThrow()
  const entries = await house.db.selectFrom('audit').selectAll().execute()
  expect(entries).toMatchObject([
    { action: 'admin.made', actor_id: null, subject: id, network: 'start', request_id: 'start' },
  ])
  expect(JSON.stringify(entries)).not.toContain(ADMIN.ADMIN_PASSWORD)
})

test('a short admin password is accepted with a warning, and without the variables nobody is made', async () => {
  const house = await openHouse()
  expect(await firstAdmin(house, {})).toEqual([])
  expect(await house.db.selectFrom('users').select('id').execute()).toEqual([])
  expect(await firstAdmin(house, { ...ADMIN, ADMIN_PASSWORD: 'fourteen chars' })).toEqual([
    'ADMIN_PASSWORD has fewer than 15 characters: an admin should have a longer one.',
  ])
  expect((await logIn(house, ADMIN.ADMIN_EMAIL, 'fourteen chars')).statusCode).toBe(200)
})

test('somebody who has the address already keeps their account and gains nothing', async () => {
  const house = await openHouse()
  const ada = await house.user('Ada')
  const email = await givePassword(house, ada)
  await firstAdmin(house, { ADMIN_EMAIL: email, ADMIN_PASSWORD: 'another long password' })
  expect((await logIn(house, email)).json()).toMatchObject({ _id: ada.id, isAdmin: false })
})

test('a person is made an admin at once, and unmade with all their sessions', async () => {
  const house = await openHouse()
  const { said, hand } = handOf(house)
  const ada = await house.user('Ada')
  const email = await givePassword(house, ada)
  expect(await runAdmin(hand, ['make', email.toUpperCase()])).toBe(true)
  expect((await ada.ask('GET', `/api/users/profile/${ada.id}`)).json().isAdmin).toBe(true)
  expect(await runAdmin(hand, ['unmake', email])).toBe(true)
  expect((await ada.ask('GET', '/api/auth/sessions')).statusCode).toBe(401)
  expect((await logIn(house, email)).json().isAdmin).toBe(false)
  expect(said).toEqual([`${email} is an admin now.`, `${email} is no admin any more and is logged out.`])
  const entries = await house.db.selectFrom('audit').select(['action', 'subject', 'network']).execute()
  expect(entries).toContainEqual({ action: 'admin.made', subject: ada.id, network: 'command-line' })
})

test('a code to set a new password is printed and works', async () => {
  const house = await openHouse()
  const { said, hand } = handOf(house)
  const email = await givePassword(house, await house.user('Ada'))
  expect(await runAdmin(hand, ['reset-password', email])).toBe(true)
  const [intro, code = ''] = said.join('').split('\n')
  expect(intro).toBe(`Code for ${email}, valid once and for 10 minutes at /reset-password:`)
  const draft = { email, code, newPassword: 'plum tree 44', confirmPassword: 'plum tree 44' }
  expect((await house.ask('POST', '/api/auth/reset', draft)).statusCode).toBe(200)
  expect((await logIn(house, email, 'plum tree 44')).statusCode).toBe(200)
  expect(JSON.stringify(await house.db.selectFrom('audit').selectAll().execute())).not.toContain(code)
})

test('a person is logged out everywhere, and nobody else', async () => {
  const house = await openHouse()
  const [ada, bea] = [await house.user('Ada'), await house.user('Bea')]
  const email = await givePassword(house, ada)
  expect(await runAdmin(handOf(house).hand, ['end-sessions', email])).toBe(true)
  expect((await ada.ask('GET', '/api/auth/sessions')).statusCode).toBe(401)
  expect((await bea.ask('GET', '/api/auth/sessions')).statusCode).toBe(200)
})

test('a deleted person takes with them all they made, and every count and picture says so', async () => {
  const house = await openHouse()
  const { hand } = handOf(house)
  const { db } = house
  const [ada, bea] = [await house.user('Ada', 'Teacher'), await house.user('Bea', 'Teacher')]
  const email = await givePassword(house, ada)
  const photo = await hand.images.save(await picture('#112233'), { kind: 'portrait', ownerId: ada.id })
  await db.updateTable('users').set({ photo }).where('id', '=', ada.id).execute()
  const [hers, others] = [
    await insertPlaylist(house, { teacher: ada }),
    await insertPlaylist(house, { teacher: bea }),
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
  expect((await ada.ask('GET', '/api/auth/sessions')).statusCode).toBe(401)
  expect((await logIn(house, email)).statusCode).toBe(401)
  const files = await readdir(join(mediaFolder(house.folder)), { recursive: true })
  expect(files.filter((file) => file.includes(photo))).toEqual([])
  const entries = await db.selectFrom('audit').select(['action', 'subject']).execute()
  expect(entries).toContainEqual({ action: 'user.deleted', subject: ada.id })
})

test.each([[[]], [['make']], [['constructor', 'ada@example.org']], [['make', 'a@b.org', 'more']]])(
  'a command line that is none shows how one is written: %o',
  async (words) => {
    const { said, hand } = handOf(await openHouse())
    expect(await runAdmin(hand, words)).toBe(false)
    expect(said.join('')).toContain('Usage: npm run admin -- <command> <email>')
  },
)

test('an address that nobody has is told', async () => {
  const { said, hand } = handOf(await openHouse())
  expect(await runAdmin(hand, ['delete-user', 'nobody@example.org'])).toBe(false)
  expect(said).toEqual(['Nobody is registered as nobody@example.org.'])
})
