import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openTestApp, type TestApp } from '#server/test-app.ts'
import { privateRedis } from '#server/test-redis.ts'

const TOKEN = 'a-token-for-prometheus'

interface Scrape {
  remoteAddress?: string
  headers?: Record<string, string>
}

async function scrape({ app }: TestApp, { remoteAddress = '127.0.0.1', headers = {} }: Scrape = {}) {
  return app.inject({ method: 'GET', url: '/metrics', remoteAddress, headers })
}

test('a peer on this machine reads the figures of the process and of the requests', async () => {
  const testApp = await openTestApp()
  await testApp.request('GET', '/api/playlists/aaaaaaaaaaaaaaaaaaaaaaaa')
  await testApp.request('GET', '/api/playlists/bbbbbbbbbbbbbbbbbbbbbbbb')
  await testApp.request('GET', '/api/categories')
  const answer = await scrape(testApp)
  expect(answer.statusCode).toBe(200)
  expect(answer.headers['content-type']).toMatch(/^text\/plain; version=0\.0\.4/)
  expect(answer.body).toContain(
    'http_requests_total{method="GET",route="/api/playlists/:playlistId",status="404"} 2',
  )
  expect(answer.body).toContain('http_requests_total{method="GET",route="/api/categories",status="200"} 1')
  expect(answer.body).toContain(
    'http_request_duration_seconds_count{method="GET",route="/api/playlists/:playlistId"} 2',
  )
  for (const name of ['nodejs_eventloop_lag_p99_seconds', 'process_resident_memory_bytes']) {
    expect(answer.body).toMatch(new RegExp(`^${name} \\d`, 'm'))
  }
  expect(answer.body).not.toContain('aaaaaaaa')
})

test('unknown addresses share one series', async () => {
  const testApp = await openTestApp()
  for (const path of ['/api/a', '/api/b?c=1', '/api/a/b']) await testApp.request('GET', path)
  const { body } = await scrape(testApp)
  expect(body).toContain('http_requests_total{method="GET",route="/api/*",status="404"} 3')
})

test('the size of the database is that of its files', async () => {
  const testApp = await openTestApp()
  expect((await scrape(testApp)).body).toMatch(/^lectern_database_bytes 0$/m)
  await writeFile(join(testApp.folder, 'lectern.db'), Buffer.alloc(3000))
  await writeFile(join(testApp.folder, 'lectern.db-wal'), Buffer.alloc(200))
  expect((await scrape(testApp)).body).toMatch(/^lectern_database_bytes 3200$/m)
})

test('with Redis it says whether Redis and the other nodes are heard; alone there is no such figure', async () => {
  const redis = await privateRedis()
  const shared = await openTestApp({ environment: { REDIS_URL: redis.url } })
  const figures = async () => (await scrape(shared)).body
  await expect.poll(figures).toMatch(/^lectern_redis_up 1\n(.*\n)*lectern_nodes_heard 1$/m)
  await redis.kill()
  await expect
    .poll(figures, { timeout: 10_000 })
    .toMatch(/^lectern_redis_up 0\n(.*\n)*lectern_nodes_heard 0$/m)
  expect((await scrape(await openTestApp())).body).not.toMatch(/lectern_(redis|nodes)/)
})

test.each(['127.0.0.1', '127.8.9.1', '::1', '::ffff:127.0.0.1'])(
  '%s is this machine',
  async (remoteAddress) => {
    expect((await scrape(await openTestApp(), { remoteAddress })).statusCode).toBe(200)
  },
)

test.each<Scrape>([
  { remoteAddress: '192.0.2.1' },
  { remoteAddress: '10.0.0.1' },
  { remoteAddress: '2001:db8::1' },
  { headers: { 'x-forwarded-for': '127.0.0.1' } },
  { headers: { forwarded: 'for=127.0.0.1' } },
  { headers: { 'x-real-ip': '127.0.0.1' } },
  { headers: { via: '1.1 proxy' } },
  { remoteAddress: '192.0.2.1', headers: { 'x-forwarded-for': '127.0.0.1' } },
  { remoteAddress: '192.0.2.1', headers: { authorization: 'Bearer undefined' } },
])('anybody else finds nothing there: %j', async (caller) => {
  const environments: Record<string, string>[] = [{}, { METRICS_TOKEN: TOKEN }]
  for (const environment of environments) {
    const answer = await scrape(await openTestApp({ environment }), caller)
    expect(answer.statusCode).toBe(404)
    expect(answer.json()).toMatchObject({ code: 'not_found', message: 'Not found.' })
  }
})

test('a proxy that has been believed does not make a peer local', async () => {
  const testApp = await openTestApp({ environment: { TRUST_PROXY: '192.0.2.0/24' } })
  const headers = { 'x-forwarded-for': '127.0.0.1' }
  expect((await scrape(testApp, { remoteAddress: '192.0.2.1', headers })).statusCode).toBe(404)
})

test('from elsewhere the token opens, and nothing like it', async () => {
  const testApp = await openTestApp({ environment: { METRICS_TOKEN: TOKEN } })
  const from = (authorization: string) =>
    scrape(testApp, { remoteAddress: '192.0.2.1', headers: { authorization, 'x-forwarded-for': '1.2.3.4' } })
  expect((await from(`Bearer ${TOKEN}`)).statusCode).toBe(200)
  for (const wrong of [`Bearer ${TOKEN}x`, `Bearer ${TOKEN.slice(1)}`, `Basic ${TOKEN}`, TOKEN, 'Bearer ']) {
    expect.soft((await from(wrong)).statusCode, wrong).toBe(404)
  }
})
