import { expect, test } from 'vitest'
import { openTestApp, type TestUser, Upload } from '#server/test-app.ts'
import { rejectName } from './names.ts'

const REJECTED = { code: 'invalid', errors: { username: 'Choose another name.' } }

function rename(person: TestUser, username: string) {
  return person.request('PUT', `/api/users/profile/${person.id}`, new Upload({ username }))
}

test.each([
  ['as it is', 'Mia Iverson'],
  ['in other case', 'MIA IVERSON'],
  ['with accents', 'Mïa Ivérson'],
  ['in full-width letters', 'Ｍｉａ　Ｉｖｅｒｓｏｎ'],
  ['in mathematical letters', '𝐌𝐢𝐚 𝐈𝐯𝐞𝐫𝐬𝐨𝐧'],
  ['with Cyrillic letters', 'Міа Іvеrsоn'],
  ['with Greek capitals', 'ΜΙΑ IVERSON'],
  ['with digits and small letters', 'M1a lvers0n'],
  ['with two letters for one', 'Mia lverson'],
  ['with something invisible', 'M\u00adia\u200d Iverson'],
])('a name that is an admin’s %s is rejected', async (_how, username) => {
  const { db, user } = await openTestApp()
  await user('Mia Iverson', 'Teacher', { isAdmin: true })
  await expect(rejectName(db, { username })).rejects.toMatchObject(REJECTED)
})

test.each([
  'ada@example.org',
  'ADA@Example.org',
  'ada＠example．org',
  'jörg@müller.example',
  'ada\u00ad@example.org',
])('a name that is an e-mail address is rejected: %s', async (username) => {
  const { db } = await openTestApp()
  await expect(rejectName(db, { username })).rejects.toMatchObject(REJECTED)
})

test.each(['Mia Ivers', 'Mia', 'Iverson Mia', 'Ada @ home', 'Mia @example.org', 'Åsa Öst'])(
  'another name is free: %s',
  async (username) => {
    const { db, user } = await openTestApp()
    await user('Mia Iverson', 'Teacher', { isAdmin: true })
    await expect(rejectName(db, { username })).resolves.toBeUndefined()
  },
)

test('users who are not admins may have the same name', async () => {
  const { db, user } = await openTestApp()
  await user('Mia Iverson', 'Teacher')
  await expect(rejectName(db, { username: 'Mia Iverson' })).resolves.toBeUndefined()
})

test('a profile takes no admin’s name, but whoever has a name keeps it, and so does the admin', async () => {
  const { user } = await openTestApp()
  const admin = await user('Mia Iverson', 'Teacher', { isAdmin: true })
  const namesake = await user('Mia Iverson')
  const other = await user('Noah')
  const rejected = await rename(other, 'mia iversоn')
  expect(rejected.statusCode).toBe(400)
  expect(rejected.json()).toMatchObject(REJECTED)
  expect((await rename(namesake, 'Mia Iverson')).statusCode).toBe(200)
  expect((await rename(namesake, 'MIA Iverson')).statusCode).toBe(400)
  expect((await rename(admin, 'MIA Iverson')).statusCode).toBe(200)
})
