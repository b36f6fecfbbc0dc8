import { expect, test } from 'vitest'
import { ACCESS } from '#contract/access.ts'
import { api } from '#contract/api.ts'
import { CALLS } from '#contract/calls.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { SESSION_EXPIRED } from '#contract/messages.ts'
import { audienceOf } from '#server/auth/permissions.ts'
import { openTestApp, type TestApp, type TestUser } from '#server/test-app.ts'

const NOTHING = '0'.repeat(24)

const audience = ({ name }: Endpoint) => audienceOf(ACCESS[name])

/** The calls of each feature, which share a site because they reject everything here. */
function features(keep: (endpoint: Endpoint) => boolean) {
  return Object.entries(api)
    .map(([feature, calls]) => ({ feature, endpoints: Object.values<Endpoint>(calls).filter(keep) }))
    .filter(({ endpoints }) => endpoints.length > 0)
}

function addressOf({ path }: Endpoint): string {
  return path.replaceAll(/:\w+/g, NOTHING)
}

/** The call with unknown ids and an invalid body: a caller without permission must not learn about either. */
function callBadly(
  { request }: Pick<TestUser, 'request'>,
  endpoint: Endpoint,
  headers: Record<string, string> = {},
) {
  const [method] = CALLS[endpoint.name]
  if (endpoint.image) {
    const form = { ...headers, 'content-type': 'multipart/form-data; boundary=x' }
    return request(method, addressOf(endpoint), Buffer.from('--x--'), form)
  }
  return request(method, addressOf(endpoint), endpoint.body ? { text: 1, title: 1 } : undefined, headers)
}

test.each(features((endpoint) => audience(endpoint) !== 'anyone'))(
  'a call of $feature asks a visitor to log in before it looks at anything else',
  async ({ endpoints }) => {
    const testApp = await openTestApp()
    for (const endpoint of endpoints) {
      const [rejected] = ACCESS[endpoint.name].seen
      const visitor = await callBadly(testApp, endpoint)
      expect(visitor.statusCode, endpoint.name).toBe(401)
      expect(visitor.json(), endpoint.name).toEqual({
        success: false,
        code: 'login_required',
        message: typeof rejected === 'object' && rejected.message,
        requestId: visitor.headers['x-request-id'],
      })
      expect(visitor.headers['www-authenticate'], endpoint.name).toBe('Bearer realm="api"')
      const stale = await callBadly(testApp, endpoint, { authorization: 'Bearer undefined' })
      expect(stale.statusCode, endpoint.name).toBe(401)
      expect(stale.json(), endpoint.name).toMatchObject({ code: 'invalid_token', message: SESSION_EXPIRED })
      expect(stale.headers['www-authenticate'], endpoint.name).toBe(
        'Bearer realm="api", error="invalid_token"',
      )
    }
  },
)

const isForTeachers = (endpoint: Endpoint) => audience(endpoint).startsWith('teacher')

test.each(features(isForTeachers))(
  'a call of $feature for teachers tells others nothing else',
  async ({ endpoints }) => {
    const { user, db } = await openTestApp()
    const [student, root] = [await user('Sam'), await user('Root', 'Student', { isAdmin: true })]
    for (const endpoint of endpoints) {
      const answer = await callBadly(student, endpoint)
      expect(answer.statusCode, endpoint.name).toBe(403)
      expect(answer.json(), endpoint.name).toMatchObject({
        code: 'forbidden',
        message: 'Only a teacher can do this.',
      })
      const audit = await db.deleteFrom('audit').returning(['action', 'detail']).execute()
      const detail = JSON.stringify({ method: endpoint.method, path: endpoint.path })
      expect(audit).toEqual([{ action: 'refused', detail }])
      const admins = await callBadly(root, endpoint)
      // The input of an admin is checked next.
      const allowed = endpoint.path.includes(':') ? [404] : [200, 400]
      expect(audience(endpoint) === 'teacher' ? [403] : allowed, endpoint.name).toContain(admins.statusCode)
      await db.deleteFrom('audit').execute()
    }
  },
)

