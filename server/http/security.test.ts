import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { makeResetCode } from '#server/features/account/auth/reset.ts'
import { openTestApp, picture, Upload } from '#server/test-app.ts'
import { pagePolicy } from './security.ts'

const SITE = 'https://school.example'

test('every answer carries the headers that keep it from being misused', async () => {
  const { request, user } = await openTestApp()
  const student = await user('Sam')
  const answers = [
    await request('GET', '/api/categories'),
    await student.request('GET', '/api/comments'),
    await request('GET', '/api/comments'),
    await request('GET', '/api/nothing'),
    await request('DELETE', '/api/auth/login'),
    await request('POST', '/api/auth/login', {}),
  ]
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 401, 404, 405, 400])
  for (const { headers } of answers) {
    expect(headers).toMatchObject({
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'strict-origin-when-cross-origin',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'x-frame-options': 'DENY',
      'x-xss-protection': '0',
      'content-type': 'application/json; charset=utf-8',
    })
    expect(headers['permissions-policy']).toContain('camera=()')
    expect(headers['x-request-id']).toMatch(/^[0-9a-f]{16}$/)
    expect(headers['set-cookie']).toBeUndefined()
    expect(headers['x-powered-by']).toBeUndefined()
    expect(headers['access-control-allow-origin']).toBeUndefined()
    expect(headers['strict-transport-security']).toBeUndefined()
  }
})

test('replies to a token and rejections are never cached', async () => {
  const { request, user } = await openTestApp()
  const student = await user('Sam')
  for (const { headers } of [
    await student.request('GET', '/api/categories'),
    await request('GET', '/api/categories', undefined, { authorization: 'Bearer undefined' }),
    await request('GET', '/api/nothing'),
    await request('POST', '/api/auth/login', {}),
  ]) {
    expect(headers['cache-control']).toBe('no-store')
    expect(headers.etag).toBeUndefined()
  }
})

test('a visitor’s repeated read costs a 304, and a changed answer is sent again', async () => {
  const { request, user } = await openTestApp()
  const admin = await user('Root', 'Student', { isAdmin: true })
  const first = await request('GET', '/api/categories')
  expect(first.headers).toMatchObject({
    'cache-control': 'public, max-age=0, must-revalidate',
    vary: 'Authorization, Origin',
  })
  const etag = String(first.headers.etag)
  for (const known of [etag, `W/${etag}`, `"other", ${etag}`]) {
    const again = await request('GET', '/api/categories', undefined, { 'if-none-match': known })
    expect([again.statusCode, again.body]).toEqual([304, ''])
  }
  await admin.request('POST', '/api/categories', { title: 'art' })
  const changed = await request('GET', '/api/categories', undefined, { 'if-none-match': etag })
  expect(changed.statusCode).toBe(200)
  expect(changed.headers.etag).not.toBe(etag)
})

test('a call open to visitors ignores an invalid token and says so', async () => {
  const { request } = await openTestApp()
  const answer = await request('GET', '/api/categories', undefined, { authorization: 'Bearer undefined' })
  expect(answer.statusCode).toBe(200)
  expect(answer.headers['www-authenticate']).toBe('Bearer error="invalid_token"')
  expect((await request('GET', '/api/categories')).headers['www-authenticate']).toBeUndefined()
})

test.each(['?token=', '?access_token=', '?authorization=Bearer%20'])(
  'a token in the address (%s) is no token',
  async (query) => {
    const { request, user } = await openTestApp()
    const { token } = await user('Sam')
    expect((await request('GET', `/api/comments${query}${token}`)).statusCode).toBe(401)
    const cookie = await request('GET', '/api/comments', undefined, { cookie: `token=${token}` })
    expect(cookie.statusCode).toBe(401)
  },
)

test('only the sites that are listed may read answers, exactly as listed', async () => {
  const { request, app } = await openTestApp({ environment: { CORS_ORIGINS: SITE } })
  const allowed = await request('GET', '/api/categories', undefined, { origin: SITE })
  expect(allowed.headers['access-control-allow-origin']).toBe(SITE)
  expect(allowed.headers['access-control-allow-credentials']).toBeUndefined()
  expect(allowed.headers.vary).toContain('Origin')
  const preflight = await app.inject({
    method: 'OPTIONS',
    url: '/api/comments',
    headers: { origin: SITE, 'access-control-request-method': 'POST' },
  })
  expect(preflight.statusCode).toBe(204)
  expect(preflight.headers).toMatchObject({
    'access-control-allow-origin': SITE,
    'access-control-allow-methods': 'GET, POST, PUT, DELETE',
    'access-control-allow-headers': 'authorization, content-type',
  })
  for (const origin of [`${SITE}.evil.example`, 'http://school.example', `${SITE}:8443`, 'null', '*']) {
    const other = await request('GET', '/api/categories', undefined, { origin })
    expect(other.headers['access-control-allow-origin']).toBeUndefined()
    const asked = await app.inject({ method: 'OPTIONS', url: '/api/comments', headers: { origin } })
    expect(asked.headers['access-control-allow-origin']).toBeUndefined()
    expect(asked.headers['access-control-allow-methods']).toBeUndefined()
  }
})

const SIGN_INS = ['login', 'register', 'reset', 'registe%72', '%6cogin', 'rese%74'].map(
  (name) => `/api/auth/${name}`,
)

