import { z } from 'zod'

/** The only table of error codes: stable word → HTTP status. */
export const ERROR_STATUS = {
  invalid: 400,
  login_required: 401,
  invalid_token: 401,
  wrong_credentials: 401,
  second_factor: 401,
  forbidden: 403,
  second_step_needed: 403,
  not_found: 404,
  method_not_allowed: 405,
  timed_out: 408,
  conflict: 409,
  account_exists: 409,
  too_large: 413,
  uri_too_long: 414,
  unsupported_type: 415,
  range_not_satisfiable: 416,
  locked: 423,
  too_many_requests: 429,
  headers_too_large: 431,
  unexpected: 500,
  busy: 503,
  no_space: 507,
} as const

export type ErrorCode = keyof typeof ERROR_STATUS

/** The text of a `conflict` about an item that was saved since the caller read it; `data` is the item as it is now. */
export const SAVED_MEANWHILE = 'Somebody else has saved this meanwhile. Choose which texts to keep.'

/** The reply of every failed call; `errors` (field → sentence) only with 400. */
export const ErrorReply = z
  .object({
    success: z.literal(false),
    message: z.string(),
    code: z.string(),
    errors: z.record(z.string(), z.string()).optional(),
    /** With `second_factor`, for the second step of the login; with `account_exists`, to connect the account after a login. */
    challenge: z.string().optional(),
    /** Only with `conflict` after `updatedAt`: the current item. */
    data: z.unknown().optional(),
    requestId: z.string(),
  })
  .meta({ id: 'ErrorReply' })
export type ErrorReply = z.infer<typeof ErrorReply>
