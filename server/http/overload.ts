import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { LIVE_PATH } from '#contract/calls.ts'
import { busy, sendError } from './errors.ts'

/** security.md section 4.3, L08. */
const MOST_IN_FLIGHT = 400
const SLOW_LOOP_MS = 200
/** A slow loop with fewer requests than this is somebody else's load: refusing ours would not help. */
const FEW_IN_FLIGHT = 50
const LOOK_MS = 1000
const RETRY_SECONDS = 2

/** Cheap to answer, or needed to see what goes on; a live stream is open for long and does nothing meanwhile. */
const EXEMPT = ['/healthz', '/readyz', '/metrics', '/assets/', '/media/', '/art/', LIVE_PATH]

interface Sensors {
  /** The 99th percentile of how late the event loop was in the last second, in milliseconds. */
  loopDelay: () => number
}

/**
 * Sheds what the server could not answer in time: 503 with `Retry-After`, before any database or hash work. Whoever is
 * let in is answered; one client over its own limit is not this, but a 429 (security.md section 4.3). Only work counts:
 * a body that trickles and an answer that nobody takes keep a connection, never a place.
 */
export function shedLoad(app: FastifyInstance, sensors: Sensors = watchLoop(app)): void {
  const places = createPlaces()
  let shed = 0
  app.addHook('onRequest', async (request, reply) => {
    if (isExempt(request)) return
    const inFlight = places.taken()
    if (inFlight >= MOST_IN_FLIGHT || (inFlight >= FEW_IN_FLIGHT && sensors.loopDelay() > SLOW_LOOP_MS)) {
      shed += 1
      // One line for the first of a thousand: the log must not become the load.
      if (shed % 1000 === 1) request.log.warn({ inFlight, shed }, 'overloaded, shedding requests')
      return sendError(request, reply, busy(RETRY_SECONDS))
    }
    places.take(request)
    reply.raw.once('close', () => places.giveUp(request))
  })
  app.addHook('preParsing', async (request, _reply, payload) => {
    places.leave(request)
    return payload
  })
  app.addHook('preValidation', async (request) => places.comeBack(request))
  app.addHook('onSend', async (request) => places.giveUp(request))
}

/** Who is being worked on: in from the start, out while their body comes, in again, out when the answer is made. */
function createPlaces() {
  const admitted = new WeakMap<FastifyRequest, 'working' | 'sending'>()
  let taken = 0
  const change = (request: FastifyRequest, state: 'working' | 'sending' | undefined) => {
    if (admitted.get(request) === 'working') taken -= 1
    if (state === 'working') taken += 1
    if (state === undefined) admitted.delete(request)
    else admitted.set(request, state)
  }
  return {
    taken: () => taken,
    take: (request: FastifyRequest) => change(request, 'working'),
    leave(request: FastifyRequest) {
      if (admitted.has(request)) change(request, 'sending')
    },
    comeBack(request: FastifyRequest) {
      if (admitted.has(request)) change(request, 'working')
    },
    giveUp: (request: FastifyRequest) => change(request, undefined),
  }
}

function isExempt({ url }: FastifyRequest): boolean {
  return EXEMPT.some((path) => url.startsWith(path))
}

function watchLoop(app: FastifyInstance): Sensors {
  const histogram = monitorEventLoopDelay({ resolution: 20 })
  let latest = 0
  const look = setInterval(() => {
    latest = histogram.percentile(99) / 1e6
    histogram.reset()
  }, LOOK_MS).unref()
  histogram.enable()
  app.addHook('onClose', async () => {
    clearInterval(look)
    histogram.disable()
  })
  return { loopDelay: () => latest }
}
