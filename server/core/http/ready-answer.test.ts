import { once } from 'node:events'
import { createServer, type ServerOptions, type ServerResponse } from 'node:http'
import { connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { createReadySender, type ReadyBody, readyBody, readyHead, type SendReady } from './ready-answer.ts'

const HEADERS: [string, unknown][] = [
  ['content-type', 'text/plain; charset=utf-8'],
  ['etag', '"one"'],
]
const HEAD = readyHead(200, HEADERS)

type Answer = (response: ServerResponse, send: SendReady) => void

/** A server of Node's own that answers as it is told, and a connection to it. */
async function opened(answer: Answer, { max = 0, ...options }: ServerOptions & { max?: number } = {}) {
  const server = createServer(options)
  server.maxRequestsPerSocket = max
  const send = createReadySender(server)
  server.on('request', (_request, response) => answer(response, send))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const socket = connect(port, '127.0.0.1')
  onTestFinished(() => {
    socket.destroy()
    server.closeAllConnections()
    server.close()
  })
  return { socket, server }
}

const ask = (path: string, more = '') => `GET ${path} HTTP/1.1\r\nhost: here\r\n${more}\r\n`
const LAST = ask('/last', 'connection: close\r\n')

/** Everything that comes until the server ends the connection. */
async function said(socket: Socket, asked: string): Promise<string> {
  socket.setEncoding('latin1').write(asked)
  return text(socket)
}

/** Each answer's lines in order, but for what is another each time. */
function headsIn(answers: string): string[][] {
  return answers
    .split('HTTP/1.1 ')
    .slice(1)
    .map((answer) => {
      const lines = answer.slice(0, answer.indexOf('\r\n\r\n')).split('\r\n')
      return lines.filter((line) => !/^(date|x-request-id):/i.test(line)).toSorted()
    })
}

/** What Node sends for it. */
function byNode(response: ServerResponse, status: number, body?: ReadyBody): void {
  const length = body === undefined ? [] : ['content-length', String(body.length)]
  response.writeHead(status, [...HEAD.lines, ...length])
  response.end(body, 'latin1')
}

const LONG = readyBody(Buffer.alloc(40_000, 'é'))

test.each<[string, ReadyBody]>([
  [' short', readyBody(Buffer.from('Grüße'))],
  ['n empty', ''],
  [' long', LONG],
])('a%s answer is what Node would send', async (_name, body) => {
  const { socket } = await opened((response, send) => {
    if (response.req.url === '/ready') send(response, HEAD, body)
    else byNode(response, 200, body)
  })
  const answers = await said(socket, ask('/ready') + ask('/node') + LAST)
  const [ready, node] = headsIn(answers)
  expect(ready).toEqual(node)
  expect(ready).toContain('Connection: keep-alive')
  const bodies = answers.split(/HTTP\/1\.1[\s\S]*?\r\n\r\n/).slice(1)
  expect(bodies).toEqual(Array(3).fill(body.toString('latin1')))
  const dates = [...answers.matchAll(/^date: (.*)\r$/gim)].map(([, date = '']) => date)
  expect(dates.map((date) => new Date(date).toUTCString())).toEqual(dates)
  expect(dates).toHaveLength(3)
})

test('who has it already is sent a head alone', async () => {
  const { socket } = await opened((response, send) => {
    if (response.req.url === '/ready') send(response, readyHead(304, HEADERS))
    else byNode(response, 304)
  })
  const [ready, node] = headsIn(await said(socket, ask('/ready') + ask('/node') + LAST))
  expect(ready).toEqual(node)
  expect(ready).toContain('304 Not Modified')
})

test('answers come in the order of what was asked, whoever is ready first', async () => {
  const late: ServerResponse[] = []
  const { socket } = await opened((response, send) => {
    const { url = '' } = response.req
    if (url === '/late') late.push(response)
    else send(response, HEAD, `#${url}`)
    if (url === '/last') for (const each of late) byNode(each, 200, '#/late')
  })
  const answers = await said(socket, ask('/1') + ask('/late') + ask('/2') + LAST)
  expect(answers.match(/#\/\w+?(?=HTTP|$)/g)).toEqual(['#/1', '#/late', '#/2', '#/last'])
})

const ready: Answer = (response, send) => send(response, HEAD, 'ready')

test.each([
  ['who says so', LAST],
  ['an older client', 'GET / HTTP/1.0\r\nhost: here\r\n\r\n'],
])('the connection of %s ends with its answer', async (_who, asked) => {
  const { socket } = await opened(ready)
  const [lines] = headsIn(await said(socket, asked))
  expect(lines).toContain('Connection: close')
})

test('the last answer that a connection may have says so', async () => {
  const { socket } = await opened(ready, { max: 2 })
  socket.setEncoding('latin1')
  const next = async () => {
    socket.write(ask('/'))
    const [answer] = await once(socket, 'data')
    return headsIn(String(answer))[0]
  }
  expect(await next()).toContain('Keep-Alive: timeout=5, max=2')
  expect(await next()).toContain('Connection: close')
})

test('an answer is over when it was taken, and the next one follows', async () => {
  const over: string[] = []
  const huge = Buffer.alloc(30 * 1024 * 1024)
  const { socket, server } = await opened((response, send) => {
    const { url = '' } = response.req
    response.once('finish', () => over.push(url))
    send(response, HEAD, url === '/huge' ? huge : 'ready')
  })
  const asked = once(server, 'request')
  socket.pause().write(ask('/huge'))
  const [, response] = await asked
  await new Promise(setImmediate)
  expect(response.socket.writableNeedDrain).toBe(true)
  expect(over).toEqual([])
  const answers = await said(socket.resume(), LAST)
  expect(over).toEqual(['/huge', '/last'])
  expect(answers.length).toBeGreaterThan(huge.length)
  expect(answers.endsWith('\r\n\r\nready')).toBe(true)
})

test('who leaves in the middle of an answer leaves nothing behind', async () => {
  const over: string[] = []
  const { socket, server } = await opened((response, send) => {
    response.once('finish', () => over.push('finish')).once('close', () => over.push('close'))
    send(response, HEAD, Buffer.alloc(30 * 1024 * 1024))
  })
  const asked = once(server, 'request')
  socket.pause().write(ask('/'))
  const [, response] = await asked
  const closed = once(response, 'close')
  socket.destroy()
  await closed
  expect(over).toEqual(['close'])
  const getConnections = () =>
    new Promise((resolve) => server.getConnections((_error, count) => resolve(count)))
  await expect.poll(getConnections).toBe(0)
})

test('a header that would begin another line is no head', () => {
  expect(() => readyHead(200, [['x-name', 'one\r\nset-cookie: two']])).toThrow('Invalid character')
  expect(() => readyHead(200, [['x name', 'one']])).toThrow('valid HTTP token')
})
