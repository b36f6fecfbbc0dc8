import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Permission } from '#contract/access.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { SESSION_EXPIRED } from '#contract/messages.ts'
import type { RequestMeta } from '../auth/audit.ts'
import { findViewer, presentedToken } from '../auth/session.ts'
import type { Viewer } from '../auth/viewer.ts'
import type { AppContext } from '../context.ts'
import { AppError } from './app-error.ts'
import { TOO_LARGE } from './errors.ts'
import { MULTIPART_MAX_BYTES } from './multipart.ts'
import { networkOf } from './network.ts'

export const JSON_MAX_BYTES = 64 * 1024
/** Long enough for the longest cursor and the longest search text. */
const URL_MAX = 4096

/** The caller of each request, for the audit of a later rejection. */
const callers = new WeakMap<FastifyRequest, Viewer>()

export function callerOf(request: FastifyRequest): Viewer | undefined {
  return callers.get(request)
}

export function requestMetaOf(request: FastifyRequest): RequestMeta {
  return {
    requestId: request.id,
    network: networkOf(request.ip),
    agent: (request.headers['user-agent'] ?? '').slice(0, 200),
    log: request.log,
  }
}

/** Rejects a request by its headers: an address or body that is too long, or a wrong content type. */
export function checkSize(endpoint: Endpoint, request: FastifyRequest): void {
  if (request.url.length > URL_MAX) throw new AppError('uri_too_long', 'This address is too long.')
  const length = Number(request.headers['content-length'] ?? 0)
  const most = endpoint.image ? MULTIPART_MAX_BYTES : JSON_MAX_BYTES
  if (length > most) throw new AppError('too_large', TOO_LARGE)
  const isEmpty = length === 0 && request.headers['transfer-encoding'] === undefined
  if (endpoint.body) checkType(endpoint, request.headers, isEmpty)
}

function checkType({ image }: Endpoint, headers: IncomingHttpHeaders, isEmpty: boolean): void {
  const { 'content-type': sent, 'content-encoding': encoding } = headers
  const type = sent?.split(';', 1)[0]?.trim().toLowerCase()
  if (type === undefined && isEmpty) return
  const isKnown = type === (image ? 'multipart/form-data' : 'application/json')
  if (!isKnown || encoding !== undefined || (!image && hasForeignCharset(sent))) {
    throw new AppError('unsupported_type', 'Unsupported content type.')
  }
}

/** Only UTF-8 is accepted for JSON. */
function hasForeignCharset(type = ''): boolean {
  const [, charset = 'utf-8'] = /;\s*charset\s*=\s*"?([^\s";]*)/i.exec(type) ?? []
  return charset.toLowerCase() !== 'utf-8'
}

/** The path parameters that are strings. */
export function textsIn(params: unknown): ReadonlyMap<string, string> {
  const texts = new Map<string, string>()
  for (const [name, value] of Object.entries(params ?? {}))
    if (typeof value === 'string') texts.set(name, value)
  return texts
}

/** The keys that rate limiting needs; the live stream has only these. */
export type RateLimited = Pick<Endpoint, 'method' | 'rate'>

/**
 * Finds the caller. On a call that is open to visitors an invalid token counts as none and the answer says so; on any other
 * call it is rejected.
 */
export async function identify(
  context: AppContext,
  permission: Permission,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
): Promise<Viewer | undefined> {
  const token = presentedToken(request.raw)
  if (request.headers.authorization !== undefined) reply.header('cache-control', 'no-store')
  if (token === undefined) return undefined
  const viewer = token === null ? undefined : await findViewer(context.db, token)
  if (viewer) {
    callers.set(request, viewer)
    return viewer
  }
  if (permission.seen[0] !== 'yes') throw new AppError('invalid_token', SESSION_EXPIRED)
  reply.header('www-authenticate', 'Bearer error="invalid_token"')
  return undefined
}

/** Counts reads and sign-ups by network and other calls by user. An admin's comments do not count. */
export async function spendLimit(
  context: AppContext,
  endpoint: RateLimited,
  { network, viewer }: { network: string; viewer?: Viewer | undefined },
): Promise<void> {
  const rate = endpoint.rate ?? (endpoint.method === 'GET' ? 'read' : 'write')
  if (viewer) {
    const exempt = rate === 'comment' && viewer.isAdmin
    if (!(['read', 'register', 'login'].includes(rate) || exempt)) await context.limits.spend(rate, viewer.id)
  } else if (rate === 'read' || rate === 'register') {
    await context.limits.spend(rate, network)
  }
}
