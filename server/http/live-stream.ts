import type { ServerResponse } from 'node:http'
import { CourseEvent, UserEvent } from '#contract/events.ts'
import type { AppContext } from '#server/context.ts'
import { othersWritesIn } from '#server/data/sqlite.ts'
import type { AccessChange, PublishedEvent } from './live-events.ts'
import { absoluteMedia } from './respond.ts'

/** A client with a larger backlog is disconnected; it resumes where it stopped. */
const BACKLOG_MAX_BYTES = 1024 * 1024
const RETRY_MS = 2000

export interface LiveStream {
  send(published: PublishedEvent): void
  /** Sends a heartbeat, so that no proxy closes an idle connection. */
  beat(): void
  end(): void
}

interface StreamOptions {
  headers: Record<string, number | string | string[] | undefined>
  mediaUrl: string | undefined
}

/** Takes over a response that has not begun. Nothing else may write to it. */
export function openLiveStream(raw: ServerResponse, { headers, mediaUrl }: StreamOptions): LiveStream {
  const write = (text: string) => {
    if (raw.writableEnded || raw.destroyed) return
    raw.write(text)
    if (raw.writableLength > BACKLOG_MAX_BYTES) raw.destroy()
  }
  raw.writeHead(200, {
    ...headers,
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
    // A stream is the connection's last response, so shutdown waits for no idle connection.
    connection: 'close',
  })
  write(`retry: ${RETRY_MS}\n\n`)
  return {
    send: (published) => write(frameOf(published, mediaUrl)),
    beat: () => write(':\n\n'),
    end: () => raw.end(),
  }
}

/** Each event is serialized once for all viewers. */
const frames = new WeakMap<PublishedEvent, string>()

function frameOf(published: PublishedEvent, mediaUrl: string | undefined): string {
  const known = frames.get(published)
  if (known !== undefined) return known
  const { event } = published
  const sent = event.type === 'user' ? UserEvent.parse(event.event) : CourseEvent.parse(event)
  const json = JSON.stringify(sent)
  const frame = `id: ${published.id}\ndata: ${mediaUrl ? absoluteMedia(json, mediaUrl) : json}\n\n`
  frames.set(published, frame)
  return frame
}

/** How often to check whether another process wrote to the database. */
const OTHERS_MS = 1000

export interface OpenStream {
  /** Whether the viewer may still read this stream. */
  mayRead: () => Promise<boolean>
  live: LiveStream
  /** Whether a change of access to one playlist concerns this stream; none does by default. */
  concerns?: ((change: AccessChange) => boolean) | undefined
}

/** Closes a stream as soon as its viewer may no longer read it. */
export function createAccessChecks(
  { db, events }: AppContext,
  byUser: ReadonlyMap<string, ReadonlySet<OpenStream>>,
) {
  const check = ({ mayRead, live }: OpenStream, goOn: () => void = () => undefined) =>
    mayRead().then(
      (may) => (may ? goOn() : live.end()),
      // The check failed, so close the stream: the client reconnects and is checked again.
      () => live.end(),
    )

  const all = () => [...byUser.values()].flatMap((streams) => [...streams])
  const concernedBy = (change: AccessChange) => {
    const { userId, playlistId } = change
    const streams = userId === undefined ? all() : [...(byUser.get(userId) ?? [])]
    return playlistId === undefined ? streams : streams.filter(({ concerns }) => concerns?.(change))
  }
  let again = false
  let isChecking = false
  /** Runs one check at a time, as each is a query; runs all again if something changed meanwhile. */
  const checkAll = async () => {
    again = true
    if (isChecking) return
    isChecking = true
    while (again) {
      again = false
      for (const each of all()) await check(each)
    }
    isChecking = false
  }

  events.onAccessChanged((change) => {
    if (change.userId === undefined && change.playlistId === undefined) void checkAll()
    else for (const each of concernedBy(change)) void check(each)
  })
  // The command line writes to the same SQLite file and sends no event.
  const othersWrites = othersWritesIn(db)
  let known = othersWrites?.()
  const looking = setInterval(() => {
    if (byUser.size === 0 || othersWrites?.() === known) return
    known = othersWrites?.()
    void checkAll()
  }, OTHERS_MS).unref()
  return { check, close: () => clearInterval(looking) }
}
