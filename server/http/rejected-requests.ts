import type { FastifyRequest } from 'fastify'
import { audit } from '../auth/audit.ts'
import type { Db } from '../data/database.ts'
import type { AppError } from './app-error.ts'
import { callerOf, requestMetaOf } from './request-rules.ts'

const MINUTE = 60_000
/** The audit rows that one network, and all networks together, may add in a minute. The log has every rejection. */
const ROWS = { refused: 30, throttled: 1 } as const
const ROWS_OF_ALL = 600

type Rejection = keyof typeof ROWS

/** An error for want of rights, a write without a login, or too many of anything: how an attack looks from inside. */
function kindOf({ code }: AppError, { method }: FastifyRequest): Rejection | undefined {
  if (code === 'too_many_requests') return 'throttled'
  if (code === 'forbidden') return 'refused'
  const withoutLogin = code === 'login_required' || code === 'invalid_token'
  return withoutLogin && method !== 'GET' ? 'refused' : undefined
}

/** Limits audit rows, so that a flood of rejections does not become a flood of writes. */
function createAllowance(now: () => number) {
  let began = now()
  let all = 0
  const rows = new Map<string, number>()
  return (kind: Rejection, network: string): boolean => {
    if (now() - began > MINUTE) {
      began = now()
      all = 0
      rows.clear()
    }
    const key = `${kind} ${network}`
    const written = rows.get(key) ?? 0
    if (written >= ROWS[kind] || all >= ROWS_OF_ALL) return false
    all += 1
    rows.set(key, written + 1)
    return true
  }
}

/**
 * Keeps rejections in the log and, in bounded number, in the audit table (security.md section 3, "Audit log"). It never
 * throws: an error is answered also while nothing can be written.
 */
export function createRejectionLog(db: Db, now = () => performance.now()) {
  const allows = createAllowance(now)
  return async (request: FastifyRequest, appError: AppError): Promise<void> => {
    const action = kindOf(appError, request)
    if (!action) return
    const meta = requestMetaOf(request)
    const { network, log } = meta
    const actorId = callerOf(request)?.id
    const detail = { method: request.method, path: request.routeOptions.url ?? '' }
    if (!allows(action, network)) {
      log.warn({ audit: action, actorId, network, ...detail }, 'audit')
      return
    }
    await audit(db, meta, { action, actorId, detail }).catch((error: unknown) => {
      log.warn({ err: error, audit: action, actorId, network, ...detail }, 'audit')
    })
  }
}
