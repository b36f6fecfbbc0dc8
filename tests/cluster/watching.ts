import type { Fixtures } from '#tests/faults/client.ts'

/** The live events that a user on a watch page receives. */
export interface Watching {
  /** The data of each event, in order, and when it came. */
  events: { at: number; data: string; id: string }[]
  /** Settles when the stream is open, and again when it has ended. */
  open: Promise<void>
  ended: Promise<void>
  stop: () => void
}

interface WatchOptions {
  token: string | undefined
  lastId?: string
}

/** Opens `GET /api/live` for the course of the fixtures. */
export function watch(url: string, { courseId }: Fixtures, { token, lastId }: WatchOptions): Watching {
  const stop = new AbortController()
  const opened = Promise.withResolvers<void>()
  const events: Watching['events'] = []
  const follow = async () => {
    const answer = await fetch(`${url}/api/live?courseId=${courseId}`, {
      signal: stop.signal,
      headers: { authorization: `Bearer ${token}`, ...(lastId !== undefined && { 'last-event-id': lastId }) },
    })
    if (answer.status !== 200 || !answer.body)
      throw new Error(`The stream was answered with ${answer.status}`)
    opened.resolve()
    let rest = ''
    for await (const text of answer.body.pipeThrough(new TextDecoderStream())) {
      const frames = (rest + text).split('\n\n')
      rest = frames.pop() ?? ''
      for (const frame of frames) {
        const [, id = ''] = /^id: (.*)$/m.exec(frame) ?? []
        const [, data] = /^data: (.*)$/m.exec(frame) ?? []
        if (data !== undefined) events.push({ at: performance.now(), data, id })
      }
    }
  }
  const ended = follow().catch((error: unknown) => opened.reject(error))
  return { events, open: opened.promise, ended, stop: () => stop.abort() }
}
