import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/** Each request that waits for the one before it holds memory; some programs send a few dozen at once. */
const WAITING_MAX = 100

interface Connection {
  waiting: number
  /** Settles when the newest response is closed. */
  answered: Promise<void>
}

/**
 * Answers the requests of one connection in order. A packet may hold a hundred requests, and Node would start them all:
 * each waiting response holds memory and perhaps a file.
 */
export function answerInOrder(app: FastifyInstance): void {
  const connections = new WeakMap<Socket, Connection>()
  app.addHook('onRequest', async (request, reply) => {
    const { socket } = request.raw
    const connection = connections.get(socket) ?? { waiting: 0, answered: Promise.resolve() }
    connections.set(socket, connection)
    const before = connection.answered
    connection.waiting += 1
    connection.answered = closed(reply.raw).then(() => {
      connection.waiting -= 1
    })
    if (connection.waiting > WAITING_MAX) socket.destroy()
    else if (connection.waiting > 1) await before
    // The client has gone.
    if (socket.destroyed) return reply.hijack()
  })
}

function closed(response: ServerResponse): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  response.once('close', () => resolve())
  return promise
}