test.each(SIGN_INS)('another site cannot sign a person in by %s, unless it is listed', async (url) => {
  const { request } = await openTestApp({ environment: { CORS_ORIGINS: SITE } })
  const statusFrom = async (headers: Record<string, string>) => {
    const answer = await request('POST', url, {}, { 'sec-fetch-site': 'cross-site', ...headers })
    return [answer.statusCode, answer.json().message]
  }
  const rejected = [403, 'Cross-site request refused.']
  expect(await statusFrom({})).toEqual(rejected)
  for (const origin of ['https://evil.example', `${SITE}.evil.example`, 'null'])
    expect(await statusFrom({ origin })).toEqual(rejected)
  expect((await statusFrom({ origin: SITE }))[0]).not.toBe(403)
  expect((await statusFrom({ 'sec-fetch-site': 'same-origin' }))[0]).not.toBe(403)
})

test('a listed site may sign a person up, log them in and reset their password', async () => {
  const { request, db } = await openTestApp({ environment: { CORS_ORIGINS: SITE } })
  const headers = { origin: SITE, 'sec-fetch-site': 'cross-site' }
  const email = 'kim@example.org'
  const passwords = (password: string) => ({ password, confirmPassword: password })
  const form = { username: 'Kim', email, role: 'Student', ...passwords('six blue herons fly') }
  const photo = { field: 'profilePhoto', bytes: await picture() }
  const signedUp = await request('POST', '/api/auth/register', new Upload(form, photo), headers)
  expect([signedUp.statusCode, signedUp.headers['access-control-allow-origin']]).toEqual([201, SITE])
  const login = await request('POST', '/api/auth/login', { email, password: form.password }, headers)
  expect(login.statusCode).toBe(200)
  const code = await makeResetCode(db, login.json()._id)
  const reset = { email, code, newPassword: 'nine red foxes run', confirmPassword: 'nine red foxes run' }
  expect((await request('POST', '/api/auth/reset', reset, headers)).statusCode).toBe(200)
})

test('two Host headers are rejected, also for a cached response', async () => {
  const { app } = await openTestApp({ cached: true })
  const { port } = new URL(await app.listen({ host: '127.0.0.1', port: 0 }))
  const statusOf = async (hosts: string) => {
    const socket = connect(Number(port), '127.0.0.1')
    socket.write(`GET /api/categories HTTP/1.1\r\n${hosts}connection: close\r\n\r\n`)
    return (await text(socket)).slice(9, 12)
  }
  expect(await statusOf('host: a\r\n')).toBe('200')
  for (const hosts of ['host: a\r\nhost: b\r\n', 'Host: a\r\nhOST: a\r\n'])
    expect(await statusOf(hosts)).toBe('400')
})

test('the address that a proxy names counts only when the proxy is trusted', async () => {
  const limited = async (environment: Record<string, string>) => {
    const { request } = await openTestApp({ rateScale: 0.005, environment })
    const statuses: number[] = []
    for (let count = 0; count < 6; count += 1) {
      const headers = { 'x-forwarded-for': `203.0.113.${count}`, 'x-forwarded-proto': 'https' }
      statuses.push((await request('GET', '/api/categories', undefined, headers)).statusCode)
    }
    return statuses
  }
  expect(await limited({})).toEqual([200, 200, 200, 429, 429, 429])
  expect(await limited({ TRUST_PROXY: '10.0.0.0/8' })).toEqual([200, 200, 200, 429, 429, 429])
  expect(await limited({ TRUST_PROXY: '127.0.0.1' })).toEqual(Array(6).fill(200))
})

test('behind a trusted proxy with TLS, answers have HSTS', async () => {
  const trusting = await openTestApp({ environment: { TRUST_PROXY: '127.0.0.0/8' } })
  const forwarded = { 'x-forwarded-proto': 'https' }
  const secure = await trusting.request('GET', '/api/categories', undefined, forwarded)
  expect(secure.headers['strict-transport-security']).toBe('max-age=63072000; includeSubDomains')
  const doubting = await openTestApp()
  const claimed = await doubting.request('GET', '/api/categories', undefined, forwarded)
  expect(claimed.headers['strict-transport-security']).toBeUndefined()
})

test('pages may run our own scripts and nothing that was written into them', () => {
  const policy = pagePolicy({ publicUrl: SITE, scriptHash: "'sha256-abc='" })
  expect(policy).toContain(`script-src ${SITE}/assets/ 'sha256-abc='`)
  expect(pagePolicy({ publicUrl: undefined, scriptHash: "'sha256-abc='" })).toContain(
    "script-src 'self' 'sha256-abc='",
  )
  expect(policy).toMatch(/^default-src 'none'; /)
  expect(policy).not.toMatch(
    /unsafe|\*|https?:(?!\/\/(school\.example|www\.youtube-nocookie\.com|player\.vimeo\.com))/,
  )
})

test('pages may frame the players of YouTube and Vimeo, and nothing else', () => {
  const policy = pagePolicy({ publicUrl: SITE, scriptHash: "'sha256-abc='" })
  expect(policy.split('; ')).toContain('frame-src https://www.youtube-nocookie.com https://player.vimeo.com')
})

test('of styles within a page only its own are allowed', () => {
  const policy = (styleHash?: string) =>
    pagePolicy({ publicUrl: SITE, scriptHash: "'sha256-abc='", styleHash })
  expect(policy("'sha256-def='")).toContain("; style-src 'self' 'sha256-def='; ")
  expect(policy()).toContain("; style-src 'self'; ")
})

test('pictures may come from MEDIA_URL’s origin, and nothing else may', () => {
  const mediaUrl = 'https://cdn.example/pictures'
  const policy = pagePolicy({ publicUrl: SITE, mediaUrl, scriptHash: "'sha256-abc='" })
  expect(policy).toContain("; img-src 'self' https://cdn.example data: blob:;")
  expect(policy.split('cdn.example')).toHaveLength(2)
})
