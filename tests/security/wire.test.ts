import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { openSite, PASSWORD, type Who } from './site.ts'

const site = openSite({ CORS_ORIGINS: 'https://school.example' })

/** Writes bytes on a new connection and returns everything until the server closes it. */
function raw(bytes: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(site().server.port, '127.0.0.1')
    let text = ''
    socket.on('data', (chunk: Buffer) => {
      text += chunk.toString('latin1')
    })
    socket.on('close', () => resolve(text))
    socket.on('error', (error: NodeJS.ErrnoException) =>
      error.code === 'ECONNRESET' ? resolve(text) : reject(error),
    )
    socket.end(bytes, 'latin1')
  })
}

const statusesIn = (text: string) =>
  [...text.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status))
const HOST = 'Host: localhost\r\n'
const smuggled = `GET /api/courses HTTP/1.1\r\n${HOST}\r\n`
const post = (headers: string, body: string) =>
  `POST /api/auth/login HTTP/1.1\r\n${HOST}Content-Type: application/json\r\n${headers}\r\n${body}`

test('smuggling and framing', async () => {
  for (const [name, bytes] of Object.entries({
    'length and chunks': post('Content-Length: 4\r\nTransfer-Encoding: chunked\r\n', `0\r\n\r\n${smuggled}`),
    'two lengths': post('Content-Length: 2\r\nContent-Length: 40\r\n', `{}${smuggled}`),
    'a list of lengths': post('Content-Length: 2, 40\r\n', `{}${smuggled}`),
    'a signed length': post('Content-Length: +2\r\n', `{}${smuggled}`),
    'a length with a letter': post('Content-Length: 2x\r\n', `{}${smuggled}`),
    'chunked twice': post('Transfer-Encoding: chunked, identity\r\n', `0\r\n\r\n${smuggled}`),
    'a strange coding': post('Transfer-Encoding: xchunked\r\n', `0\r\n\r\n${smuggled}`),
    'a space before the colon': post('Transfer-Encoding : chunked\r\n', `0\r\n\r\n${smuggled}`),
    'a folded header': post('X: a\r\n b\r\nTransfer-Encoding:\r\n chunked\r\n', `0\r\n\r\n${smuggled}`),
    'bare line feeds': post('X: a\nTransfer-Encoding: chunked\n', `0\r\n\r\n${smuggled}`),
    'a chunk size that is none': post('Transfer-Encoding: chunked\r\n', `zz\r\n${smuggled}`),
    'a chunk of minus one': post('Transfer-Encoding: chunked\r\n', `-1\r\n${smuggled}`),
    'a zero byte in a header': `GET /healthz HTTP/1.1\r\n${HOST}X: a\0b\r\n\r\n`,
    'no host': 'GET /healthz HTTP/1.1\r\n\r\n',
    'a version of nobody': `GET /healthz HTTP/9.9\r\n${HOST}\r\n`,
    'a method of nobody': `EAT /healthz HTTP/1.1\r\n${HOST}\r\n`,
    'binary noise': '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03',
  })) {
    const statuses = statusesIn(await raw(bytes))
    expect(statuses.length, `${name}: ${statuses.join()}`).toBeLessThanOrEqual(1)
    expect(
      statuses.every((status) => status >= 400 && status < 500),
      `${name}: ${statuses.join()}`,
    ).toBe(true)
  }
  const large = await raw(`GET /healthz HTTP/1.1\r\n${HOST}X: ${'a'.repeat(20_000)}\r\n\r\n`)
  expect(statusesIn(large)).toEqual([431])
  const pipelined = await raw(
    `GET /healthz HTTP/1.1\r\n${HOST}\r\nGET /healthz HTTP/1.1\r\n${HOST}Connection: close\r\n\r\n`,
  )
  expect(statusesIn(pipelined)).toEqual([200, 200])
})

test('errors of the HTTP parser have the usual form', async () => {
  for (const [bytes, status, code] of [
    [`GET /healthz HTTP/1.1\r\n${HOST}X: ${'a'.repeat(20_000)}\r\n\r\n`, 431, 'headers_too_large'],
    [post('Content-Length: 2x\r\n', '{}'), 400, 'invalid'],
  ] as const) {
    const answer = await raw(bytes)
    expect(statusesIn(answer)).toEqual([status])
    expect(answer).toMatch(/content-type: application\/json; charset=utf-8/i)
    expect(answer).toMatch(/x-content-type-options: nosniff/i)
    expect(JSON.parse(answer.split('\r\n\r\n')[1] ?? '')).toMatchObject({ success: false, code })
  }
})

test('an address is at most 4,096 characters long', async () => {
  const answer = await site().send('S1', 'GET', `/api/playlists?q=${'x'.repeat(5000)}`)
  expect([answer.status, answer.json.code]).toEqual([414, 'uri_too_long'])
})

