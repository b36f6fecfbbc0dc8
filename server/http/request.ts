import { randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { isIPv4 } from 'node:net'
import proxyAddr from '@fastify/proxy-addr'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { Permission } from '#contract/access.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { IMAGE_MAX_BYTES, IMAGE_TOO_LARGE } from '#contract/media/media.ts'
import { SESSION_EXPIRED } from '#contract/messages.ts'
import { withSecondStep } from '#server/auth/admin-second-step.ts'
import type { RequestMeta } from '#server/auth/audit.ts'
import type { Limits } from '#server/auth/rate-limit.ts'
import { findViewer, presentedToken } from '#server/auth/session.ts'
import type { Viewer } from '#server/auth/viewer.ts'
import type { AppContext } from '#server/context.ts'
import { AppError, TOO_LARGE } from './app-error.ts'
import { readForm, UPLOAD_MAX_BYTES } from './uploads.ts'

const PROCESS = randomBytes(4).toString('hex')
let requests = 0

/** Request ids have a random prefix for each process and a counter. They are not secret. */
export function newRequestId(): string {
  requests = (requests + 1) % 2 ** 32
  return PROCESS + requests.toString(16).padStart(8, '0')
}

/** Node keeps the first `Host` header; a proxy may have used the other. */
export function hasTwoHosts({ rawHeaders }: IncomingMessage): boolean {
  let hosts = 0
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]
    if (name?.length === 4 && name.toLowerCase() === 'host') hosts += 1
  }
  return hosts > 1
}

/** Reads the client's address, as `request.ip` does: the peer, or the address that a trusted proxy names (TRUST_PROXY). */
export function addressReader(trusted: string[]): (request: IncomingMessage) => string {
  if (trusted.length === 0) return ({ socket }) => socket.remoteAddress ?? ''
  const trusts = proxyAddr.compile(trusted)
  return (request) => proxyAddr(request, trusts)
}

/**
 * The network that a rate limit counts: an IPv4 address, or the /64 of an IPv6 address, because one home has a whole /64.
 */
export function networkOf(address: string): string {
  const plain = address.replace(/^::ffff:/i, '').replace(/%.*$/, '')
  if (isIPv4(plain)) return plain
  const [start = [], end = []] = plain
    .toLowerCase()
    .split('::')
    .map((part) => part.split(':').filter(Boolean))
  const zeros = Array<string>(Math.max(0, 8 - start.length - end.length)).fill('0')
  const groups = [...start, ...zeros, ...end].slice(0, 4)
  return `${groups.map((group) => group.replace(/^0+(?=.)/, '')).join(':')}::/64`
}

export function requestMetaOf(request: FastifyRequest): RequestMeta {
  return {
    requestId: request.id,
    network: networkOf(request.ip),
    agent: (request.headers['user-agent'] ?? '').slice(0, 200),
    log: request.log,
    cookies: request.headers.cookie,
  }
}

/** The caller of each request, for the audit of a later rejection. */
const callers = new WeakMap<FastifyRequest, Viewer>()

export function callerOf(request: FastifyRequest): Viewer | undefined {
  return callers.get(request)
}

/**
 * Finds the caller. On a call that is open to visitors an invalid token counts as none and the answer says so; on any other
 * call it is rejected.
 */
export async function identify(
  site: Pick<AppContext, 'db' | 'passkeys' | 'adminSecondStep'>,
  permission: Permission,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
): Promise<Viewer | undefined> {
  const token = presentedToken(request.raw)
  if (token === undefined) return undefined
  reply.header('cache-control', 'no-store')
  const found = token === null ? undefined : await findViewer(site.db, token)
  if (found) {
    const viewer = await withSecondStep(site, found)
    callers.set(request, viewer)
    return viewer
  }
  if (permission.seen[0] !== 'yes') throw new AppError('invalid_token', SESSION_EXPIRED)
  reply.header('www-authenticate', 'Bearer error="invalid_token"')
  return undefined
}

