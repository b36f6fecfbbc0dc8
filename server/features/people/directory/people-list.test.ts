import { expect, test } from 'vitest'
import type { Person } from '#contract/people/people.ts'
import { openTestApp, type TestApp, type TestUser, Upload } from '#server/test-app.ts'
import { insertGroup } from '#server/test-groups.ts'
import { addMissingWords } from './words.queries.ts'

async function setAddress({ db }: TestApp, { id }: TestUser, email: string): Promise<void> {
  await db.updateTable('users').set({ email, email_key: email }).where('id', '=', id).execute()
}

/** A school with five people besides its admin. */
async function openSchool() {
  const testApp = await openTestApp()
  const helen = await testApp.user('Helen Park', 'Other', { isAdmin: true })
  const marta = await testApp.user('Marta Lindqvist', 'Teacher')
  const martin = await testApp.user('Martin Osei')
  const omar = await testApp.user('Omar Haddad')
  const tomas = await testApp.user('Tomás Martín', 'Teacher')
  await setAddress(testApp, helen, 'helen@park-hill.example')
  await setAddress(testApp, omar, 'omar@marlow.example')
  await addMissingWords(testApp.db)
  const groupId = await insertGroup(testApp, { name: 'Class 7b', leads: [marta], members: [martin] })
  const find = async (query: string) => (await helen.request('GET', `/api/admin/users?${query}`)).json()
  const names = async (query: string) => (await find(query)).people.map(({ username }: Person) => username)
  return { testApp, helen, marta, martin, omar, tomas, groupId, find, names }
}

test('each word of the search begins a word of the name or the address', async () => {
  const { names } = await openSchool()
  expect(await names('q=mar')).toEqual(['Marta Lindqvist', 'Martin Osei', 'Omar Haddad', 'Tomás Martín'])
  expect(await names('q=MARTI')).toEqual(['Martin Osei', 'Tomás Martín'])
  expect(await names('q=martin%20tomas')).toEqual(['Tomás Martín'])
  expect(await names('q=omar@marlow.exa')).toEqual(['Omar Haddad'])
  expect(await names('q=hill%20park')).toEqual(['Helen Park'])
  expect(await names('q=arta')).toEqual([])
  expect(await names('q=!!')).toEqual([])
})

test('a person of the list says role, groups, state and when they were last active', async () => {
  const { testApp, marta, groupId, find } = await openSchool()
  expect(await find('q=lindqvist')).toEqual({
    people: [
      {
        _id: marta.id,
        username: 'Marta Lindqvist',
        email: expect.any(String),
        role: 'Teacher',
        profilePhoto: expect.any(Object),
        isAdmin: false,
        state: 'active',
        groups: [{ _id: groupId, name: 'Class 7b' }],
        createdAt: expect.any(String),
        lastActiveAt: expect.any(String),
      },
    ],
    everybody: 5,
    total: 1,
    nextCursor: null,
  })
  await testApp.db.deleteFrom('sessions').where('user_id', '=', marta.id).execute()
  expect((await find('q=lindqvist')).people[0].lastActiveAt).toBeNull()
})

test('filters narrow the list, and every order goes on over pages', async () => {
  const { testApp, marta, martin, omar, groupId, find, names } = await openSchool()
  expect(await names('role=Teacher')).toEqual(['Marta Lindqvist', 'Tomás Martín'])
  expect(await names(`group=${groupId}`)).toEqual(['Marta Lindqvist', 'Martin Osei'])
  expect(await names(`group=${groupId}&q=osei`)).toEqual(['Martin Osei'])
  const now = new Date().toISOString()
  const set = (id: string, changes: object) =>
    testApp.db.updateTable('users').set(changes).where('id', '=', id).execute()
  await set(omar.id, { suspended_at: now, suspended_reason: 'Spam.' })
  await set(martin.id, { confirm_first: 1 })
  await set(marta.id, { deleted_at: now, suspended_at: now })
  expect(await names('state=suspended')).toEqual(['Omar Haddad'])
  expect(await names('state=unconfirmed')).toEqual(['Martin Osei'])
  expect(await names('state=deleted')).toEqual(['Marta Lindqvist'])
  expect(await names('state=active')).toEqual(['Helen Park', 'Tomás Martín'])
  for (const [order, first] of [
    ['sort=name', 'Helen Park'],
    ['sort=created&order=asc', 'Helen Park'],
    ['sort=created', 'Tomás Martín'],
    ['sort=email&order=desc', 'Tomás Martín'],
  ] as const) {
    const all: string[] = []
    let cursor = ''
    do {
      const page = await find(`${order}&limit=2${cursor && `&cursor=${cursor}`}`)
      expect(page.total).toBe(5)
      all.push(...page.people.map(({ username }: Person) => username))
      cursor = page.nextCursor ?? ''
    } while (cursor !== '')
    expect(new Set(all).size, order).toBe(5)
    expect(all).toEqual(await names(order))
    if (!order.startsWith('sort=email')) expect(all[0]).toBe(first)
  }
})

test('a person is found by a new name and address at once, and not by the former ones', async () => {
  const { martin, names } = await openSchool()
  await martin.request('PUT', `/api/users/profile/${martin.id}`, new Upload({ username: 'Max Frost' }))
  expect([await names('q=frost'), await names('q=osei')]).toEqual([['Max Frost'], []])
})

test('where the site asks to confirm, everybody without a confirmed address is unconfirmed', async () => {
  const testApp = await openTestApp({ environment: { VERIFY_EMAIL: 'remind', MAIL_OUTBOX: 'true' } })
  const admin = await testApp.user('Helen Park', 'Other', { isAdmin: true })
  const { people } = (await admin.request('GET', '/api/admin/users?state=unconfirmed')).json()
  expect(people.map(({ username, state }: Person) => [username, state])).toEqual([
    ['Helen Park', 'unconfirmed'],
  ])
})
