import { connect } from 'node:net'
import Fastify from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { endSlowReaders } from './slow-readers.ts'

const LARGE = 'x'.repeat(32 * 1024 * 1024)

/** A server with an answer larger than any socket buffer, and a client that sends `times` requests at once. */
async function connectTo(times: number, { path, seconds }: { path: string; seconds?: number }) {
  const app = Fastify()
  onTestFinished(() => app.close())
  endSlowReaders(app, { ...(seconds !== undefined && { seconds }) })
  let answered = 0
  app.get('/large', async () => {
    answered += 1
    return LARGE
  })
  const { promise: ended, resolve } = Promise.withResolvers<void>()
  app.server.on('connection', (socket) => socket.once('close', () => resolve()))
  const { port } = new URL(await app.listen({ port: 0, host: '127.0.0.1' }))
  const socket = connect(Number(port), '127.0.0.1')
  socket.on('error', () => undefined)
  onTestFinished(() => void socket.destroy())
  socket.pause()
  const last = 'connection: close\r\n'
  const request = (more = '') => `GET ${path} HTTP/1.1\r\nhost: localhost\r\n${more}\r\n`
  socket.write(request().repeat(times - 1) + request(last))
  return { ended, socket, answered: () => answered }
}

test('an answer that is not read in time ends the connection', async () => {
  const { ended, answered } = await connectTo(1, { path: '/large', seconds: 0.2 })
  await ended
  expect(answered()).toBe(1)
})
