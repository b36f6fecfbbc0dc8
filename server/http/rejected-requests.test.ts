import { expect, test } from 'vitest'
import { openTestApp, type TestApp, Upload } from '#server/test-app.ts'
import { makeReadOnly } from '#server/test-database.ts'

function recordOf({ db }: TestApp) {
  return db.selectFrom('audit').select(['action', 'actor_id', 'network', 'detail', 'request_id']).execute()
}

test('the audit table records writes without a login or permission, with user, network, action and request', async () => {
  const testApp = await openTestApp()
  const ann = await testApp.user('Ann')
  const visitor = await testApp.request('POST', '/api/comments', {})
  const stale = await testApp.request(
    'DELETE',
    '/api/auth/sessions',
    {},
    { authorization: 'Bearer undefined' },
  )
  const student = await ann.request('POST', '/api/categories', { title: 'art' })
  expect([visitor, stale, student].map(({ statusCode }) => statusCode)).toEqual([401, 401, 403])
  const kept = (actorId: string | null, method: string, path: string) => ({
    action: 'refused',
    actor_id: actorId,
    network: '127.0.0.1',
    detail: JSON.stringify({ method, path }),
  })
  const record = await recordOf(testApp)
  expect(record.map(({ request_id: _id, ...row }) => row)).toEqual([
    kept(null, 'POST', '/api/comments'),
    kept(null, 'DELETE', '/api/auth/sessions'),
    kept(ann.id, 'POST', '/api/categories'),
  ])
  expect(record.map(({ request_id }) => request_id)).toEqual(
    [visitor, stale, student].map(({ headers }) => headers['x-request-id']),
  )
})

test('a read that needs a login is no event', async () => {
  const testApp = await openTestApp()
  expect((await testApp.request('GET', '/api/auth/sessions')).statusCode).toBe(401)
  expect(await recordOf(testApp)).toEqual([])
})

test('an error that the rule throws is recorded, too', async () => {
  const testApp = await openTestApp()
  const [ann, bob] = [await testApp.user('Ann'), await testApp.user('Bob')]
  const rejected = await ann.request('PUT', `/api/users/profile/${bob.id}`, new Upload({}))
  expect(rejected.statusCode).toBe(403)
  expect(await recordOf(testApp)).toMatchObject([{ action: 'refused', actor_id: ann.id }])
})

test('a flood of rejections is no flood of writes: the table keeps some, the log all', async () => {
  const lines: string[] = []
  const testApp = await openTestApp({ log: (line) => lines.push(line) })
  for (let n = 0; n < 50; n += 1) await testApp.request('POST', '/api/comments', {})
  expect(await recordOf(testApp)).toHaveLength(30)
  expect(lines.filter((line) => line.includes('"audit":"refused"'))).toHaveLength(50)
  const elsewhere = await testApp.app.inject({
    method: 'POST',
    url: '/api/comments',
    payload: {},
    remoteAddress: '203.0.113.9',
  })
  expect(elsewhere.statusCode).toBe(401)
  expect(await recordOf(testApp)).toHaveLength(31)
})

test('a reached limit is recorded once a minute for each network', async () => {
  const testApp = await openTestApp({ rateScale: 1 })
  const ann = await testApp.user('Ann')
  const statuses: number[] = []
  for (let n = 0; n < 65; n += 1) {
    statuses.push((await ann.request('DELETE', '/api/auth/sessions', { password: '' })).statusCode)
  }
  expect(statuses.filter((status) => status === 429)).toHaveLength(5)
  expect(await recordOf(testApp)).toMatchObject([{ action: 'throttled', actor_id: ann.id }])
})

test('an error is answered even while nothing can be recorded', async () => {
  const testApp = await openTestApp()
  await makeReadOnly(testApp.db)
  expect((await testApp.request('POST', '/api/comments', {})).statusCode).toBe(401)
})
