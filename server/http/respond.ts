import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Endpoint } from '#contract/endpoint.ts'
import type { Tags } from '#server/cache/tags.ts'
import type { AppContext } from '../context.ts'

interface Outgoing {
  request: FastifyRequest
  reply: FastifyReply
  answer: unknown
  /** The cache tags that a write invalidates. */
  tags: Tags
}

/** Sends the reply of a call. Visitors' reads are conditional; development and tests check it against the contract. */
export function sendReply(
  context: AppContext,
  endpoint: Endpoint,
  { request, reply, answer, tags }: Outgoing,
): FastifyReply {
  if (context.checkReplies) checkReply(endpoint, answer)
  const isText = endpoint.contentType !== undefined && typeof answer === 'string'
  const body = isText ? answer : textOf(context, answer)
  reply.status(endpoint.status ?? 200).type(endpoint.contentType ?? JSON_TYPE)
  if (endpoint.method !== 'GET') {
    context.invalidation.invalidate(tags)
    // The write may have hidden a course that a user watches.
    if (tags === 'everything') context.events.publish({ type: 'access.changed' })
    return reply.header('cache-control', 'no-store').send(body)
  }
  return request.headers.authorization === undefined
    ? sendConditional(request, reply, body)
    : reply.header('cache-control', 'no-store').send(body)
}

/** A browser may cache the reply but must revalidate it each time. */
export const REVALIDATE = 'public, max-age=0, must-revalidate'
/** The address names the content, so it never changes. */
export const IMMUTABLE = 'public, max-age=31536000, immutable'

export const JSON_TYPE = 'application/json; charset=utf-8'

/** The reply as JSON, with absolute image addresses where they are configured. */
export function textOf({ mediaUrl }: Pick<AppContext, 'mediaUrl'>, answer: unknown): string {
  const json = JSON.stringify(answer)
  return mediaUrl ? absoluteMedia(json, mediaUrl) : json
}

/** A key that the contract does not list is a leak, so this throws instead of removing it. */
function checkReply(endpoint: Endpoint, answer: unknown): void {
  const parsed = endpoint.reply.parse(answer)
  if (JSON.stringify(sorted(parsed)) !== JSON.stringify(sorted(JSON.parse(JSON.stringify(answer))))) {
    throw new Error(`${endpoint.name} answered keys that its contract does not list`)
  }
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (value === null || typeof value !== 'object') return value
  const entries = Object.entries(value).filter(([, each]) => each !== undefined)
  return Object.fromEntries(entries.map(([key, each]) => [key, sorted(each)]).toSorted(byKey))
}

function byKey([a]: unknown[], [b]: unknown[]): number {
  return String(a) < String(b) ? -1 : 1
}

export function etagOf(body: string | Buffer): string {
  return `"${createHash('sha1').update(body).digest('base64url')}"`
}

/** A repeated visit costs a 304 (api.md, "conditional reads"). */
function sendConditional(request: FastifyRequest, reply: FastifyReply, body: string): FastifyReply {
  const etag = etagOf(body)
  reply.header('etag', etag).header('cache-control', REVALIDATE).header('vary', 'Authorization, Origin')
  return matches(request.headers['if-none-match'], etag) ? reply.status(304).send() : reply.send(body)
}

/** Whether the client's `If-None-Match` names this ETag, weak or strong. */
export function matches(ifNoneMatch: string | undefined, etag: string): boolean {
  // Browsers send one ETag; only other clients send lists.
  if (ifNoneMatch === etag || (ifNoneMatch?.length === etag.length + 2 && ifNoneMatch === `W/${etag}`))
    return true
  return ifNoneMatch?.split(',').some((each) => each.trim().replace(/^W\//, '') === etag) ?? false
}

/** JSON escapes quotes inside strings, so these patterns only match our own keys. */
export function absoluteMedia(json: string, origin: string): string {
  return json
    .replaceAll('"url":"/media/', `"url":"${origin}/media/`)
    .replace(/"srcSet":"[^"]*"/g, (set) => set.replaceAll('/media/', `${origin}/media/`))
}
