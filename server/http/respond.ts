import { createHash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Endpoint } from '#contract/endpoint.ts'
import type { Tags } from '#server/cache/invalidation.ts'
import type { AppContext } from '#server/context.ts'

/** A browser may cache the reply but must revalidate it each time. */
export const REVALIDATE = 'public, max-age=0, must-revalidate'
/** The address names the content, so it never changes. */
export const IMMUTABLE = 'public, max-age=31536000, immutable'
/** Nobody keeps the answer. */
export const NO_STORE = 'no-store'
export const JSON_TYPE = 'application/json; charset=utf-8'

interface Outgoing {
  request: FastifyRequest
  reply: FastifyReply
  answer: unknown
  tags: Tags
  /** Instead of the contract's. */
  status?: number | undefined
}

/** Sends the reply of a call. Visitors' reads are conditional; development and tests check it against the contract. */
export function sendReply(
  { checkReplies, mediaUrl, invalidation, events }: AppContext,
  endpoint: Endpoint,
  { request, reply, answer, tags, status = endpoint.status ?? 200 }: Outgoing,
): FastifyReply {
  if (checkReplies) checkReply(endpoint, answer)
  const { contentType = JSON_TYPE, method } = endpoint
  reply.status(status)
  if (typeof answer === 'string')
    return reply.type(contentType).header('cache-control', 'no-store').send(answer)
  const json = JSON.stringify(answer)
  const body = mediaUrl ? absoluteMedia(json, mediaUrl) : json
  if (method === 'GET') return sendConditional(request, reply, body)
  invalidation.invalidate(tags)
  // The write may have hidden a course that a user watches.
  if (tags === 'everything') events.publish({ type: 'access.changed' })
  return reply.type(JSON_TYPE).header('cache-control', 'no-store').send(body)
}

/** A key that the contract does not list is a leak, so this throws instead of removing it. */
function checkReply({ name, reply }: Endpoint, answer: unknown): void {
  const [parsed, sent] = [reply.parse(answer), answer].map((value) => JSON.parse(JSON.stringify(value)))
  if (!isDeepStrictEqual(parsed, sent))
    throw new Error(`${name} answered keys that its contract does not list`)
}

/** Sends JSON. Without a token, and unless the call forbids to store it, it has an ETag, so that a repeated visit costs a 304. */
export function sendConditional(
  request: FastifyRequest,
  reply: FastifyReply,
  body: string | Buffer,
): FastifyReply {
  reply.type(JSON_TYPE)
  const isForOne =
    request.headers.authorization !== undefined || reply.getHeader('cache-control') === NO_STORE
  if (isForOne) return reply.header('cache-control', NO_STORE).send(body)
  const etag = `"${createHash('sha1').update(body).digest('base64url')}"`
  reply.headers({ etag, 'cache-control': REVALIDATE, vary: 'Authorization, Origin' })
  return matches(request.headers['if-none-match'], etag) ? reply.status(304).send() : reply.send(body)
}

/** Whether the client's `If-None-Match` names this ETag, weak or strong. */
export function matches(ifNoneMatch: string | undefined, etag: string): boolean {
  const strong = (tag: string) => tag.trim().replace(/^W\//, '')
  return ifNoneMatch?.split(',').some((each) => strong(each) === strong(etag)) ?? false
}

/** JSON escapes quotes inside strings, so these patterns only match our own keys. */
export function absoluteMedia(json: string, origin: string): string {
  return json
    .replaceAll('"url":"/media/', `"url":"${origin}/media/`)
    .replace(/"srcSet":"[^"]*"/g, (set) => set.replaceAll('/media/', `${origin}/media/`))
}
