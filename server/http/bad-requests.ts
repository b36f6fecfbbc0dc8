import { randomBytes } from 'node:crypto'
import { STATUS_CODES } from 'node:http'
import type { FastifyReply, FastifyRequest, FastifyServerOptions } from 'fastify'
import { ERROR_STATUS, type ErrorCode, type ErrorReply } from '#contract/errors.ts'
import { AppError } from './app-error.ts'
import { closeGently } from './connections.ts'
import { sendError } from './errors.ts'
import { SECURITY_HEADERS } from './security.ts'

type ClientErrorHandler = NonNullable<FastifyServerOptions['clientErrorHandler']>

/** Node's parse errors, with our codes and messages. Other parse errors are `invalid`. */
const PARSE_ERRORS: Record<string, [code: ErrorCode, message: string]> = {
  HPE_HEADER_OVERFLOW: ['headers_too_large', 'Headers are too large.'],
  ERR_HTTP_REQUEST_TIMEOUT: ['timed_out', 'The request took too long.'],
}

/** Request ids have a random prefix for each process and a counter. They are not secret. */
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
 * Answers bytes that are not a request with the usual error envelope and headers, then closes the connection, because the
 * start of the next request is unknown.
 */
export const answerBadBytes: ClientErrorHandler = (error, socket) => {
  if (error.code === 'ECONNRESET' || socket.destroyed) return
  if (!socket.writable) {
    socket.destroy()
    return
  }
  const [code, message] = PARSE_ERRORS[error.code] ?? ['invalid', 'Invalid request.']
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

/** An address that cannot be decoded is not found. The hooks that set our headers do not run for it. */
export function answerUnroutable(_error: Error, request: FastifyRequest, reply: FastifyReply): void {
  reply.headers(SECURITY_HEADERS).header('x-request-id', request.id)
  void sendError(request, reply, new AppError('not_found', 'Not found.'))
}
