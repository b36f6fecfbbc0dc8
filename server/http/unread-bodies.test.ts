import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { openTestApp } from '#server/test-app.ts'

const MEBIBYTE = 1024 * 1024
const WHOLE = 600 * MEBIBYTE
const CHUNK = Buffer.alloc(64 * 1024, 'x')
const IN_CHUNKS = Buffer.concat([Buffer.from(`${CHUNK.length.toString(16)}\r\n`), CHUNK, Buffer.from('\r\n')])

const JSON_HEAD = 'content-type: application/json\r\n'
const FORM_HEAD = 'content-type: multipart/form-data; boundary=x\r\n'
const LENGTH = `content-length: ${WHOLE}\r\n`
const CHUNKED = 'transfer-encoding: chunked\r\n'

interface Sent {
  answer: string
  /** How many bytes the server has read from the connection. */
  read: number
}

/** Sends a head, and then a body for as long as the server takes it, until the server closes the connection. */
async function sendWhileTaken(listening: string, server: Promise<Socket>, head: string): Promise<Sent> {
  const { port } = new URL(listening)
  const client = connect({ port: Number(port), host: '127.0.0.1', allowHalfOpen: true })
  onTestFinished(() => void client.destroy())
  let answer = ''
  client.on('data', (bytes: Buffer) => {
    answer += bytes.toString()
  })
  client.on('error', () => undefined)
  client.write(`${head}host: localhost\r\n\r\n`)
  const part = head.includes(CHUNKED) ? IN_CHUNKS : CHUNK
  let sent = 0
  const send = () => {
    while (sent < WHOLE && !client.destroyed) {
      sent += CHUNK.length
      if (!client.write(part)) return
    }
  }
  client.on('drain', send)
  send()
  const socket = await server
  await once(socket, 'close')
  return { answer, read: socket.bytesRead }
}

test.each([
  ['JSON that says its size', 413, `POST /api/comments HTTP/1.1\r\n${JSON_HEAD}${LENGTH}`],
  ['JSON that does not', 413, `POST /api/auth/login HTTP/1.1\r\n${JSON_HEAD}${CHUNKED}`],
  ['a form that says its size', 413, `POST /api/auth/register HTTP/1.1\r\n${FORM_HEAD}${LENGTH}`],
  ['a form that does not', 413, `POST /api/auth/register HTTP/1.1\r\n${FORM_HEAD}${CHUNKED}`],
  ['an upload of nobody', 401, `POST /api/playlists HTTP/1.1\r\n${FORM_HEAD}${CHUNKED}`],
  [
    'another site',
    403,
    `POST /api/auth/register HTTP/1.1\r\nsec-fetch-site: cross-site\r\n${FORM_HEAD}${CHUNKED}`,
  ],
  ['a path of nothing', 404, `POST /api/nothing HTTP/1.1\r\n${FORM_HEAD}${CHUNKED}`],
  ['a read', 200, `GET /api/categories HTTP/1.1\r\n${CHUNKED}`],
])(
  'the endless body of %s is answered with %d, not read, and its connection closed',
  async (_, status, head) => {
    const { app } = await openTestApp()
    const listening = await app.listen({ host: '127.0.0.1', port: 0 })
    const server = once(app.server, 'connection').then(([socket]) => socket)
    const { answer, read } = await sendWhileTaken(listening, server, head)
    expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `))
    expect(answer).toMatch(/^connection: close\r$/im)
    expect(read).toBeLessThan(10 * MEBIBYTE)
  },
)

test('a network over its limit is answered without reading what it sends', async () => {
  const { app, request } = await openTestApp({ rateScale: 0.05 })
  const listening = await app.listen({ host: '127.0.0.1', port: 0 })
  expect((await request('POST', '/api/auth/register', {})).statusCode).toBe(415)
  const server = once(app.server, 'connection').then(([socket]) => socket)
  const head = `POST /api/auth/register HTTP/1.1\r\n${FORM_HEAD}${CHUNKED}`
  const { answer, read } = await sendWhileTaken(listening, server, head)
  expect(answer).toMatch(/^HTTP\/1\.1 429 /)
  expect(read).toBeLessThan(10 * MEBIBYTE)
})
