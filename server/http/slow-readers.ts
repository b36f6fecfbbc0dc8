import type { ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { LIVE_PATH } from '#contract/calls.ts'
import { createDeadlines } from './deadlines.ts'

/** Five kilobytes a second for the largest file of the site. */
const ANSWER_SECONDS = 60

interface ReaderRules {
  /** In how many seconds an answer that is made has to be taken. */
  seconds?: number
}

/**
 * Ends connections on which an answer is not taken: every answer that waits for its reader holds memory and a file open. Live streams are as long as they like; they look after their own readers.
 */
export function endSlowReaders(app: FastifyInstance, { seconds = ANSWER_SECONDS }: ReaderRules = {}): void {
  const untaken = createDeadlines<ServerResponse>(app, {
    seconds,
    late: ({ req }) => req.socket.destroy(),
  })
  app.addHook('onSend', async (request, reply) => {
    if (request.url.startsWith(LIVE_PATH)) return
    untaken.begin(reply.raw)
    reply.raw.once('close', () => untaken.end(reply.raw))
  })
}
