import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import type { Limits } from '#server/auth/rate-limit.ts'
import { hasTwoHosts, networkOf, newRequestId } from '#server/http/request.ts'
import { IMMUTABLE, matches, REVALIDATE } from '#server/http/respond.ts'
import type { Invalidation, Tags } from './invalidation.ts'
import { type Body, bodyFor, type Compressible, tagsOf } from './response-tags.ts'

const ENTRIES_MAX = 500
const BYTES_MAX = 32 * 1024 * 1024
/** Writes invalidate entries at once; the time limit is for dates in pages and for writes that cannot be noticed. */
const TTL_MS = 10_000
const TTL_UNNOTICED_MS = 1000

interface CachedResponse extends Compressible {
  status: number
  /** Names and values in turn, as `writeHead` takes them; without those that describe the body. */
  headers: string[]
  etag: string
  tags: ReadonlySet<string>
}

export interface ResponseCache {
  get(key: string): CachedResponse | undefined
  /** Stores a response unless something was invalidated after `generation`. */
  set(key: string, response: CachedResponse, generation: number): void
  invalidate(tags: Tags): void
  /** Grows with each invalidation; read it before reading the data of a response. */
  readonly generation: number
  readonly hits: number
}

/**
 * Responses that are the same for every visitor. Each is tagged with the ids in its address and body, so that no handler has to
 * say, or can forget to say, what it shows. `allWritesSeen` is false while writes of other processes may go unnoticed.
 */
function createResponseCache(allWritesSeen: () => boolean): ResponseCache {
  const entries = new LRUCache<string, CachedResponse>({
    max: ENTRIES_MAX,
    maxSize: BYTES_MAX,
    sizeCalculation: ({ body, tags }) => 2 * body.length + 100 * tags.size + 1000,
  })
  let generation = 0
  let hits = 0
  return {
    get(key) {
      const found = entries.get(key)
      if (found) hits += 1
      return found
    },
    set(key, response, since) {
      if (since === generation)
        entries.set(key, response, { ttl: allWritesSeen() ? TTL_MS : TTL_UNNOTICED_MS })
    },
    invalidate(tags) {
      generation += 1
      if (tags === 'everything') return entries.clear()
      for (const [key, { tags: shown }] of entries.entries())
        if (tags.some((tag) => shown.has(tag))) entries.delete(key)
    },
    get generation() {
      return generation
    },
    get hits() {
      return hits
    },
  }
}

/** Responses to visitors say in `cache-control` that they are the same for all of them. */
const FOR_EVERY_VISITOR: unknown[] = [REVALIDATE, IMMUTABLE]
/** They differ for each response or each form of its body. */
const NOT_CACHED = ['x-request-id', 'content-length', 'content-type']

interface Miss {
  key: string
  generation: number
  /** The client's ETag. Handlers do not see it, so that they send the whole response, which can be cached. */
  ifNoneMatch: string | undefined
}

interface CacheOptions {
  limits: Pick<Limits, 'spend'>
  invalidation: Invalidation
  addressOf: (request: IncomingMessage) => string
  /** Tags of a response in addition to the ids in it, by its address. */
  extraTags: (address: string) => readonly string[]
}

/**
 * Answers visitors from the response cache before Fastify's router sees the request, and fills the cache in the last hook. Calls
 * count against the read limit wherever they are answered; cached pages and pictures cost nothing and do not count.
 */
