import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { LIVE_PATH } from '#contract/calls.ts'
import { createDeadlines } from './deadlines.ts'

/** A browser asks for one thing after the other on a connection; some programs ask for a few at once. */
const UNANSWERED_MAX = 4
/** Five kilobytes a second for the largest file of the site. */
const ANSWER_SECONDS = 60

interface ReaderRules {
  /** In how many seconds an answer that is made has to be taken. */
  seconds?: number
}

/**
 * Ends connections on which more is asked for than is taken: every answer that waits for its reader holds memory and a
 * file open. Live streams are as long as they like; they look after their own readers.
 */
export function endSlowReaders(app: FastifyInstance, { seconds = ANSWER_SECONDS }: ReaderRules = {}): void {
  const unanswered = new WeakMap<Socket, number>()
  const untaken = createDeadlines<ServerResponse>(app, {
    seconds,
    late: ({ req }) => req.socket.destroy(),
  })
  app.addHook('onRequest', async (request, reply) => {
    const { socket } = request.raw
    const asked = (unanswered.get(socket) ?? 0) + 1
    unanswered.set(socket, asked)
    reply.raw.once('close', () => {
      unanswered.set(socket, (unanswered.get(socket) ?? 1) - 1)
      untaken.end(reply.raw)
    })
    if (asked <= UNANSWERED_MAX) return
    reply.hijack()
    socket.destroy()
    return reply
  })
  app.addHook('onSend', async (request, reply) => {
    if (!request.url.startsWith(LIVE_PATH)) untaken.begin(reply.raw)
  })
}
