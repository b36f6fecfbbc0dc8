import type { FastifyReply, FastifyRequest } from 'fastify'
import { STREAMS, type StreamName } from '#contract/calls.ts'
import { authorizeCaller } from '#server/auth/permissions.ts'
import { bearerOf, peekViewer } from '#server/auth/session.ts'
import type { Viewer } from '#server/auth/viewer.ts'
import type { AppContext } from '#server/context.ts'
import { AppError } from './app-error.ts'
import type { AccessChange, PublishedEvent } from './live-events.ts'
import { createAccessChecks, type LiveStream, type OpenStream, openLiveStream } from './live-stream.ts'
import { identify, type RateLimited, requestMetaOf, spendLimit } from './request.ts'

const HEARTBEAT_MS = 15_000
const STREAMS_MAX = 10
const STREAMS_FULL_SECONDS = 15

const LIVE: RateLimited = { method: 'GET' }

interface Reader {
  viewer: Viewer
  token: string
  query: unknown
  /** The last event that the client received, if it sent its id. */
  lastEventId: string | undefined
}

/** What a stream sends, and how long. */
interface Source {
  /** Whose events these are. */
  topicId: string
  watch: (listener: (published: PublishedEvent) => void) => () => void
  /** For a client that may have missed events. */
  reset: PublishedEvent['event']
  /** Missed events that must not be sent any more. */
  isOutdated?: (missed: PublishedEvent) => boolean
  /** Whether the viewer may still read this stream. */
  mayRead: () => Promise<boolean>
  /** Whether a change of access to one resource concerns this stream; none does by default. */
  concerns?: (change: AccessChange) => boolean
}

interface StreamRule {
  name: StreamName
  /** Whether the row in contract/access.ts has a resource. */
  finds: boolean
  /** Checks the resource and says what to send. */
  prepare: (reader: Reader) => Promise<Source>
}

interface Opening {
  reader: Reader
  source: Source
}

/**
 * Mounts a stream of server-sent events. It checks in the same order as every other call: rate limit, token, resource. A
 * client that sends the id of its last event misses none; every other client first gets `reset`. The stream closes when the
 * client leaves, its session ends, the resource is hidden or the server stops.
 */
export function streamRoute(context: AppContext, { name, finds, prepare }: StreamRule): void {
  const right = context.permissions.rowOf(name, finds)
  const streams = createStreams(context)
  const openings = new WeakMap<FastifyRequest, Opening>()

  context.app.route({
    method: 'GET',
    url: STREAMS[name],
    exposeHeadRoute: false,
    config: { call: name },
    async onRequest(request, reply) {
      await spendLimit(context, LIVE, { network: requestMetaOf(request).network })
      const viewer = await identify(context, right, { request, reply })
      authorizeCaller(right, viewer)
      const token = bearerOf(request.headers.authorization)
      if (!(viewer && token)) throw new Error('A visitor was let through')
      const { 'last-event-id': last } = request.headers
      const lastEventId = typeof last === 'string' ? last : undefined
      const reader = { viewer, token, query: request.query, lastEventId }
      openings.set(request, { reader, source: await prepare(reader) })
    },
    handler(request, reply) {
      const opening = openings.get(request)
      if (!opening) throw new Error('A stream was opened without its checks')
      streams.open(opening, { request, reply })
    },
  })
  context.app.addHook('preClose', async () => streams.close())
}

function createStreams(context: AppContext) {
  const byUser = new Map<string, Set<OpenStream>>()
  const access = createAccessChecks(context, byUser)
  let closed = false

  return {
    open(opening: Opening, { request, reply }: { request: FastifyRequest; reply: FastifyReply }): void {
      const { viewer } = opening.reader
      const streams = byUser.get(viewer.id) ?? new Set()
      if (streams.size >= STREAMS_MAX) {
        throw new AppError('too_many_requests', 'Too many pages are watching. Close some of them.', {
          retryAfter: STREAMS_FULL_SECONDS,
        })
      }
      // Reject a body, as it could go on for as long as the stream is open.
      if (!request.raw.complete) throw new AppError('invalid', 'Invalid request.')
      reply.hijack()
      // Read the request to its end, so that the limit on slow bodies counts it as done.
      request.raw.resume()
      if (closed || reply.raw.destroyed) {
        reply.raw.destroy()
        return
      }
      const { mayRead, concerns } = opening.source
      const opened = { mayRead, concerns, live: stream(context, opening, reply) }
      byUser.set(viewer.id, streams.add(opened))
      const heartbeat = setInterval(() => void access.check(opened, opened.live.beat), HEARTBEAT_MS)
      reply.raw.once('close', () => {
        clearInterval(heartbeat)
        streams.delete(opened)
        if (streams.size === 0) byUser.delete(viewer.id)
      })
      // Check again: the stream missed every change since the checks of the request.
      void access.check(opened)
    },
    close(): void {
      closed = true
      access.close()
      for (const each of byUser.values()) for (const { live } of each) live.end()
    },
  }
}

/** Runs until the connection closes. */
function stream(
  { events, mediaUrl }: AppContext,
  { reader, source }: Opening,
  reply: FastifyReply,
): LiveStream {
  const { lastEventId } = reader
  const live = openLiveStream(reply.raw, { headers: reply.getHeaders(), mediaUrl })
  const missed = lastEventId === undefined ? undefined : events.since(source.topicId, lastEventId)
  for (const each of missed ?? [{ id: events.lastId, event: source.reset }]) {
    if (!source.isOutdated?.(each)) live.send(each)
  }
  reply.raw.once('close', source.watch(live.send))
  return live
}

/** `GET /api/live/me`: streams the events for the caller alone (`UserEvent` of contract/events.ts) while the session lives. */
export function liveMeRoute(context: AppContext): void {
  const { db, events } = context
  streamRoute(context, {
    name: 'live.me',
    finds: false,
    async prepare({ viewer: { id }, token }) {
      const mayRead = async () => (await peekViewer(db, token)) !== undefined
      let sent: Promise<void> = Promise.resolve()
      return {
        topicId: id,
        // The event may tell of the very change that ended this session; its next call would be rejected.
        watch: (listener) =>
          events.watchUser(id, (published) => {
            sent = sent.then(async () => {
              if (await mayRead().catch(() => false)) listener(published)
            })
          }),
        reset: { type: 'user', userId: id, event: { type: 'reset' } },
        mayRead,
      }
    },
  })
}
