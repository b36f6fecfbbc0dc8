import { once } from 'node:events'
import { connect } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { openTestApp } from '#server/test-app.ts'

test('the server ends a connection after a minute without traffic', async () => {
  const { app } = await openTestApp()
  expect(app.server.timeout).toBe(60_000)
  app.server.timeout = 200
  const { port } = new URL(await app.listen({ port: 0, host: '127.0.0.1' }))
  const socket = connect(Number(port), '127.0.0.1')
  onTestFinished(() => void socket.destroy())
  await once(socket, 'close')
})

test('an answer served before the hooks that is not read ends the connection', async () => {
  const { app } = await openTestApp()
  app.server.timeout = 200
  app.server.removeAllListeners('request')
  app.server.on('request', (_request, response) => void response.end('x'.repeat(32 * 1024 * 1024)))
  const ended = new Promise<void>((resolve) => {
    app.server.on('connection', (socket) => socket.once('close', () => resolve()))
  })
  const { port } = new URL(await app.listen({ port: 0, host: '127.0.0.1' }))
  const socket = connect(Number(port), '127.0.0.1')
  socket.on('error', () => undefined)
  onTestFinished(() => void socket.destroy())
  socket.pause().write('GET / HTTP/1.1\r\nhost: localhost\r\n\r\n')
  await ended
})