export function serveCached(
  app: FastifyInstance,
  { limits, invalidation, addressOf, extraTags }: CacheOptions,
): ResponseCache {
  const cache = createResponseCache(() => invalidation.seesOthers)
  const misses = new WeakMap<IncomingMessage, Miss>()
  invalidation.onInvalidate(cache.invalidate)

  app.server.removeAllListeners('request')
  app.server.on('request', (request, response) => {
    const key = keyOf(request)
    const cached = key === undefined ? undefined : find(request, key)
    if (!cached) return app.routing(request, response)
    const counted = request.url?.startsWith('/api/')
      ? limits.spend('read', networkOf(addressOf(request)))
      : undefined
    // When there were too many, the route counts the request again and says so.
    sendCached(request, { response, cached, counted }).catch(() => app.routing(request, response))
  })
  const find = (request: IncomingMessage, key: string) => {
    invalidation.checkOthers()
    const cached = cache.get(key)
    if (cached) return cached
    misses.set(request, {
      key,
      generation: cache.generation,
      ifNoneMatch: request.headers['if-none-match'],
    })
    delete request.headers['if-none-match']
    return
  }

  app.addHook('onSend', async (request, reply, payload) => {
    const miss = misses.get(request.raw)
    const response = miss && responseFrom(request, reply, payload)
    if (!response) return payload
    for (const tag of extraTags(request.url)) response.tags.add(tag)
    cache.set(miss.key, response, miss.generation)
    return bodyOnce(reply, response, {
      ifNoneMatch: miss.ifNoneMatch,
      accepted: request.headers['accept-encoding'],
    })
  })
  return cache
}

/** The same key, the same response. `undefined` for requests that are not a visitor's plain read. */
function keyOf(request: IncomingMessage): string | undefined {
  const { method, url, headers } = request
  if (method !== 'GET' || headers.authorization !== undefined || headers.origin !== undefined)
    return undefined
  if (headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined) return undefined
  if (hasTwoHosts(request)) return undefined
  // A header of the response depends on it.
  const isSecure = headers['x-forwarded-proto']?.toString().endsWith('https')
  return isSecure ? `https ${url}` : `http ${url}`
}

interface Sending {
  response: ServerResponse
  cached: CachedResponse
  counted: Promise<void> | undefined
}

async function sendCached(
  { headers }: IncomingMessage,
  { response, cached, counted }: Sending,
): Promise<void> {
  await counted
  const head = [...cached.headers, 'x-request-id', newRequestId()]
  if (isSame(cached, headers['if-none-match'])) {
    response.writeHead(304, head).end()
    return
  }
  const body = await bodyFor(cached, headers['accept-encoding'])
  response.writeHead(cached.status, [...head, ...headersOf(cached, body)]).end(body.bytes)
}

interface Wanted {
  ifNoneMatch: string | undefined
  accepted: string | undefined
}

/** The body of a response that was just made, as this client wants it. */
async function bodyOnce(reply: FastifyReply, response: CachedResponse, { ifNoneMatch, accepted }: Wanted) {
  if (isSame(response, ifNoneMatch)) {
    for (const name of ['content-type', 'content-length']) reply.removeHeader(name)
    reply.code(304)
    return null
  }
  const { bytes, encoding } = await bodyFor(response, accepted)
  if (encoding) reply.header('content-encoding', encoding).removeHeader('content-length')
  return bytes
}

function isSame({ status, etag }: CachedResponse, ifNoneMatch: string | undefined): boolean {
  return status === 200 && matches(ifNoneMatch, etag)
}

function responseFrom(request: FastifyRequest, reply: FastifyReply, payload: unknown) {
  const { statusCode } = reply
  const headers = reply.getHeaders()
  const { etag, 'content-type': contentType } = headers
  if (statusCode !== 200 && statusCode !== 404) return
  if (!FOR_EVERY_VISITOR.includes(headers['cache-control'])) return
  if (typeof etag !== 'string' || typeof contentType !== 'string') return
  if (!(typeof payload === 'string' || Buffer.isBuffer(payload))) return
  const body = typeof payload === 'string' ? Buffer.from(payload) : payload
  return {
    status: statusCode,
    headers: Object.entries(headers)
      .filter(([name]) => !NOT_CACHED.includes(name))
      .flatMap(([name, value]) => [name, String(value)]),
    etag,
    contentType,
    body,
    compressed: new Map(),
    tags: new Set(tagsOf(request.url, contentType, body)),
  } satisfies CachedResponse
}

function headersOf({ contentType }: CachedResponse, { bytes, encoding }: Body): string[] {
  const described = ['content-type', contentType, 'content-length', String(bytes.length)]
  return encoding ? [...described, 'content-encoding', encoding] : described
}
