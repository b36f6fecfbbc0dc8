import {
  type Server,
  type ServerResponse,
  STATUS_CODES,
  validateHeaderName,
  validateHeaderValue,
} from 'node:http'
import type { Socket } from 'node:net'
import { newRequestId } from './unreadable.ts'

declare module 'node:http' {
  interface ServerResponse {
    /** Of the last answer that `maxRequestsPerSocket` leaves to a connection; Node's types do not tell of it. */
    maxRequestsOnConnectionReached?: boolean
  }
}

/** The bytes of an answer: text, a letter for each byte, where that leaves sooner. */
export type ReadyBody = Buffer | string

/** Longer ones are sent sooner as they are. */
const WITH_HEAD_BYTES_MAX = 12 * 1024

/** Head and body leave in one write when the body is text; a letter for each byte makes text of any bytes. */
export function readyBody(bytes: Buffer): ReadyBody {
  return bytes.length > WITH_HEAD_BYTES_MAX ? bytes : bytes.toString('latin1')
}

/** What is the same in the head of every answer: all but its length, the request's id, the time and the connection's end. */
export interface ReadyHead {
  status: number
  /** Names and values in turns, as Node takes them. */
  lines: string[]
  /** The same as it leaves. */
  text: string
}

/** Throws when a header could not stand on a line of its own: once here what Node looks for in each answer. */
export function readyHead(status: number, headers: [name: string, value: unknown][]): ReadyHead {
  let text = `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n`
  const lines: string[] = []
  for (const [name, given] of headers) {
    const value = String(given)
    validateHeaderName(name)
    validateHeaderValue(name, value)
    lines.push(name, value)
    text += `${name}: ${value}\r\n`
  }
  return { status, lines, text }
}

/** To a GET. Without a body for what has none, a 304. */
export type SendReady = (response: ServerResponse, head: ReadyHead, body?: ReadyBody) => void

/**
 * Sends answers whose bytes are all there. For each answer Node looks through the head's names and values and puts it
 * together anew, which is a quarter of what a bare server does; here a ready head and body go to the connection as they are,
 * and `finish`, by which Node's server goes on to the next request, comes when they are taken, as from Node. Where anything is
 * special about the connection, it is Node that answers.
 */
export function createReadySender(
  server: Pick<Server, 'keepAliveTimeout' | 'maxRequestsPerSocket'>,
): SendReady {
  const ending = keepAliveLines(server)
  return (response, head, body) => {
    const id = newRequestId()
    const socket = freeSocket(response)
    if (!socket) {
      const length = body === undefined ? [] : ['content-length', String(body.length)]
      response.writeHead(head.status, [...head.lines, ...length, 'x-request-id', id])
      response.end(body, 'latin1')
      return
    }
    const length = body === undefined ? '' : `content-length: ${body.length}\r\n`
    const text = `${head.text}${length}x-request-id: ${id}\r\nDate: ${dateNow()}\r\n${ending}`
    write(socket, [text, body], (error) => {
      if (!error) response.emit('finish')
    })
  }
}

/** The connection, when nothing waits on it and it stays open after this answer. */
function freeSocket(response: ServerResponse): Socket | undefined {
  const { socket, shouldKeepAlive, maxRequestsOnConnectionReached } = response
  if (!socket?.writable || socket.writableLength > 0) return undefined
  return shouldKeepAlive && maxRequestsOnConnectionReached !== true ? socket : undefined
}

type Written = [head: string, body: ReadyBody | undefined]

function write(socket: Socket, [head, body]: Written, taken: (error?: Error | null) => void): void {
  if (typeof body !== 'object') {
    socket.write(body === undefined ? head : head + body, 'latin1', taken)
    return
  }
  socket.cork()
  socket.write(head, 'latin1')
  socket.write(body, taken)
  socket.uncork()
}

/** As Node says it, with the empty line after a head. */
function keepAliveLines({ keepAliveTimeout, maxRequestsPerSocket }: Parameters<typeof createReadySender>[0]) {
  const max = maxRequestsPerSocket ? `, max=${maxRequestsPerSocket}` : ''
  const timeout = keepAliveTimeout
    ? `Keep-Alive: timeout=${Math.floor(keepAliveTimeout / 1000)}${max}\r\n`
    : ''
  return `Connection: keep-alive\r\n${timeout}\r\n`
}

let second = 0
let date = ''

/** The `Date` of an answer, put into words once a second. */
function dateNow(): string {
  const now = Math.floor(Date.now() / 1000)
  if (now !== second) {
    second = now
    date = new Date(now * 1000).toUTCString()
  }
  return date
}
