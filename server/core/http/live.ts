import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Right } from '#contract/access.ts'
import { LIVE_PATH } from '#contract/calls.ts'
import { checkDoor, checkThing } from '../access.ts'
import type { House } from '../house.ts'
import { Refusal } from '../refusal.ts'
import { bearerOf, peekViewer } from '../session.ts'
import type { Viewer } from '../viewer.ts'
import { findCourse, visibleCourse } from '../visibility.ts'
import { openLiveStream } from './live-stream.ts'
import { identify, type Rated, spendLimit, trailOf } from './request-rules.ts'

const HEARTBEAT_MS = 15_000
const STREAMS_MAX = 10
const STREAMS_FULL_SECONDS = 15

const LIVE: Rated = { method: 'GET' }
const LiveQuery = z.object({ courseId: z.string({ error: 'Course is required.' }).max(64) })

interface Watcher {
  viewer: Viewer
  token: string
  courseId: string
}

/**
 * `GET /api/live?courseId=`: what happens on one course, after commit, to those who may see it (api.md). A client that
 * names the last event it heard misses none; any other is first told to read everything again. Ends with the client,
 * with its session, when the course is hidden, and when the server stops.
 */
export function liveRoutes(house: House): void {
  const right = house.rights.rowOf('live', true)
  const streams = createStreams(house)
  const watchers = new WeakMap<FastifyRequest, Watcher>()

  house.app.route({
    method: 'GET',
    url: LIVE_PATH,
    exposeHeadRoute: false,
    config: { call: 'live' },
    async onRequest(request, reply) {
      watchers.set(request, await watcherOf(house, right, { request, reply }))
    },
    handler(request, reply) {
      const watcher = watchers.get(request)
      if (!watcher) throw new Error('A stream was opened without its checks')
      streams.open(watcher, { request, reply })
    },
  })
  house.app.addHook('preClose', async () => streams.close())
}

/** The order of checks of every other call: rate → token → object. */
async function watcherOf(
  house: House,
  right: Right,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
): Promise<Watcher> {
  await spendLimit(house, LIVE, { network: trailOf(request).network })
  const viewer = await identify(house, right, { request, reply })
  checkDoor(right, viewer)
  const token = bearerOf(request.headers.authorization)
  if (!(viewer && token)) throw new Error('A visitor was let through')
  const { courseId } = LiveQuery.parse(request.query)
  checkThing(right, viewer, await findCourse(house.db, { courseId }))
  return { viewer, token, courseId }
}

function createStreams(house: House) {
  const ends = new Map<string, Set<() => void>>()
  let closed = false

  return {
    open(watcher: Watcher, { request, reply }: { request: FastifyRequest; reply: FastifyReply }): void {
      const mine = ends.get(watcher.viewer.id) ?? new Set()
      if (mine.size >= STREAMS_MAX) {
        throw new Refusal('too_many_requests', 'Too many pages are watching. Close some of them.', {
          retryAfter: STREAMS_FULL_SECONDS,
        })
      }
      reply.hijack()
      // Reads the request to its end, so that what waits for slow bodies stops waiting.
      request.raw.resume()
      if (closed || reply.raw.destroyed) {
        reply.raw.destroy()
        return
      }
      const end = stream(house, watcher, { request, reply })
      ends.set(watcher.viewer.id, mine.add(end))
      reply.raw.once('close', () => {
        mine.delete(end)
        if (mine.size === 0) ends.delete(watcher.viewer.id)
      })
    },
    close(): void {
      closed = true
      for (const each of ends.values()) for (const end of each) end()
    },
  }
}

/** Runs until the connection is gone; gives the way to end it. */
function stream(
  house: House,
  watcher: Watcher,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
): () => void {
  const { db, events, mediaUrl } = house
  const { courseId, token } = watcher
  const live = openLiveStream(reply.raw, { headers: reply.getHeaders(), mediaUrl })
  const lastId = request.headers['last-event-id']
  const missed = typeof lastId === 'string' ? events.since(courseId, lastId) : undefined
  const restart = [{ id: events.lastId, event: { type: 'reset' as const, courseId } }]
  for (const told of missed ?? restart) live.send(told)
  const unwatch = events.watch(courseId, live.send)
  const heartbeat = setInterval(() => {
    maySee(db, { token, courseId }).then(
      (may) => (may ? live.beat() : live.end()),
      // The database cannot say: the client comes back and asks again.
      () => live.end(),
    )
  }, HEARTBEAT_MS)
  reply.raw.once('close', () => {
    clearInterval(heartbeat)
    unwatch()
  })
  return live.end
}

async function maySee(db: House['db'], { token, courseId }: Omit<Watcher, 'viewer'>): Promise<boolean> {
  const viewer = await peekViewer(db, token)
  if (!viewer) return false
  return visibleCourse(db, viewer, { courseId }).then(
    () => true,
    (error: unknown) => {
      if (error instanceof Refusal) return false
      throw error
    },
  )
}
