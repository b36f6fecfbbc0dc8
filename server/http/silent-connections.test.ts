import { once } from 'node:events'
import { connect } from 'node:net'
import Fastify from 'fastify'
import { expect, onTestFinished, test, vi } from 'vitest'
import { openTestApp } from '#server/test-app.ts'
import { endSilentConnections } from './silent-connections.ts'

const MORE_THAN_TAKEN = 'x'.repeat(32 * 1024 * 1024)

/** A server that answers before everything else, as with an answer from memory, and a connection to it. */
async function asked(path: string) {
  const app = Fastify()
  onTestFinished(() => app.close())
  endSilentConnections(app, { seconds: 0.3 })
  app.server.removeAllListeners('request')
  app.server.on('request', (request, response) => {
    if (request.url !== '/often') return void response.end(MORE_THAN_TAKEN)
    const timer = setInterval(() => response.write('.'), 50)
    response.once('close', () => clearInterval(timer))
  })
  const { promise: ended, resolve } = Promise.withResolvers<'ended'>()
  app.server.on('connection', (socket) => socket.once('close', () => resolve('ended')))
  const { port } = new URL(await app.listen({ port: 0, host: '127.0.0.1' }))
  const socket = connect(Number(port), '127.0.0.1')
  socket.on('error', () => undefined)
  onTestFinished(() => void socket.destroy())
  socket.write(`GET ${path} HTTP/1.1\r\nhost: localhost\r\n\r\n`)
  return { ended, socket }
}

test('a connection on which an answer is not taken is ended', async () => {
  const { ended, socket } = await asked('/untaken')
  socket.pause()
  expect(await ended).toBe('ended')
})

test('a connection on which something comes again and again stays', async () => {
  const { ended, socket } = await asked('/often')
  let heard = 0
  const { promise: heardEnough, resolve } = Promise.withResolvers<'heard enough'>()
  socket.on('data', () => {
    heard += 1
    if (heard === 20) resolve('heard enough')
  })
  expect(await Promise.race([ended, heardEnough])).toBe('heard enough')
})

test('the product ends a connection after a minute of silence', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const { app } = await openTestApp()
  const connected = once(app.server, 'connection')
  const { port } = new URL(await app.listen({ port: 0, host: '127.0.0.1' }))
  const socket = connect(Number(port), '127.0.0.1')
  onTestFinished(() => void socket.destroy())
  const ended = once(socket, 'close')
  await connected
  vi.advanceTimersByTime(60_000)
  await ended
})