/** The keys that rate limiting needs; the live stream has only these. */
export type RateLimited = Pick<Endpoint, 'method' | 'rate'>

/** Counts reads and sign-ups by network and other calls by user. An admin's comments do not count. */
export async function spendLimit(
  { limits }: { limits: Limits },
  { method, rate = method === 'GET' ? 'read' : 'write' }: RateLimited,
  { network, viewer }: { network: string; viewer?: Viewer | undefined },
): Promise<void> {
  const byNetwork = rate === 'read' || rate === 'register' || rate === 'setup'
  if (byNetwork && !viewer) await limits.spend(rate, network)
  const exempt = byNetwork || rate === 'login' || (rate === 'comment' && viewer?.isAdmin)
  if (viewer && !exempt) await limits.spend(rate, viewer.id)
}

export type BodyOf<E> = E extends { body: infer Schema extends z.ZodType } ? z.output<Schema> : undefined

export const JSON_MAX_BYTES = 64 * 1024

/** Accepts JSON only; an empty body counts as no body. Fastify's text/plain parser would allow CSRF. */
export function registerJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined)
    else void parse(request, String(body), done)
  })
  // `checkBodyHeaders` has already rejected forms for the calls that do not accept them.
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, _body, done) => done(null, undefined),
  )
}

/** Rejects a body by its headers, before the caller is known: one that is too long, or of a wrong type. */
export function checkBodyHeaders(endpoint: Endpoint, { headers }: FastifyRequest): void {
  const length = Number(headers['content-length'] ?? 0)
  if (length > (endpoint.image ? UPLOAD_MAX_BYTES : JSON_MAX_BYTES))
    throw new AppError('too_large', TOO_LARGE)
  const { 'content-type': type, 'content-encoding': encoding, 'transfer-encoding': chunked } = headers
  const isEmpty = type === undefined && length === 0 && chunked === undefined
  if (!endpoint.body || isEmpty) return
  if (!takes(endpoint, type) || encoding !== undefined)
    throw new AppError('unsupported_type', 'Unsupported content type.')
}

function takes({ image, acceptsForm }: Endpoint, type: string | undefined): boolean {
  if (image) return isForm(type)
  return isJson(type) || (acceptsForm === true && (isForm(type) || isUrlEncoded(type)))
}

const isForm = (type = '') => /^\s*multipart\/form-data\s*(;|$)/i.test(type)
const isUrlEncoded = (type = '') => /^\s*application\/x-www-form-urlencoded\s*(;|$)/i.test(type)
const isJson = (type = '') =>
  /^\s*application\/json\s*(;|$)/i.test(type) && !/;\s*charset\s*=[\s"]*(?![\s"]|utf-8)/i.test(type)

const PICTURE = { maxBytes: IMAGE_MAX_BYTES, tooLarge: IMAGE_TOO_LARGE }

export async function readBody<E extends Endpoint>(endpoint: E, request: FastifyRequest) {
  if (!endpoint.image) return { body: parseBody(endpoint, request.body ?? {}), image: undefined }
  const { fields, image } = await readForm(request, { name: endpoint.image, ...(endpoint.file ?? PICTURE) })
  const missing = image === undefined ? endpoint.imageRequired : undefined
  if (missing === undefined) return { body: parseBody(endpoint, fields), image }
  const issues = endpoint.body?.safeParse(fields).error?.issues ?? []
  const errors = Object.fromEntries(
    issues.toReversed().map(({ path, message }) => [String(path[0]), message]),
  )
  const all = { ...errors, [endpoint.image]: missing }
  throw new AppError('invalid', Object.values(all)[0] ?? missing, { errors: all })
}

export function parseBody<E extends Endpoint>(endpoint: E, raw: unknown): BodyOf<E>
export function parseBody({ body }: Endpoint, raw: unknown): unknown {
  return body?.parse(raw)
}
