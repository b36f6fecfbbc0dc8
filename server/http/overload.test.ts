import { connect } from 'node:net'
import { Readable } from 'node:stream'
import Fastify from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { shedLoad } from './overload.ts'

/** A server that answers no request before `release`. */
function openServer(loopDelay: () => number) {
  const app = Fastify()
  onTestFinished(() => app.close())
  shedLoad(app, loopDelay)
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  let running = 0
  let onRunning = () => {}
  const answer = async () => {
    running += 1
    onRunning()
    await released
    return { ok: true }
  }
  for (const path of ['/api/slow', '/healthz', '/assets/a.js']) app.get(path, answer)
  app.get('/api/later', { config: { deferrable: true } }, answer)
  /** Starts `count` requests and waits until the server handles all of them. */
  const start = async (count: number, path = '/api/slow') => {
    const { promise: allRunning, resolve } = Promise.withResolvers<void>()
    const wanted = running + count
    onRunning = () => running >= wanted && resolve()
    const answers = Array.from({ length: count }, () => app.inject(path).then((answered) => answered))
    await allRunning
    return answers
  }
  return { app, start, release }
}

test('requests over the limit get 503, and those being handled are answered', async () => {
  const { app, start, release } = openServer(() => 0)
  const inside = await start(400)
  const rejected = await app.inject('/api/slow')
  expect(rejected.statusCode).toBe(503)
  expect(rejected.headers).toMatchObject({ 'retry-after': '2', 'cache-control': 'no-store' })
  expect(rejected.json()).toMatchObject({
    success: false,
    code: 'busy',
    message: 'The server is busy. Please try again in 2 seconds.',
  })
  const exempt = [...(await start(1, '/healthz')), ...(await start(1, '/assets/a.js'))]
  release()
  for (const answer of [...inside, ...exempt]) expect((await answer).statusCode).toBe(200)
  expect((await app.inject('/api/slow')).statusCode).toBe(200)
})

test('a call that can wait is rejected first, for a minute', async () => {
  let delay = 0
  const { app, start, release } = openServer(() => delay)
  const inside = await start(50)
  delay = 150
  const rejected = await app.inject('/api/later')
  expect([rejected.statusCode, rejected.headers['retry-after']]).toEqual([503, '60'])
  inside.push(...(await start(1)))
  delay = 0
  inside.push(...(await start(1, '/api/later')), ...(await start(148)))
  expect((await app.inject('/api/later')).statusCode).toBe(503)
  inside.push(...(await start(1)))
  release()
  for (const answer of inside) expect((await answer).statusCode).toBe(200)
})

test('a slow event loop sheds requests only when many are being handled', async () => {
  let delay = 500
  const { app, start, release } = openServer(() => delay)
  const inside = await start(50)
  expect((await app.inject('/api/slow')).statusCode).toBe(503)
  delay = 100
  const later = await start(1)
  release()
  for (const answer of [...inside, ...later]) expect((await answer).statusCode).toBe(200)
})

test('requests whose bodies are still arriving do not count', async () => {
  const { app, release } = openServer(() => 0)
  let onWaiting = () => {}
  app.post('/api/written', async () => ({ ok: true }))
  app.addHook('preParsing', async ({ method }) => {
    if (method === 'POST') onWaiting()
  })
  release()
  const begun = Array.from({ length: 450 }, () => {
    const payload = new Readable({ read: () => undefined })
    const headers = { 'content-type': 'application/json', 'transfer-encoding': 'chunked' }
    return { payload, request: { method: 'POST', url: '/api/written', headers, payload } as const }
  })
  const answers: Promise<{ statusCode: number }>[] = []
  for (const { request } of begun) {
    const { promise: waiting, resolve } = Promise.withResolvers<void>()
    onWaiting = resolve
    answers.push(app.inject(request).then((answered) => answered))
    await Promise.race([waiting, ...answers])
  }
  expect((await app.inject('/api/slow')).statusCode).toBe(200)
  for (const { payload } of begun) {
    payload.push('{}')
    payload.push(null)
  }
  for (const answer of answers) expect((await answer).statusCode).toBe(200)
})

test('answers that the client does not read do not count', async () => {
  const { app, release } = openServer(() => 0)
  const { promise: allMade, resolve } = Promise.withResolvers<void>()
  let made = 0
  app.get('/api/large', async () => 'x'.repeat(64 * 1024))
  app.addHook('onSend', async (request) => {
    if (request.url === '/api/large') made += 1
    if (made === 500) resolve()
  })
  release()
  const url = new URL(await app.listen({ port: 0, host: '127.0.0.1' }))
  const socket = connect(Number(url.port), '127.0.0.1').pause()
  onTestFinished(() => void socket.destroy())
  socket.write('GET /api/large HTTP/1.1\r\nHost: localhost\r\n\r\n'.repeat(500))
  await allMade
  expect((await app.inject('/api/slow')).statusCode).toBe(200)
})
