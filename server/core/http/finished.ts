import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { shownIn } from '../changes.ts'
import type { House } from '../house.ts'
import { networkOf } from '../network.ts'
import { ASKED_AGAIN, KEPT_FOR_EVER, matches } from './answer.ts'
import { createReadySender, type ReadyHead, readyBody, readyHead } from './ready-answer.ts'
import { hasTwoHosts } from './security.ts'
import { bodyForMember } from './shared-answers.ts'
import { createShelf, nameOf, type Shelved } from './shelf.ts'

/** What every visitor is answered alike says so in its head. */
const FOR_EVERY_VISITOR: unknown[] = [ASKED_AGAIN, KEPT_FOR_EVER]
const ENTRIES_MAX = 500
const BYTES_MAX = 32 * 1024 * 1024

declare module 'fastify' {
  interface FastifyReply {
    /** What an answer tells of, where its bytes do not say it themselves; who is compressed and silent is not kept. */
    shown?: ReadonlySet<string>
  }
}

interface Finished extends Shelved {
  head: ReadyHead
  /** For who has it already. */
  headOfSame: ReadyHead
  etag: string
  route: string
}

export interface Served {
  route: string
  status: number
  seconds: number
}

interface FrontParts {
  house: Pick<House, 'app' | 'db' | 'limits' | 'onChanged' | 'hearsOthers' | 'noticeOthers' | 'sharedAnswers'>
  addressOf: (request: IncomingMessage) => string
  onServed: (served: Served) => void
}

/**
 * Keeps the finished answers to visitors, pages and calls alike, in front of everything else, and sends them as they
 * are: same bytes, same head, counted by the same limit. What was asked for before a write is not kept after it.
 */
export function serveFinished({ house, addressOf, onServed }: FrontParts): void {
  const { app, limits, sharedAnswers, noticeOthers } = house
  const visitors = createVisitorShelf(house)
  const sendReady = createReadySender(app.server)

  const send = (request: IncomingMessage, response: ServerResponse, kept: Finished) => {
    const began = performance.now()
    const same = matches(request.headers['if-none-match'], kept.etag)
    const head = same ? kept.headOfSame : kept.head
    sendReady(response, head, same ? undefined : kept.body)
    onServed({ route: kept.route, status: head.status, seconds: (performance.now() - began) / 1000 })
  }

  /** Pages from memory cost nobody anything and are not counted; calls are, wherever they are answered. */
  const sendCounted = (request: IncomingMessage, response: ServerResponse, kept: Finished) => {
    if (!kept.route.startsWith('/api/')) return send(request, response, kept)
    const network = networkOf(addressOf(request))
    if (limits.spendAtOnce('read', network)) return send(request, response, kept)
    limits.spend('read', network).then(
      () => send(request, response, kept),
      () => app.routing(request, response),
    )
  }

  const sendToMember = (request: IncomingMessage, response: ServerResponse) => {
    const shared = sharedAnswers.find(request)
    if (!shared) return app.routing(request, response)
    const began = performance.now()
    bodyForMember(house, { request, shared, network: networkOf(addressOf(request)) }).then(
      (body) => {
        if (body === undefined) return app.routing(request, response)
        sendReady(response, shared.head, body)
        onServed({ route: shared.route, status: 200, seconds: (performance.now() - began) / 1000 })
      },
      () => app.routing(request, response),
    )
  }

  app.server.removeAllListeners('request')
  app.server.on('request', (request, response) => {
    noticeOthers?.()
    const key = keyOf(request, response)
    const kept = visitors.find(key)
    if (kept) return sendCounted(request, response, kept)
    if (key !== undefined) visitors.await(request, key)
    else if (isPlain(request, response)) return sendToMember(request, response)
    app.routing(request, response)
  })
  app.addHook('onSend', async (request, reply, payload) => {
    if (!visitors.put(request, reply, payload)) return payload
    for (const name of OF_THE_BODY) reply.removeHeader(name)
    reply.code(304)
    return null
  })
}

/** A read with nothing special about it, by somebody who has taken what came before. */
function isPlain(request: IncomingMessage, { socket }: ServerResponse): boolean {
  const { method, headers } = request
  if (method !== 'GET' || socket?.writableLength !== 0) return false
  const { origin, 'content-length': length, 'transfer-encoding': encoding } = headers
  if (origin !== undefined || length !== undefined || encoding !== undefined) return false
  return !hasTwoHosts(request)
}

/** The same key, the same answer; `undefined` for who is not just any visitor. */
function keyOf(request: IncomingMessage, response: ServerResponse): string | undefined {
  const { headers } = request
  if (headers.authorization !== undefined || !isPlain(request, response)) return undefined
  return `${headers['accept-encoding'] ?? ''} ${nameOf(request)}`
}

interface Awaited {
  key: string
  generation: number
  /** What the asker has; the whole answer is made all the same, so that it can be kept. */
  has: string | undefined
}

type ShelfParts = Pick<House, 'onChanged' | 'hearsOthers' | 'noticeOthers'>

function createVisitorShelf({ onChanged, hearsOthers, noticeOthers }: ShelfParts) {
  const awaited = new WeakMap<IncomingMessage, Awaited>()
  const shelf = createShelf<Finished>({
    entries: ENTRIES_MAX,
    bytes: BYTES_MAX,
    onChanged,
    noticesOthers: noticeOthers !== undefined,
  })
  return {
    find(key: string | undefined): Finished | undefined {
      return key === undefined ? undefined : shelf.find(key)
    },
    await(request: IncomingMessage, key: string): void {
      awaited.set(request, { key, generation: shelf.generation, has: request.headers['if-none-match'] })
      delete request.headers['if-none-match']
    },
    /** Whether the asker has it already. */
    put(request: FastifyRequest, reply: FastifyReply, payload: unknown): boolean {
      const wish = awaited.get(request.raw)
      const made = wish && finishedFrom(request, reply, payload)
      if (!made) return false
      if (wish.generation === shelf.generation && hearsOthers()) shelf.keep(wish.key, made)
      return matches(wish.has, made.etag)
    },
  }
}

/** Says of which body the head is, and not of a 304. */
const OF_THE_BODY = ['content-type', 'content-encoding', 'content-length']
/** Is put into each head anew. */
const OF_THIS_ANSWER = ['x-request-id', 'content-length']

function finishedFrom(request: FastifyRequest, reply: FastifyReply, payload: unknown): Finished | undefined {
  const { etag, ...headers } = reply.getHeaders()
  if (reply.statusCode !== 200 || !FOR_EVERY_VISITOR.includes(headers['cache-control'])) return undefined
  if (typeof etag !== 'string' || !(typeof payload === 'string' || Buffer.isBuffer(payload))) return undefined
  const body = typeof payload === 'string' ? Buffer.from(payload) : payload
  const shown =
    reply.shown ?? (headers['content-encoding'] ? undefined : shownIn(request.url, body.toString()))
  if (!shown) return undefined
  const lines = Object.entries({ ...headers, etag }).filter(([name]) => !OF_THIS_ANSWER.includes(name))
  return {
    head: readyHead(200, lines),
    headOfSame: readyHead(
      304,
      lines.filter(([name]) => !OF_THE_BODY.includes(name)),
    ),
    body: readyBody(body),
    etag: etag.replace(/^W\//, ''),
    route: request.routeOptions.url ?? '',
    shown,
  }
}
