import { randomBytes } from 'node:crypto'
import { STATUS_CODES } from 'node:http'
import type { FastifyReply, FastifyRequest, FastifyServerOptions } from 'fastify'
import { ERROR_STATUS, type ErrorCode, type ErrorReply } from '#contract/errors.ts'
import { AppError } from './app-error.ts'
import { sendError } from './errors.ts'
import { SECURITY_HEADERS } from './security.ts'
import { closeGently } from './unread-bodies.ts'

type ClientErrorHandler = NonNullable<FastifyServerOptions['clientErrorHandler']>

/** What Node says of bytes that are no request, in our words; anything else is simply not one. */
const WORDS: Record<string, [code: ErrorCode, message: string]> = {
  HPE_HEADER_OVERFLOW: ['headers_too_large', 'Headers are too large.'],
  ERR_HTTP_REQUEST_TIMEOUT: ['timed_out', 'The request took too long.'],
}

/** Random for each process, then in turn: a name for finding lines of the log, and no secret. */
const PROCESS = randomBytes(4).toString('hex')
const LAST_TWO = Array.from({ length: 256 }, (_, number) => number.toString(16).padStart(2, '0'))
let requests = 0
let allButLastTwo = ''

export function newRequestId(): string {
  const last = requests % LAST_TWO.length
  if (last === 0)
    allButLastTwo =
      PROCESS +
      Math.floor(requests / LAST_TWO.length)
        .toString(16)
        .padStart(6, '0')
  requests = (requests + 1) % 2 ** 32
  return allButLastTwo + LAST_TWO[last]
}

/**
 * Bytes that could not be read as a request get the envelope and the headers of every other answer, and their connection
 * ends: where the next request would begin, nobody can know.
 */
export const answerBadBytes: ClientErrorHandler = (error, socket) => {
  if (error.code === 'ECONNRESET' || socket.destroyed) return
  if (!socket.writable) {
    socket.destroy()
    return
  }
  const [code, message] = WORDS[error.code] ?? ['invalid', 'Invalid request.']
  const status = ERROR_STATUS[code]
  const requestId = newRequestId()
  const body = JSON.stringify({ success: false, message, code, requestId } satisfies ErrorReply)
  const headers = {
    ...SECURITY_HEADERS,
    'x-request-id': requestId,
    'cache-control': 'no-store',
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    connection: 'close',
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  const head = `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n${lines.join('')}\r\n`
  closeGently(socket)
  socket.write(head + body)
  socket.destroySoon()
}

/** An address that cannot be decoded is an address of nothing; it never reaches the hooks that set our headers. */
export function answerUnroutable(_error: Error, request: FastifyRequest, reply: FastifyReply): void {
  reply.headers(SECURITY_HEADERS).header('x-request-id', request.id)
  void sendError(request, reply, new AppError('not_found', 'Not found.'))
}
