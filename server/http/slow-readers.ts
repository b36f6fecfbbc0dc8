import type { ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { LIVE_PATH } from '#contract/calls.ts'
import { createDeadlines } from './deadlines.ts'

/** Enough for the largest file of the site at five kilobytes a second. */
const ANSWER_SECONDS = 60

interface ReaderOptions {
  /** The time to read one answer. */
  seconds?: number
}

/**
 * Ends connections whose client does not read its answer in time, because each such answer holds memory and an open
 * file. Node's timeout ends only connections without any traffic; this also ends those that trickle. Live streams may
 * stay open; they check their own clients.
 */
export function endSlowReaders(app: FastifyInstance, { seconds = ANSWER_SECONDS }: ReaderOptions = {}): void {
  const unread = createDeadlines<ServerResponse>(app, {
    seconds,
    onLate: ({ req }) => req.socket.destroy(),
  })
  app.addHook('onSend', async (request, reply) => {
    if (request.url.startsWith(LIVE_PATH)) return
    unread.begin(reply.raw)
    reply.raw.once('close', () => unread.end(reply.raw))
  })
}
