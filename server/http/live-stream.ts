import type { ServerResponse } from 'node:http'
import { CourseEvent, UserEvent } from '#contract/events.ts'
import type { PublishedEvent } from './live-events.ts'
import { absoluteMedia } from './respond.ts'

/** A client with a larger backlog is disconnected; it resumes where it stopped. */
export const BACKLOG_MAX_BYTES = 1024 * 1024
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
