import type { FastifyRequest } from 'fastify'
import { RateLimiterMemory } from 'rate-limiter-flexible'
import { audit } from '#server/auth/audit.ts'
import type { Db } from '#server/data/database.ts'
import type { AppError } from './app-error.ts'
import { callerOf, requestMetaOf } from './request.ts'

const MINUTE = 60
/** The audit rows that one network, and all networks together, may add in a minute. The log has every rejection. */
const ROWS = { refused: 30, throttled: 1 } as const
const ROWS_OF_ALL = 600

/** Whether a rejection may be part of an attack: missing permission, a write without a login, or a rate limit. */
function kindOf({ code }: AppError, { method }: FastifyRequest): keyof typeof ROWS | undefined {
  if (code === 'too_many_requests') return 'throttled'
  if (code === 'forbidden') return 'refused'
  const withoutLogin = code === 'login_required' || code === 'invalid_token'
  return withoutLogin && method !== 'GET' ? 'refused' : undefined
}

/**
 * Keeps rejections in the log and, in bounded number, in the audit table. It never throws, so that errors are answered even
 * while the database accepts no writes.
 */
export function createRejectionLog(db: Db) {
  const all = new RateLimiterMemory({ points: ROWS_OF_ALL, duration: MINUTE })
  const byNetwork = {
    refused: new RateLimiterMemory({ points: ROWS.refused, duration: MINUTE }),
    throttled: new RateLimiterMemory({ points: ROWS.throttled, duration: MINUTE }),
  }
  return async (request: FastifyRequest, appError: AppError): Promise<void> => {
    const action = kindOf(appError, request)
    if (!action) return
    const meta = requestMetaOf(request)
    const { network, log } = meta
    const actorId = callerOf(request)?.id
    const detail = { method: request.method, path: request.routeOptions.url ?? '' }
    try {
      await byNetwork[action].consume(network)
      await all.consume('all')
      await audit(db, meta, { action, actorId, detail })
    } catch (error) {
      const failure = error instanceof Error && { err: error }
      log.warn({ ...failure, audit: action, actorId, network, ...detail }, 'audit')
    }
  }
}
