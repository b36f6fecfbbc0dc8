import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { concerns, shownIn } from '../changes.ts'
import type { House } from '../house.ts'
import { networkOf } from '../network.ts'
import { matches } from './answer.ts'
import { newRequestId } from './unreadable.ts'

/** What every visitor is answered, to be asked again about each time: the mark of what may be kept here. */
const FOR_EVERY_VISITOR = 'public, max-age=0, must-revalidate'
/** What a write concerns is not kept after it; this is for what other programs write into the database. */
const KEPT_MS = 1000
const ENTRIES_MAX = 500
const BYTES_MAX = 32 * 1024 * 1024

declare module 'fastify' {
  interface FastifyReply {
    /** What an answer tells of, where its bytes do not say it themselves. */
    shown?: ReadonlySet<string>
  }
}

interface Finished {
  /** Names and values in turns, without the request's id. */
  head: string[]
  /** The same for who has it already. */
  headOfSame: string[]
  body: Buffer
  etag: string
  route: string
  until: number
  shown: ReadonlySet<string>
}

export interface Served {
  route: string
  status: number
  seconds: number
}

interface FrontParts {
  house: Pick<House, 'app' | 'limits' | 'onChanged' | 'hearsOthers'>
  /** Addresses come out of headers, which only the whole server reads. */
  behindProxy: boolean
  onServed: (served: Served) => void
}

/**
 * Keeps the finished answers to visitors, pages and calls alike, in front of everything else, and sends them as they
 * are: same bytes, same head, counted by the same limit. What was asked for before a write is not kept after it.
 */
export function serveFinished({ house, behindProxy, onServed }: FrontParts): void {
  const { app, limits } = house
  const shelf = createShelf(house)

  const send = (request: IncomingMessage, response: ServerResponse, kept: Finished) => {
    const began = performance.now()
    const same = matches(request.headers['if-none-match'], kept.etag)
    const status = same ? 304 : 200
    response.writeHead(status, [...(same ? kept.headOfSame : kept.head), 'x-request-id', newRequestId()])
    if (same) response.end()
    else response.end(kept.body)
    onServed({ route: kept.route, status, seconds: (performance.now() - began) / 1000 })
  }

  /** Pages from memory cost nobody anything and are not counted; calls are, wherever they are answered. */
  const sendCounted = (request: IncomingMessage, response: ServerResponse, kept: Finished) => {
    if (!kept.route.startsWith('/api/')) return send(request, response, kept)
    if (behindProxy) return app.routing(request, response)
    limits.spend('read', networkOf(request.socket.remoteAddress ?? '')).then(
      () => send(request, response, kept),
      () => app.routing(request, response),
    )
  }

  app.server.removeAllListeners('request')
  app.server.on('request', (request, response) => {
    const key = keyOf(request, response)
    const kept = shelf.find(key)
    if (kept) return sendCounted(request, response, kept)
    if (key !== undefined) shelf.await(request, key)
    app.routing(request, response)
  })
  app.addHook('onSend', async (request, reply, payload) => {
    if (!shelf.put(request, reply, payload)) return payload
    for (const name of OF_THE_BODY) reply.removeHeader(name)
    reply.code(304)
    return null
  })
}

/** Who sends one of these is not just any visitor. */
const OF_SOMEBODY = ['authorization', 'origin', 'content-length', 'transfer-encoding']

/** The same key, the same answer; `undefined` for who is not just any visitor, or has not taken what came before. */
function keyOf({ method, url, headers }: IncomingMessage, { socket }: ServerResponse): string | undefined {
  if (method !== 'GET' || socket?.writableLength !== 0) return undefined
  if (OF_SOMEBODY.some((name) => headers[name] !== undefined)) return undefined
  return `${headers['accept-encoding'] ?? ''} ${url ?? ''}`
}

interface Awaited {
  key: string
  generation: number
  /** What the asker has; the whole answer is made all the same, so that it can be kept. */
  has: string | undefined
}

function createShelf({ onChanged, hearsOthers }: Pick<House, 'onChanged' | 'hearsOthers'>) {
  const awaited = new WeakMap<IncomingMessage, Awaited>()
  const entries = new Map<string, Finished>()
  let bytes = 0
  let generation = 0
  const drop = (key: string) => {
    bytes -= entries.get(key)?.body.length ?? 0
    entries.delete(key)
  }
  onChanged((changed) => {
    generation += 1
    for (const [key, { shown }] of entries) if (concerns(changed, shown)) drop(key)
  })
  const keep = (key: string, made: Finished) => {
    drop(key)
    entries.set(key, made)
    bytes += made.body.length
    for (const oldest of entries.keys()) {
      if (entries.size <= ENTRIES_MAX && bytes <= BYTES_MAX) break
      drop(oldest)
    }
  }
  return {
    find(key: string | undefined): Finished | undefined {
      const kept = key === undefined ? undefined : entries.get(key)
      return kept && kept.until > Date.now() ? kept : undefined
    },
    await(request: IncomingMessage, key: string): void {
      awaited.set(request, { key, generation, has: request.headers['if-none-match'] })
      delete request.headers['if-none-match']
    },
    /** Whether the asker has it already. */
    put(request: FastifyRequest, reply: FastifyReply, payload: unknown): boolean {
      const wish = awaited.get(request.raw)
      const made = wish && finishedFrom(request, reply, payload)
      if (!made) return false
      if (wish.generation === generation && hearsOthers()) keep(wish.key, made)
      return matches(wish.has, made.etag)
    },
  }
}

/** Says of which body the head is, and not of a 304. */
const OF_THE_BODY = ['content-type', 'content-encoding', 'content-length']

function finishedFrom(request: FastifyRequest, reply: FastifyReply, payload: unknown): Finished | undefined {
  const { etag, ...headers } = reply.getHeaders()
  if (reply.statusCode !== 200 || headers['cache-control'] !== FOR_EVERY_VISITOR) return undefined
  if (typeof etag !== 'string' || !(typeof payload === 'string' || Buffer.isBuffer(payload))) return undefined
  const body = typeof payload === 'string' ? Buffer.from(payload) : payload
  const shown = reply.shown ?? shownIn(request.url, body.toString())
  const lines = Object.entries({ ...headers, etag, 'content-length': body.length }).filter(
    ([name]) => name !== 'x-request-id',
  )
  const headOf = (kept: typeof lines) => kept.flatMap(([name, value]) => [name, String(value)])
  return {
    head: headOf(lines),
    headOfSame: headOf(lines.filter(([name]) => !OF_THE_BODY.includes(name))),
    body,
    etag: etag.replace(/^W\//, ''),
    route: request.routeOptions.url ?? '',
    until: Date.now() + KEPT_MS,
    shown,
  }
}
