import { type ErrorCode, SAVED_MEANWHILE } from '#contract/errors.ts'

export const TOO_LARGE = 'Request is too large.'
const BUSY_SECONDS = 5

interface AppErrorDetails {
  /** Field → sentence; only with `invalid`. */
  errors?: Record<string, string>
  /** Seconds; only with `too_many_requests` and `busy`. */
  retryAfter?: number
  /** Only with `second_factor` and `account_exists`. */
  challenge?: string
  /** Only with `conflict`: the current item. */
  data?: object
}

/** A request that failed or was rejected. The user reads `message`; the code decides the status (contract/errors.ts). */
export class AppError extends Error {
  override readonly name = 'AppError'
  readonly code: ErrorCode
  readonly errors: Record<string, string> | undefined
  readonly retryAfter: number | undefined
  readonly challenge: string | undefined
  readonly data: object | undefined

  constructor(
    code: ErrorCode,
    message: string,
    { errors, retryAfter, challenge, data }: AppErrorDetails = {},
  ) {
    super(message)
    this.code = code
    this.errors = errors
    this.retryAfter = retryAfter
    this.challenge = challenge
    this.data = data
  }
}

/** An error of one field; its message appears at the field. */
export function invalid(field: string, message: string): AppError {
  return new AppError('invalid', message, { errors: { [field]: message } })
}

/** Throws `conflict` with the stored item if that is not the version that the caller has changed. */
export function checkUnchanged(
  stored: { updatedAt: string } | undefined,
  updatedAt: string | undefined,
): void {
  if (stored && updatedAt !== undefined && stored.updatedAt !== updatedAt)
    throw new AppError('conflict', SAVED_MEANWHILE, { data: stored })
}

export function busy(seconds: number = BUSY_SECONDS): AppError {
  return new AppError('busy', `The server is busy. Please try again in ${seconds} seconds.`, {
    retryAfter: seconds,
  })
}
