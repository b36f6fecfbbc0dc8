import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import Fastify from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { openTestApp } from '#server/test-app.ts'
import { limitConnections } from './overload.ts'

const statusesIn = (answers: string) =>
  [...answers.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status))

function connectTo(listening: string, bytes: string) {
  const socket = connect(Number(new URL(listening).port), '127.0.0.1')
  socket.on('error', () => undefined)
  onTestFinished(() => void socket.destroy())
  socket.write(bytes)
  return socket
}

/** A bare server with these limits, whose connections end in `ended`. */
async function openServer(seconds: Parameters<typeof limitConnections>[1] = {}) {
  const app = Fastify()
  onTestFinished(() => app.close())
  limitConnections(app, seconds)
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  let answered = 0
  app.get('/large', async () => 'x'.repeat(32 * 1024 * 1024))
  app.post('/body', async () => 'done')
  app.get('/slow', async () => {
    await released
    answered += 1
    return 'done'
  })
  const ended = new Promise<void>((resolve) => {
    app.server.on('connection', (socket) => socket.once('close', () => resolve()))
  })
  return {
    listening: await app.listen({ host: '127.0.0.1', port: 0 }),
    ended,
    release,
    answered: () => answered,
  }
}

const get = (path: string, more = '') => `GET ${path} HTTP/1.1\r\nhost: localhost\r\n${more}\r\n`

test('many requests on one connection are all answered, in their order and without an error', async () => {
  const log: string[] = []
  const { app } = await openTestApp({ log: (line) => log.push(line), cached: true })
  const listening = await app.listen({ host: '127.0.0.1', port: 0 })
  const posted =
    'POST /api/auth/login HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: 2\r\n\r\n{}'
  const round = get('/api/categories') + get('/api/comments') + posted + get('/healthz') + get('/api/nothing')
  const last = get('/healthz', 'connection: close\r\n')
  const answers = await text(connectTo(listening, round.repeat(19) + last))
  expect(statusesIn(answers)).toEqual([...Array(19).fill([200, 401, 400, 200, 404]).flat(), 200])
  expect(log.filter((line) => Number(JSON.parse(line).level) >= 40)).toEqual([])
})

test('a hundred requests at once are answered', async () => {
  const { listening, release } = await openServer()
  release()
  const last = get('/slow', 'connection: close\r\n')
  const answers = await text(connectTo(listening, get('/slow').repeat(99) + last))
  expect(statusesIn(answers)).toEqual(Array(100).fill(200))
})

test('a client that sends more than a hundred requests at once is disconnected', async () => {
  const { listening, ended, answered } = await openServer()
  connectTo(listening, get('/slow').repeat(101))
  await ended
  expect(answered()).toBe(0)
})

test('an answer that is not read in time ends the connection', async () => {
  const { listening, ended } = await openServer({ answer: 0.2 })
  connectTo(listening, get('/large', 'connection: close\r\n')).pause()
  await ended
})

test('a body that trickles ends the connection', async () => {
  const { listening, ended } = await openServer({ body: 0.2 })
  const head = 'POST /body HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n'
  const socket = connectTo(listening, `${head}content-length: 4096\r\n\r\n{`)
  const trickling = setInterval(() => socket.write(' '), 20)
  onTestFinished(() => clearInterval(trickling))
  await ended
})