test.each(features((endpoint) => audience(endpoint) === 'admin'))(
  'a call of $feature for admins tells others nothing else',
  async ({ endpoints }) => {
    const { user, db } = await openTestApp()
    const others = [await user('Sam'), await user('Ada', 'Teacher')]
    for (const endpoint of endpoints) {
      for (const person of others) {
        const answer = await callBadly(person, endpoint)
        expect(answer.statusCode, endpoint.name).toBe(403)
        expect(answer.json(), endpoint.name).toMatchObject({
          code: 'forbidden',
          message: 'Only an admin can do this.',
        })
      }
      const audit = await db.deleteFrom('audit').returning('action').execute()
      expect(audit, endpoint.name).toEqual([{ action: 'refused' }, { action: 'refused' }])
    }
  },
)

test.each(features(() => true))(
  'a call of $feature is answered at its address and by no other method',
  async ({ endpoints }) => {
    const testApp = await openTestApp()
    for (const endpoint of endpoints) {
      const answer = await callBadly(testApp, endpoint)
      expect(answer.statusCode, endpoint.name).not.toBe(405)
      expect(answer.json().message, endpoint.name).not.toBe('Not found.')
      const wrong = await testApp.app.inject({ method: 'PATCH', url: addressOf(endpoint) })
      expect(wrong.statusCode, endpoint.name).toBe(405)
      expect(wrong.headers.allow?.toString().split(', '), endpoint.name).toContain(endpoint.method)
    }
  },
)

test('an unknown call is a 404, and a wrong method is a 405 with the allowed methods', async () => {
  const { request } = await openTestApp()
  const unknown = await request('GET', '/api/nothing')
  expect(unknown.statusCode).toBe(404)
  expect(unknown.json()).toMatchObject({ success: false, code: 'not_found', message: 'Not found.' })
  const wrong = await request('DELETE', '/api/auth/login')
  expect(wrong.statusCode).toBe(405)
  expect(wrong.headers.allow).toBe('POST')
})

async function admin(): Promise<TestApp & { root: TestUser }> {
  const testApp = await openTestApp()
  return { ...testApp, root: await testApp.user('Root', 'Student', { isAdmin: true }) }
}

test('a missing object comes before a wrong body, and an upload to nothing is not read', async () => {
  const { root, user } = await admin()
  const missing = await root.request('PUT', `/api/categories/${NOTHING}`, { title: '' })
  expect(missing.statusCode).toBe(404)
  const teacher = await user('Ada', 'Teacher')
  const upload = await teacher.request('PUT', `/api/playlists/${NOTHING}`, Buffer.from('no form at all'), {
    'content-type': 'multipart/form-data; boundary=x',
  })
  expect(upload.statusCode).toBe(404)
})

test('size and type come before the token', async () => {
  const { request } = await openTestApp()
  const big = await request('POST', '/api/comments', { text: 'a'.repeat(65_536) })
  expect([big.statusCode, big.json().message]).toEqual([413, 'Request is too large.'])
  const typed = await request('POST', '/api/comments', Buffer.from('text=hello'), {
    'content-type': 'application/x-www-form-urlencoded',
  })
  expect([typed.statusCode, typed.json().message]).toEqual([415, 'Unsupported content type.'])
  const form = await request('POST', '/api/playlists', {})
  expect(form.statusCode).toBe(415)
})

test('the rate limit comes before the token, and a 429 has Retry-After', async () => {
  const { request } = await openTestApp({ rateScale: 0.01 })
  const bad = { authorization: 'Bearer nobody' }
  for (let count = 0; count < 6; count += 1) {
    expect((await request('GET', '/api/comments', undefined, bad)).statusCode).toBe(401)
  }
  const answer = await request('GET', '/api/comments', undefined, bad)
  expect(answer.statusCode).toBe(429)
  const seconds = Number(answer.headers['retry-after'])
  expect(seconds).toBeGreaterThan(0)
  expect(answer.json()).toMatchObject({
    code: 'too_many_requests',
    message: `Too many requests. Please try again in ${seconds} seconds.`,
  })
})

test('one person’s writes do not use up another’s', async () => {
  const { user } = await openTestApp({ rateScale: 0.02 })
  const [one, two] = [
    await user('Root', 'Student', { isAdmin: true }),
    await user('Mia', 'Student', { isAdmin: true }),
  ]
  const add = ({ request }: TestUser) => request('POST', '/api/categories', {})
  expect((await add(one)).statusCode).toBe(400)
  expect((await add(one)).statusCode).toBe(400)
  expect((await add(one)).statusCode).toBe(429)
  expect((await add(two)).statusCode).toBe(400)
})
