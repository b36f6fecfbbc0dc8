import { CONNECTION_LOST, SOMETHING_WENT_WRONG } from '#contract/messages.ts'

interface Failure {
  /** HTTP status, or 0 without a response. */
  status: number
  /** A stable code of contract/errors.ts, or `offline`. */
  code: string
  message: string
  /** Field → sentence; only for a rejected form. */
  errors?: Record<string, string>
  requestId?: string
  /** When a busy server wants to be asked again. */
  retryAfterSeconds?: number
  /** Set when a login needs a second step. */
  challenge?: string
}

/** A failed call, with the sentence of the server for the user. */
export class ApiError extends Error {
  readonly status: number
  readonly code: string
  readonly errors: Record<string, string> | undefined
  readonly requestId: string | undefined
  readonly retryAfterSeconds: number | undefined
  readonly challenge: string | undefined

  constructor({ status, code, message, ...rest }: Failure) {
    super(message)
    this.name = 'ApiError'
    this.status = status
    this.code = code
    this.errors = rest.errors
    this.requestId = rest.requestId
    this.retryAfterSeconds = rest.retryAfterSeconds
    this.challenge = rest.challenge
  }
}

/** The server did not respond, or the response was not from our server. */
export function offline(status = 0): ApiError {
  return new ApiError({
    status,
    code: 'offline',
    message: status === 0 ? CONNECTION_LOST : SOMETHING_WENT_WRONG,
  })
}

/** The server did not answer. */
export const isConnectionLost = (error: unknown) =>
  error instanceof ApiError && error.code === 'offline' && error.status === 0

/** The stable code of an error: of `ApiError`, and of the errors that handlers throw while rendering. */
export function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined
}

/** The resource does not exist, or is hidden from this user. Also serves as a query's `throwOnError`. */
export const isNotFound = (error: unknown) => codeOf(error) === 'not_found'

/** A sentence for each field that the server rejected. */
export const fieldErrors = (error: unknown): Record<string, string> | undefined =>
  error instanceof ApiError ? error.errors : undefined
