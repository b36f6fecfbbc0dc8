import { once } from 'node:events'
import { get } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { pageOf } from '#server/pages/pages.ts'
import { coalesce } from '#server/site.ts'
import { openTestApp } from '#server/test-app.ts'

const TEXT = `<h1>Courses</h1>${'<p>A line of text.</p>'.repeat(200)}`

/** Like fetch, which would unpack the body. */
async function readRaw(url: string, headers: Record<string, string>) {
  const [response] = await once(get(url, { headers }), 'response')
  const body = await buffer(response)
  return { statusCode: response.statusCode, headers: response.headers, rawPayload: body, body: String(body) }
}

/** The app with a page that is rendered again each time it is not in the cache. */
async function openPage(status = 200) {
  const testApp = await openTestApp({ cached: true, environment: { PORT: '0' } })
  let rendered = 0
  testApp.app.get('/robots.txt', (_request, reply) => {
    rendered += 1
    const { headers, body } = pageOf(status, TEXT)
    return reply.status(status).headers(headers).send(body)
  })
  const url = await testApp.app.listen({ host: '127.0.0.1', port: 0 })
  const read = (headers: Record<string, string> = {}) => readRaw(`${url}/robots.txt`, headers)
  return { ...testApp, read, rendered: () => rendered }
}

test('a page is rendered once and sent in the encoding that each client prefers', async () => {
  const { read, rendered } = await openPage()
  const plain = await read()
  for (const _twice of [1, 2]) {
    const brotli = await read({ 'accept-encoding': 'gzip, deflate, br' })
    const gzip = await read({ 'accept-encoding': 'gzip, br;q=0' })
    expect([brotli.headers['content-encoding'], gzip.headers['content-encoding']]).toEqual(['br', 'gzip'])
    expect(brotliDecompressSync(brotli.rawPayload)).toEqual(plain.rawPayload)
    expect(gunzipSync(gzip.rawPayload)).toEqual(plain.rawPayload)
    expect(brotli.headers['content-length']).toBe(String(brotli.rawPayload.length))
  }
  expect(plain.headers).toMatchObject({ vary: 'Accept-Encoding', 'content-type': 'text/html; charset=utf-8' })
  expect(rendered()).toBe(1)
})

test('a client that has the page gets a 304 without a body', async () => {
  const { read } = await openPage()
  const { etag } = (await read()).headers
  const again = await read({ 'if-none-match': String(etag) })
  expect([again.statusCode, again.body, again.headers.etag]).toEqual([304, '', etag])
})

test('a missing page is cached, too, and keeps its status for a client that has it', async () => {
  const { read, rendered } = await openPage(404)
  const { etag } = (await read()).headers
  expect((await read({ 'if-none-match': String(etag) })).statusCode).toBe(404)
  expect(rendered()).toBe(1)
})

test('a failed page is rendered again for the next client', async () => {
  const { read, rendered } = await openPage(500)
  expect([(await read()).statusCode, (await read()).statusCode, rendered()]).toEqual([500, 500, 2])
})

test('requests for the same page share one rendering, but not across a write', async () => {
  const listeners: (() => void)[] = []
  const renders: PromiseWithResolvers<string>[] = []
  const render = coalesce(
    (_path) => {
      const next = Promise.withResolvers<string>()
      renders.push(next)
      return next.promise
    },
    (listener) => listeners.push(listener),
  )
  const before = [render('/'), render('/')]
  for (const listener of listeners) listener()
  const after = render('/')
  renders[0]?.resolve('old')
  renders[1]?.resolve('new')
  expect([await Promise.all(before), await after, renders.length]).toEqual([['old', 'old'], 'new', 2])
})
