import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type {
  FastifyError,
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  FastifyServerOptions,
} from 'fastify'
import { z } from 'zod'
import { CALLS, STREAMS, TUS_CALLS } from '#contract/calls.ts'
import { ERROR_STATUS, type ErrorCode, type ErrorReply } from '#contract/errors.ts'
import { IMAGE_TOO_LARGE } from '#contract/media/media.ts'
import { SOMETHING_WENT_WRONG } from '#contract/messages.ts'
import { isForeignKeyViolation, isUnavailable, isUniqueViolation } from '#server/data/dialect.ts'
import { isDamaged } from '#server/data/integrity.ts'
import { AppError, busy, TOO_LARGE } from './app-error.ts'
import { pathOf } from './link-key.ts'
import { newRequestId } from './request.ts'
import { SECURITY_HEADERS } from './security.ts'

const INVALID_REQUEST = 'Invalid request.'
const UNSUPPORTED_TYPE = 'Unsupported content type.'
/** How long a rejected client may take to read its reply before the connection closes. */
const LINGER_MS = 2000

/** Errors of Node, Fastify and its plugins, with our codes and messages. Others of 4xx are `invalid`. */
const LIBRARY_ERRORS: Record<string, [code: ErrorCode, message: string]> = {
  HPE_HEADER_OVERFLOW: ['headers_too_large', 'Headers are too large.'],
  ERR_HTTP_REQUEST_TIMEOUT: ['timed_out', 'The request took too long.'],
  FST_REQ_FILE_TOO_LARGE: ['too_large', IMAGE_TOO_LARGE],
  FST_FILES_LIMIT: ['too_large', TOO_LARGE],
  FST_FIELDS_LIMIT: ['too_large', TOO_LARGE],
  FST_PARTS_LIMIT: ['too_large', TOO_LARGE],
  FST_ERR_CTP_BODY_TOO_LARGE: ['too_large', TOO_LARGE],
  FST_ERR_CTP_INVALID_MEDIA_TYPE: ['unsupported_type', UNSUPPORTED_TYPE],
  FST_INVALID_MULTIPART_CONTENT_TYPE: ['unsupported_type', UNSUPPORTED_TYPE],
}

/** Turns any thrown value into an AppError. An unknown error that is not the client's fault becomes `unexpected`. */
export function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error
  if (error instanceof z.ZodError) return fromZod(error)
  if (isUniqueViolation(error)) return new AppError('conflict', 'This already exists.')
  if (isForeignKeyViolation(error)) return new AppError('conflict', 'Something this needs was just deleted.')
  if (isUnavailable(error)) return busy()
  return fromLibrary(error) ?? new AppError('unexpected', SOMETHING_WENT_WRONG)
}

function fromLibrary(error: unknown): AppError | undefined {
  if (!(error instanceof Error && 'code' in error) || typeof error.code !== 'string') return undefined
  const known = LIBRARY_ERRORS[error.code]
  if (known) return new AppError(...known)
  const status = 'statusCode' in error && typeof error.statusCode === 'number' ? error.statusCode : 500
  return status >= 400 && status < 500 ? new AppError('invalid', INVALID_REQUEST) : undefined
}

function fromZod(error: z.ZodError): AppError {
  const errors: Record<string, string> = {}
  for (const { path, message } of error.issues)
    errors[path.join('.') || 'body'] ??= path.length === 0 ? INVALID_REQUEST : message
  return new AppError('invalid', Object.values(errors)[0] ?? INVALID_REQUEST, { errors })
}

/** Sends an AppError in the one error shape, with the headers of its status. */
export function sendError(request: FastifyRequest, reply: FastifyReply, appError: AppError): FastifyReply {
  const { code, message, errors, retryAfter, challenge, data } = appError
  const status = ERROR_STATUS[code]
  if (status === 401) {
    const error = code === 'invalid_token' ? ', error="invalid_token"' : ''
    reply.header('www-authenticate', `Bearer realm="api"${error}`)
  }
  if (retryAfter !== undefined) reply.header('retry-after', retryAfter)
  reply.status(status).header('cache-control', 'no-store')
  if (isOpenedByPerson(request)) return reply.type('text/html; charset=utf-8').send(errorPage(message))
  const body: ErrorReply = {
    success: false,
    message,
    code,
    ...(errors && { errors }),
    ...(challenge !== undefined && { challenge }),
    ...(data && { data }),
    requestId: request.id,
  }
  return reply.send(body)
}

