import type { Socket } from 'node:net'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { LIVE_PATH } from '#contract/calls.ts'
import { busy } from './app-error.ts'
import { closeGently, sendError } from './errors.ts'

const MOST_IN_FLIGHT = 400
const SLOW_LOOP_MS = 200
/** With fewer requests, another process slows the loop down, and shedding would not help. */
const FEW_IN_FLIGHT = 50
const SAMPLE_MS = 1000
/** Some programs send a few dozen requests at once; each one holds memory and perhaps an open file. */
const UNANSWERED_MAX = 100
const USUAL = { share: 1, retrySeconds: 2 }
/** A call that can wait is rejected at half the load or delay, and for longer. */
const DEFERRABLE = { share: 0.5, retrySeconds: 60 }

/** Cheap to answer or needed for monitoring. A live stream stays open but is idle most of the time. */
const EXEMPT = ['/healthz', '/readyz', '/metrics', '/assets/', '/theme/', '/media/', '/art/', LIVE_PATH]

/**
 * Answers 503 with `Retry-After`, before any database or hash work, while the server has more requests than it can handle
 * in time. A client over its own limit gets 429 instead. Only requests being handled count: a slow upload or an unread
 * answer holds a connection and nothing else.
 */
export function shedLoad(app: FastifyInstance, loopDelay = watchLoop(app)): void {
  const inFlight = new Set<FastifyRequest>()
  app.addHook('onRequest', async (request, reply) => {
    if (isExempt(request)) return
    const { share, retrySeconds } = request.routeOptions.config.deferrable ? DEFERRABLE : USUAL
    const isSlow = loopDelay() > SLOW_LOOP_MS * share
    const limit = isSlow ? FEW_IN_FLIGHT : MOST_IN_FLIGHT * share
    if (inFlight.size >= limit) return sendError(request, reply, busy(retrySeconds))
    inFlight.add(request)
    reply.raw.once('close', () => inFlight.delete(request))
  })
  app.addHook('preParsing', async (request) => void inFlight.delete(request))
  app.addHook('preValidation', async (request, reply) => {
    if (!(isExempt(request) || reply.raw.closed)) inFlight.add(request)
  })
  app.addHook('onSend', async (request) => void inFlight.delete(request))
}

function isExempt({ url }: FastifyRequest): boolean {
  return EXEMPT.some((path) => url.startsWith(path))
}

/** Gives the 99th percentile of the event loop's delay in the last second, in milliseconds. */
function watchLoop(app: FastifyInstance): () => number {
  const histogram = monitorEventLoopDelay({ resolution: 20 })
  let latest = 0
  const timer = setInterval(() => {
    latest = histogram.percentile(99) / 1e6
    histogram.reset()
  }, SAMPLE_MS).unref()
  histogram.enable()
  app.addHook('onClose', async () => {
    clearInterval(timer)
    histogram.disable()
  })
  return () => latest
}

interface Seconds {
  /** To send a body. Uploads have a minimum speed instead (`uploads.ts`). */
  body?: number
  /** To read an answer: enough for the largest file of the site at five kilobytes a second. */
  answer?: number
}

/**
 * Limits what one connection may hold. Node's own timeouts (app.ts) end connections without any traffic; these limits
 * also end those that trickle. Live streams check their own clients.
 */
export function limitConnections(app: FastifyInstance, { body = 20, answer = 60 }: Seconds = {}): void {
  const unanswered = new WeakMap<Socket, number>()
  const add = (socket: Socket, change: number) => {
    const count = (unanswered.get(socket) ?? 0) + change
    unanswered.set(socket, count)
    return count
  }
  app.addHook('onRequest', async ({ raw: { socket } }, reply) => {
    if (add(socket, 1) > UNANSWERED_MAX) socket.destroy()
    reply.raw.once('close', () => add(socket, -1))
  })
  app.addHook('preParsing', async ({ raw, headers }) => {
    if (raw.complete || headers['content-type']?.startsWith('multipart/')) return
    const timer = setTimeout(() => raw.destroy(), body * 1000).unref()
    raw.once('close', () => clearTimeout(timer))
  })
  app.addHook('onSend', async ({ raw }, reply) => {
    const timer = setTimeout(() => reply.raw.destroy(), answer * 1000).unref()
    reply.raw.once('close', () => clearTimeout(timer))
    if (raw.complete !== false) return
    // Node would read the rest of the body, however long it is, to get at the next request.
    reply.header('connection', 'close')
    closeGently(raw.socket)
  })
}
