import type { ErrorCode } from '#contract/errors.ts'

export const TOO_LARGE = 'Request is too large.'
const BUSY_SECONDS = 5

interface AppErrorDetails {
  /** Field → sentence; only with `invalid`. */
  errors?: Record<string, string>
  /** Seconds; only with `too_many_requests` and `busy`. */
  retryAfter?: number
  /** Only with `second_factor`. */
  challenge?: string
}

/** A request that failed or was rejected. The user reads `message`; the code decides the status (contract/errors.ts). */
export class AppError extends Error {
  override readonly name = 'AppError'
  readonly code: ErrorCode
  readonly errors: Record<string, string> | undefined
  readonly retryAfter: number | undefined
  readonly challenge: string | undefined

  constructor(code: ErrorCode, message: string, { errors, retryAfter, challenge }: AppErrorDetails = {}) {
    super(message)
    this.code = code
    this.errors = errors
    this.retryAfter = retryAfter
    this.challenge = challenge
  }
}

/** An error of one field; its message appears at the field. */
export function invalid(field: string, message: string): AppError {
  return new AppError('invalid', message, { errors: { [field]: message } })
}

export function busy(seconds: number = BUSY_SECONDS): AppError {
  return new AppError('busy', `The server is busy. Please try again in ${seconds} seconds.`, {
    retryAfter: seconds,
  })
}
