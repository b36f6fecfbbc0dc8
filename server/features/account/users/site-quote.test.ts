import { expect, test } from 'vitest'
import { openTestApp, type TestApp, type TestUser, Upload } from '#server/test-app.ts'
import { report } from '#server/test-reports.ts'

const say = ({ id, request }: TestUser, siteQuote: string) =>
  request('PUT', `/api/users/profile/${id}`, new Upload({ siteQuote }))

async function quoteOf({ request }: TestApp, { id }: TestUser): Promise<string | undefined> {
  return (await request('GET', `/api/users/profile/${id}`)).json().siteQuote
}

test('a user writes a sentence about the site, which everybody reads, and takes it back', async () => {
  const testApp = await openTestApp()
  const sam = await testApp.user('Sam')
  expect(await quoteOf(testApp, sam)).toBeUndefined()
  expect((await say(sam, '  Short \n videos,   at last. ')).statusCode).toBe(400)
  expect((await say(sam, '  Short videos,   at last. ')).statusCode).toBe(200)
  expect(await quoteOf(testApp, sam)).toBe('Short videos, at last.')
  await sam.request('PUT', `/api/users/profile/${sam.id}`, new Upload({ username: 'Sam Sailor' }))
  expect(await quoteOf(testApp, sam)).toBe('Short videos, at last.')
  await say(sam, '')
  expect(await quoteOf(testApp, sam)).toBeUndefined()
})

test.each([
  ['é'.repeat(280), 200, undefined],
  ['é'.repeat(281), 400, 'Your sentence must be at most 280 characters.'],
  ['One\u0007two', 400, 'Your sentence contains characters that are not allowed.'],
])('a sentence follows the rules of texts: %s', async (text, status, message) => {
  const testApp = await openTestApp()
  const answer = await say(await testApp.user('Sam'), text)
  expect(answer.statusCode).toBe(status)
  expect(answer.json().errors?.siteQuote).toBe(message)
})

test('About lists only users with a sentence, newest first, and no suspended ones', async () => {
  const testApp = await openTestApp()
  const [sam, sue, sid] = await testApp.users([{ name: 'Sam' }, { name: 'Sue' }, { name: 'Sid' }])
  if (!(sam && sue && sid)) throw new Error('There is no student.')
  await testApp.user('Silent')
  for (const user of [sam, sue, sid]) await say(user, `${user.username} likes it.`)
  await testApp.db
    .updateTable('users')
    .set({ suspended_at: new Date().toISOString() })
    .where('id', '=', sue.id)
    .execute()
  const list = async (query = '') =>
    (await testApp.request('GET', `/api/users/profile?quoted=true${query}`)).json()
  const all = await list()
  expect(all.users.map(({ siteQuote }: { siteQuote: string }) => siteQuote).toSorted()).toEqual([
    'Sam likes it.',
    'Sid likes it.',
  ])
  expect(all.total).toBe(2)
  const page = await list('&limit=1')
  const rest = await list(`&limit=1&cursor=${page.nextCursor}`)
  expect([...page.users, ...rest.users]).toEqual(all.users)
  expect((await testApp.request('GET', '/api/users/profile?quoted=yes')).statusCode).toBe(400)
})

test('an admin who reads a report of a profile reads its sentence, too', async () => {
  const testApp = await openTestApp()
  const admin = await testApp.user('Root', 'Other', { isAdmin: true, profession: 'Operator' })
  const iris = await testApp.user('Iris', 'Other', { profession: 'Librarian' })
  const sam = await testApp.user('Sam')
  await say(iris, 'Buy my book.')
  await report(sam, 'user', iris.id)
  const { groups } = (await admin.request('GET', '/api/admin/reports')).json()
  expect(groups).toMatchObject([{ subject: { kind: 'user', text: 'Librarian\nBuy my book.' } }])
})