/** Whether a browser navigates to this address. Programs do not ask for HTML. */
function isOpenedByPerson({ method, url, headers }: FastifyRequest): boolean {
  const asksForPage = headers.accept?.includes('text/html') ?? false
  return asksForPage && (method === 'GET' || method === 'HEAD') && !url.startsWith('/api/')
}

/** A page with the message only: styles and scripts may be unavailable when an error occurs. */
function errorPage(message: string): string {
  const sentence = message.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark"><title>${sentence}</title></head><body><main><h1>${sentence}</h1><p><a href="">Try again</a></p></main></body></html>`
}

interface ErrorRules {
  onRejected: (request: FastifyRequest, appError: AppError) => Promise<void>
  onDamaged: (error: unknown) => void
}

/** Turns every failure into a reply. The cause goes to the log only. */
export function registerErrors(app: FastifyInstance, { onRejected, onDamaged }: ErrorRules): void {
  app.setErrorHandler(async (error: FastifyError, request, reply) => {
    const appError = toAppError(error)
    await onRejected(request, appError)
    if (isDamaged(error)) onDamaged(error)
    else if (appError.code === 'unexpected') request.log.error({ err: error }, 'unexpected')
    else if (appError.code === 'busy') request.log.warn({ err: error }, 'busy')
    return sendError(request, reply, appError)
  })
}

const streams = Object.values(STREAMS).map((path) => ['GET', path] as const)
const patterns = [...Object.values(CALLS), ...streams, ...TUS_CALLS].map(([method, path]) => ({
  method,
  path: new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}$`),
}))

/**
 * Answers an unknown path under /api with 404, and a known path with another method with 405 and the allowed methods. If
 * the method is allowed, the path has an id that is too long: 404.
 */
export function answerUnknownCall(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const path = pathOf(request.url)
  const methods = patterns.filter((pattern) => pattern.path.test(path)).map(({ method }) => method)
  const isKnown = methods.length > 0 && !methods.some((method) => method === request.method)
  if (!isKnown) return sendError(request, reply, new AppError('not_found', 'Not found.'))
  reply.header('allow', [...new Set(methods)].join(', '))
  return sendError(request, reply, new AppError('method_not_allowed', 'Method not allowed.'))
}

/** An address that cannot be decoded is not found. The hooks that set our headers do not run for it. */
export function answerUnroutable(_error: Error, request: FastifyRequest, reply: FastifyReply): void {
  reply.headers(SECURITY_HEADERS).header('x-request-id', request.id)
  void sendError(request, reply, new AppError('not_found', 'Not found.'))
}

/**
 * Answers bytes that are not a request with the usual error envelope and headers, then closes the connection, because the
 * start of the next request is unknown.
 */
export const answerBadBytes: NonNullable<FastifyServerOptions['clientErrorHandler']> = (error, socket) => {
  if (!socket.writable) socket.destroy()
  if (error.code === 'ECONNRESET' || socket.destroyed) return
  const { code, message } = fromLibrary(error) ?? new AppError('invalid', INVALID_REQUEST)
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
  const status = ERROR_STATUS[code]
  closeGently(socket)
  socket.write(`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n${lines.join('')}\r\n${body}`)
  socket.destroySoon()
}

/**
 * Node destroys a connection as soon as the last answer is written. The system tells a client that still sends that it
 * was cut off, and many then discard the reply. So the connection stays half open for a short time, unread.
 */
export function closeGently(socket: Socket): void {
  socket.destroySoon = () => {
    // Node begins to read on right after this.
    setImmediate(() => socket.pause())
    socket.end()
    setTimeout(() => socket.destroy(), LINGER_MS).unref()
  }
}
