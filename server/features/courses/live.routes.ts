import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Permission } from '#contract/access.ts'
import { LIVE_PATH } from '#contract/calls.ts'
import { authorizeCaller, authorizeResource } from '#server/auth/permissions.ts'
import { bearerOf } from '#server/auth/session.ts'
import type { Viewer } from '#server/auth/viewer.ts'
import type { AppContext } from '#server/context.ts'
import { AppError } from '#server/http/app-error.ts'
import type { PublishedEvent } from '#server/http/live-events.ts'
import { type LiveStream, openLiveStream } from '#server/http/live-stream.ts'
import { identify, type RateLimited, requestMetaOf, spendLimit } from '#server/http/request.ts'
import { findCourse } from '../playlists/visibility.ts'
import { createAccessChecks, type OpenStream } from './live-access.ts'

const HEARTBEAT_MS = 15_000
const STREAMS_MAX = 10
const STREAMS_FULL_SECONDS = 15

const LIVE: RateLimited = { method: 'GET' }
const LiveQuery = z.object({ courseId: z.string({ error: 'Course is required.' }).max(64) })

interface Watcher {
  viewer: Viewer
  token: string
  courseId: string
  /** The last event that the client received, if it sent its id. */
  lastEventId: string | undefined
  /** Comments that were created since then and are deleted by now. */
  removed: ReadonlySet<string>
}

/**
 * `GET /api/live?courseId=`: streams the committed events of one course to viewers who may see it (api.md). A client that
 * sends the id of its last event misses none; every other client first gets a `reset` event. The stream closes when the
 * client leaves, its session ends, the course is hidden or the server stops.
 */
export function liveRoutes(context: AppContext): void {
  const right = context.permissions.rowOf('live', true)
  const streams = createStreams(context)
  const watchers = new WeakMap<FastifyRequest, Watcher>()

  context.app.route({
    method: 'GET',
    url: LIVE_PATH,
    exposeHeadRoute: false,
    config: { call: 'live' },
    async onRequest(request, reply) {
      watchers.set(request, await watcherOf(context, right, { request, reply }))
    },
    handler(request, reply) {
      const watcher = watchers.get(request)
      if (!watcher) throw new Error('A stream was opened without its checks')
      streams.open(watcher, { request, reply })
    },
  })
  context.app.addHook('preClose', async () => streams.close())
}

/** Checks in the same order as every other call: rate limit, token, resource. */
async function watcherOf(
  context: AppContext,
  right: Permission,
  { request, reply }: Exchange,
): Promise<Watcher> {
  await spendLimit(context, LIVE, { network: requestMetaOf(request).network })
  const viewer = await identify(context, right, { request, reply })
  authorizeCaller(right, viewer)
  const token = bearerOf(request.headers.authorization)
  if (!(viewer && token)) throw new Error('A visitor was let through')
  const { courseId } = LiveQuery.parse(request.query)
  authorizeResource(right, viewer, await findCourse(context.db, { courseId }))
  const { 'last-event-id': last } = request.headers
  const lastEventId = typeof last === 'string' ? last : undefined
  const removed = await removedSince(context, { courseId, lastEventId })
  return { viewer, token, courseId, lastEventId, removed }
}

function createStreams(context: AppContext) {
  const byUser = new Map<string, Set<OpenStream>>()
  const access = createAccessChecks(context, byUser)
  let closed = false

  return {
    open(watcher: Watcher, { request, reply }: Exchange): void {
      const mine = byUser.get(watcher.viewer.id) ?? new Set()
      if (mine.size >= STREAMS_MAX) {
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
      const opened = { watcher, live: stream(context, watcher, reply) }
      byUser.set(watcher.viewer.id, mine.add(opened))
      const heartbeat = setInterval(() => void access.check(opened, opened.live.beat), HEARTBEAT_MS)
      reply.raw.once('close', () => {
        clearInterval(heartbeat)
        mine.delete(opened)
        if (mine.size === 0) byUser.delete(watcher.viewer.id)
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

interface Exchange {
  request: FastifyRequest
  reply: FastifyReply
}

/** Runs until the connection closes. */
function stream({ events, mediaUrl }: AppContext, watcher: Watcher, reply: FastifyReply): LiveStream {
  const { courseId, lastEventId, removed } = watcher
  const live = openLiveStream(reply.raw, { headers: reply.getHeaders(), mediaUrl })
  const missed = lastEventId === undefined ? undefined : events.since(courseId, lastEventId)
  const restart = [{ id: events.lastId, event: { type: 'reset' as const, courseId } }]
  for (const event of missed ?? restart) {
    const commentId = commentIn(event)
    if (commentId === undefined || !removed.has(commentId)) live.send(event)
  }
  const unwatch = events.watch(courseId, live.send)
  reply.raw.once('close', unwatch)
  return live
}

function commentIn({ event }: PublishedEvent): string | undefined {
  return 'comment' in event ? event.comment._id : undefined
}

/** The missed comments that are deleted by now: their text must not be sent. */
async function removedSince(
  { db, events }: AppContext,
  { courseId, lastEventId }: { courseId: string; lastEventId: string | undefined },
): Promise<ReadonlySet<string>> {
  const missed = lastEventId === undefined ? [] : (events.since(courseId, lastEventId) ?? [])
  const missedIds = new Set(missed.flatMap((each) => commentIn(each) ?? []))
  if (missedIds.size === 0) return missedIds
  const existing = await db
    .selectFrom('comments')
    .select('id')
    .where('id', 'in', [...missedIds])
    .where('removed_at', 'is', null)
    .execute()
  return missedIds.difference(new Set(existing.map(({ id }) => id)))
}
