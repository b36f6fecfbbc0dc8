import { SOMETHING_WENT_WRONG } from '#contract/messages.ts'

interface Failure {
  /** HTTP status, or 0 when no answer came at all. */
  status: number
  /** Stable word of contract/errors.ts, or `offline`. */
  code: string
  message: string
  /** Field → sentence; only with a refused form. */
  errors?: Record<string, string>
  requestId?: string
}

/** A call that did not succeed, in the words the server chose for the person (api.md, "errors"). */
export class ApiError extends Error {
  readonly status: number
  readonly code: string
  readonly errors: Record<string, string> | undefined
  readonly requestId: string | undefined

  constructor({ status, code, message, errors, requestId }: Failure) {
    super(message)
    this.name = 'ApiError'
    this.status = status
    this.code = code
    this.errors = errors
    this.requestId = requestId
  }
}

/** The server did not answer, or what answered was not our server. */
export function offline(status = 0): ApiError {
  return new ApiError({ status, code: 'offline', message: SOMETHING_WENT_WRONG })
}

/** The stable word of a failure, both of `ApiError` and of the refusals that handlers throw while rendering. */
export function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined
}

/** What was asked for does not exist, or is hidden from the one who asks. Also serves as a query's `throwOnError`. */
export const isNotFound = (error: unknown) => codeOf(error) === 'not_found'

/** A sentence per field, where the server refused fields. */
export const refusedFields = (error: unknown): Record<string, string> | undefined =>
  error instanceof ApiError ? error.errors : undefined
