import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { CALLS, LIVE_PATH } from '#contract/calls.ts'
import { ERROR_STATUS, type ErrorCode, type ErrorReply } from '#contract/errors.ts'
import { IMAGE_TOO_LARGE } from '#contract/media.ts'
import { SOMETHING_WENT_WRONG } from '#contract/messages.ts'
import { isDamaged } from '../data/damaged.ts'
import { isForeignKeyViolation, isUnavailable, isUniqueViolation } from '../data/dialect.ts'
import { AppError } from './app-error.ts'
import { errorPage, isOpenedByPerson } from './error-page.ts'

export const TOO_LARGE = 'Request is too large.'
const INVALID_REQUEST = 'Invalid request.'
const BUSY_SECONDS = 5

/** Errors of Fastify and its plugins, with our codes and messages. */
const LIBRARY_ERRORS: Record<string, [code: ErrorCode, message: string]> = {
  FST_REQ_FILE_TOO_LARGE: ['too_large', IMAGE_TOO_LARGE],
  FST_FILES_LIMIT: ['too_large', TOO_LARGE],
  FST_FIELDS_LIMIT: ['too_large', TOO_LARGE],
  FST_PARTS_LIMIT: ['too_large', TOO_LARGE],
  FST_ERR_CTP_BODY_TOO_LARGE: ['too_large', TOO_LARGE],
  FST_ERR_CTP_INVALID_MEDIA_TYPE: ['unsupported_type', 'Unsupported content type.'],
  FST_INVALID_MULTIPART_CONTENT_TYPE: ['unsupported_type', 'Unsupported content type.'],
}

/** Turns any thrown value into an AppError. An unknown error that is not the client's fault becomes `unexpected`. */
function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error
  if (error instanceof z.ZodError) return fromZod(error)
  if (isUniqueViolation(error)) return new AppError('conflict', 'This already exists.')
  if (isForeignKeyViolation(error)) return new AppError('conflict', 'Something this needs was just deleted.')
  if (isUnavailable(error)) return busy()
  const known = libraryError(error)
  return known ?? new AppError('unexpected', SOMETHING_WENT_WRONG)
}

export function busy(seconds: number = BUSY_SECONDS): AppError {
  return new AppError('busy', `The server is busy. Please try again in ${seconds} seconds.`, {
    retryAfter: seconds,
  })
}

function libraryError(error: unknown): AppError | undefined {
  if (!(error instanceof Error && 'code' in error) || typeof error.code !== 'string') return undefined
  const known = LIBRARY_ERRORS[error.code]
  if (known) return new AppError(...known)
  const status = 'statusCode' in error && typeof error.statusCode === 'number' ? error.statusCode : 500
  return status >= 400 && status < 500 ? new AppError('invalid', INVALID_REQUEST) : undefined
}

function fromZod(error: z.ZodError): AppError {
  const errors: Record<string, string> = {}
  for (const issue of error.issues) {
    const field = issue.path[0]?.toString() ?? 'body'
    errors[field] ??= issue.path.length === 0 ? INVALID_REQUEST : issue.message
  }
  return new AppError('invalid', Object.values(errors)[0] ?? INVALID_REQUEST, { errors })
}

/** Sends an AppError as the error envelope of api.md, with the headers of its status. */
export function sendError(request: FastifyRequest, reply: FastifyReply, appError: AppError): FastifyReply {
  const { code, message, errors, retryAfter } = appError
  const status = ERROR_STATUS[code]
  if (status === 401) {
    const error = code === 'invalid_token' ? ', error="invalid_token"' : ''
    reply.header('www-authenticate', `Bearer realm="api"${error}`)
  }
  if (retryAfter !== undefined) reply.header('retry-after', retryAfter)
  reply.status(status).header('cache-control', 'no-store')
  if (isOpenedByPerson(request)) return reply.type('text/html; charset=utf-8').send(errorPage(message))
  const body: ErrorReply = { success: false, message, code, ...(errors && { errors }), requestId: request.id }
  return reply.send(body)
}

interface ErrorRules {
  /** Records the rejection. */
  onRejected: (request: FastifyRequest, appError: AppError) => Promise<void>
  /** Logs that the database is damaged and stops writes. */
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

const patterns = [...Object.values(CALLS), ['GET', LIVE_PATH] as const].map(([method, path]) => ({
  method,
  path: new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}$`),
}))

/**
 * An unknown path under /api is a 404, a known one with another method a 405 that says which are allowed. Where the
 * method is allowed, it is the path that is wrong: an id too long to be one.
 */
export function answerUnknownCall(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const path = request.url.split('?', 1)[0] ?? ''
  const methods = patterns.filter((pattern) => pattern.path.test(path)).map(({ method }) => method)
  const isKnown = methods.length > 0 && !methods.some((method) => method === request.method)
  if (!isKnown) return sendError(request, reply, new AppError('not_found', 'Not found.'))
  reply.header('allow', [...new Set(methods)].join(', '))
  return sendError(request, reply, new AppError('method_not_allowed', 'Method not allowed.'))
}
