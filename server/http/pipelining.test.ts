import { once } from 'node:events'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import Fastify from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { openTestApp } from '#server/test-app.ts'
import { answerInOrder } from './pipelining.ts'

const statusesIn = (answers: string) =>
  [...answers.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status))

async function exchange(listening: string, bytes: string): Promise<string> {
  const socket = connect(Number(new URL(listening).port), '127.0.0.1')
  onTestFinished(() => void socket.destroy())
  socket.write(bytes)
  return text(socket)
}

test('many requests on one connection are all answered, in their order and without an error', async () => {
  const log: string[] = []
  const { app } = await openTestApp({ log: (line) => log.push(line), cached: true })
  const listening = await app.listen({ host: '127.0.0.1', port: 0 })
  const one = (path: string, more = '') => `GET ${path} HTTP/1.1\r\nhost: localhost\r\n${more}\r\n`
  const posted =
    'POST /api/auth/login HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: 2\r\n\r\n{}'
  const round = one('/api/categories') + one('/api/comments') + posted + one('/healthz') + one('/api/nothing')
  const answers = await exchange(listening, round.repeat(19) + one('/healthz', 'connection: close\r\n'))
  expect(statusesIn(answers)).toEqual([...Array(19).fill([200, 401, 400, 200, 404]).flat(), 200])
  expect(log.filter((line) => Number(JSON.parse(line).level) >= 40)).toEqual([])
})

/** A server whose answers come when told to, and `times` requests sent to it in one go. */
async function asked(times: number) {
  const app = Fastify()
  onTestFinished(() => app.close())
  answerInOrder(app)
  const released = Promise.withResolvers<void>()
  let running = 0
  let most = 0
  app.get('/slow', async () => {
    running += 1
    most = Math.max(most, running)
    await released.promise
    running -= 1
    return 'done'
  })
  const listening = await app.listen({ host: '127.0.0.1', port: 0 })
  const one = (more = '') => `GET /slow HTTP/1.1\r\nhost: localhost\r\n${more}\r\n`
  const connected = once(app.server, 'connection')
  const answers = exchange(listening, one().repeat(times - 1) + one('connection: close\r\n'))
  const [socket] = await connected
  return { answers, socket, release: released.resolve, most: () => most }
}

test('no answer is begun before the one before it is taken', async () => {
  const { answers, release, most } = await asked(100)
  release()
  expect(statusesIn(await answers)).toEqual(Array(100).fill(200))
  expect(most()).toBe(1)
})

test('a client that sends more than a hundred requests at once is disconnected', async () => {
  const { answers, socket, most } = await asked(101)
  const reset = answers.catch(() => '')
  if (!socket.destroyed) await once(socket, 'close')
  expect(statusesIn(await reset)).toEqual([])
  expect(most()).toBe(1)
})