test('odd paths', async () => {
  for (const path of [
    '//api/courses',
    '/api//courses',
    '/api/courses/',
    '/API/courses',
    '/api/courses;a=b',
    '/api/courses%00',
    '/api/courses%2f',
    '/api/./courses',
    '/api/x/../courses',
    '/api/%2e%2e/api/courses',
    '/api/..;/courses',
    '/%61pi/courses',
    '/api\\courses',
    '/api/courses?',
    '/api/courses/%',
    '/api/%zz',
    '/api/%ff%fe',
    '/api/courses%20',
    '/api/courses/.json',
    '/%2fapi%2fcourses',
    'http://evil.example/api/courses',
  ]) {
    const answer = await site().send('S1', 'GET', path)
    expect([400, 403, 404, 405], path).toContain(answer.status)
    expect(answer.headers.location).toBeUndefined()
  }
  for (const path of [
    '/.env',
    '/.git/config',
    '/package.json',
    '/server/main.mjs',
    '/data/lectern.db',
    '/debug',
    '/api/admin',
    '/metrics.json',
  ]) {
    expect((await site().send(undefined, 'GET', path)).status, path).toBe(404)
  }
})

test('content-type tricks', async () => {
  const body = JSON.stringify({ text: 'Typed', courseId: site().ids.CA })
  const send = (type: string, headers: Record<string, string> = {}) =>
    site().send('S1', 'POST', '/api/comments', { body, headers: { 'content-type': type, ...headers } })
  for (const type of [
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'text/html',
    'application/jsonp',
    'application/json5',
    'application/xml',
    '*/*',
    'application',
    'json',
    'application/json,text/plain',
    'text/plain;application/json',
    'application/vnd.api+json',
    '',
  ]) {
    const answer = await send(type)
    expect([answer.status, answer.json.code], type).toEqual([415, 'unsupported_type'])
  }
  expect((await send('application/json; charset=utf-8')).status).toBe(201)
  expect((await send('Application/JSON')).status).toBe(201)
  for (const coding of ['gzip', 'br', 'deflate']) {
    expect([400, 415, 201]).toContain((await send('application/json', { 'content-encoding': coding })).status)
  }
})

test('CORS', async () => {
  for (const origin of [
    'https://evil.example',
    'null',
    'https://school.example.evil.example',
    'http://school.example',
    'https://school.example:8443',
    'https://SCHOOL.example',
    '*',
  ]) {
    for (const method of ['GET', 'OPTIONS']) {
      const { headers } = await site().send('S1', method, '/api/playlists', {
        headers: {
          origin,
          'access-control-request-method': 'DELETE',
          'access-control-request-headers': 'authorization',
        },
      })
      expect(headers['access-control-allow-origin'], origin).toBeUndefined()
      expect(headers['access-control-allow-credentials']).toBeUndefined()
    }
  }
  const { headers } = await site().send('S1', 'GET', '/api/playlists', {
    headers: { origin: 'https://school.example' },
  })
  expect(headers['access-control-allow-origin']).toBe('https://school.example')
  expect(headers['access-control-allow-credentials']).toBeUndefined()
  expect(headers.vary).toContain('Origin')
})

test('cross-site login/registration', async () => {
  for (const path of ['/api/auth/login', '/api/auth/register']) {
    const answer = await site().send(undefined, 'POST', path, {
      body: {},
      headers: { 'sec-fetch-site': 'cross-site' },
    })
    expect([answer.status, answer.json.message]).toEqual([403, 'Cross-site request refused.'])
  }
})

test('cache deception', async () => {
  const { users } = site()
  for (const path of [
    `/api/users/profile/${users.S1.id}/x.css`,
    '/api/comments/style.css',
    '/api/comments%2fx.css',
    '/api/auth/sessions.js',
  ]) {
    const answer = await site().send('S1', 'GET', path)
    expect([404, 405]).toContain(answer.status)
    expect(answer.headers['cache-control']).toBe('no-store')
  }
  const own = `/api/users/profile/${users.S1.id}`
  for (const extra of ['', '?x.css', '?cb=1']) {
    const mine = await site().send('S1', 'GET', own + extra)
    expect(mine.headers['cache-control']).toBe('no-store')
    expect(mine.headers.etag).toBeUndefined()
    const theirs = await site().send(undefined, 'GET', own + extra)
    expect(theirs.headers.vary).toContain('Authorization')
    expect(theirs.text).not.toContain(users.S1.email)
  }
})

test('error hygiene', async () => {
  const attempts: [string, string, object | string | undefined][] = [
    ['GET', '/api/playlists/%E0%A4%A', undefined],
    ['POST', '/api/auth/login', '{"email":'],
    ['POST', '/api/auth/login', `{"email":"${'\\u0000'.repeat(10)}","password":"x"}`],
    ['POST', '/api/auth/register', {}],
    ['GET', '/api/playlists?limit=abc&cursor=x&sort=y', undefined],
    ['PUT', '/api/comments/x', {}],
    ['GET', '/api/live?courseId=', undefined],
    ['GET', '/api/live', undefined],
    ['DELETE', '/api/auth/sessions/x', {}],
  ]
  for (const [method, path, body] of attempts) {
    for (const who of [undefined, 'S1', 'A1'] as const) {
      const answer = await site().send(who, method, path, body === undefined ? {} : { body })
      expect(answer.status, path).toBeGreaterThanOrEqual(400)
      expect(answer.text).not.toMatch(/zod|fastify|kysely|sqlite|undefined|\[object|FST_|\.ts:/i)
    }
  }
})

test('header set; reflected', async () => {
  const marker = '<script>alert(1)</script>'
  for (const [who, path] of [
    [undefined, '/api/playlists'],
    ['S1', '/api/comments'],
    [undefined, `/api/${encodeURIComponent(marker)}`],
    [undefined, `/api/playlists/${encodeURIComponent(marker)}`],
    [undefined, `/api/playlists/search-playlist?q=${encodeURIComponent(marker)}`],
    [undefined, `/api/playlists?sort=${encodeURIComponent(marker)}`],
    [undefined, '/healthz'],
    [undefined, '/readyz'],
    [undefined, '/api/openapi.json'],
  ] as [Who | undefined, string][]) {
    const { headers, text } = await site().send(who, 'GET', path)
    expect(headers).toMatchObject({
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      'x-frame-options': 'DENY',
      'referrer-policy': 'strict-origin-when-cross-origin',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'x-xss-protection': '0',
      'content-type': 'application/json; charset=utf-8',
    })
    expect(headers['permissions-policy']).toContain('browsing-topics=()')
    expect(headers.server ?? headers['x-powered-by']).toBeUndefined()
    expect(text, path).not.toContain(marker)
  }
  const { headers } = await site().send(undefined, 'GET', '/api/playlists', {
    headers: { 'x-request-id': 'chosen\tby me', host: 'evil.example' },
  })
  expect(headers['x-request-id']).toMatch(/^[0-9a-f]{16}$/)
})

test('secrets in logs', async () => {
  const { users, server } = site()
  await site().send(undefined, 'POST', '/api/auth/login', {
    body: { email: users.S1.email, password: 'a secret guess 99' },
  })
  await site().send('S1', 'GET', `/api/comments?token=${users.S2.token}`)
  await site().send('S1', 'GET', '/api/nothing')
  const log = server.log()
  for (const secret of [
    PASSWORD,
    'a secret guess 99',
    '$argon2',
    ...Object.values(users).map(({ token }) => token),
  ]) {
    expect(log.includes(secret), secret).toBe(false)
  }
  const stored = JSON.stringify(await site().sql('select * from audit'))
  expect([PASSWORD, 'a secret guess 99', users.S1.token].filter((secret) => stored.includes(secret))).toEqual(
    [],
  )
})

test('log injection', async () => {
  const forged = '{"level":30,"audit":"login","actorId":"forged"}'
  const agent = `x ${forged} \u001b[2J`
  await site()
    .send('S1', 'POST', '/api/categories', {
      body: { title: `a\n${forged}` },
      headers: { 'user-agent': Buffer.from(agent).toString('latin1') },
    })
    .catch(() => undefined)
  await site().send('S1', 'GET', `/api/courses%0a${encodeURIComponent(forged)}`)
  await site().send('S1', 'GET', '/api/courses?x=%0d%0aforged', { headers: { 'user-agent': 'a\tb' } })
  const Line = z.looseObject({ level: z.number(), pid: z.number(), actorId: z.string().optional() })
  const lines = site()
    .server.log()
    .split('\n')
    .filter((line) => line.trim() !== '' && !line.startsWith('listening at'))
  expect(lines.length).toBeGreaterThan(3)
  for (const line of lines) {
    const { actorId } = Line.parse(JSON.parse(line))
    expect(actorId).not.toBe('forged')
  }
  expect(site().server.log()).not.toContain('\u001b')
})

test('TRACE is not allowed, and HEAD responds without a body', async () => {
  expect((await site().send(undefined, 'TRACE', '/api/playlists')).status).toBe(405)
  const head = await site().send('S1', 'HEAD', '/api/playlists')
  expect([head.status, head.text]).toEqual([200, ''])
  const guarded = await site().send('S1', 'HEAD', '/api/courses')
  expect([guarded.status, guarded.text]).toEqual([403, ''])
  expect((await site().send('S1', 'HEAD', `/api/playlists/${site().ids.PP}`)).status).toBe(404)
})
