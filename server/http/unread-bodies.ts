import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/** How long a rejected client may take to read its reply before the connection closes. */
const LINGER_MS = 2000

/**
 * Closes the connection after an answer that came before the end of the request's body. Node would read the rest, however
 * long it is, to get at the next request.
 */
export function closeUnreadBodies(app: FastifyInstance): void {
  app.addHook('onSend', async ({ raw }, reply) => {
    if (raw.complete !== false) return
    reply.header('connection', 'close')
    closeGently(raw.socket)
  })
}

/**
 * Node destroys a connection as soon as the last answer is written. The system tells a client that still sends that it
 * was cut off, and many then discard the reply. So the connection stays half open for a short time, unread.
 */
export function closeGently(socket: Socket): void {
  socket.destroySoon = () => {
    // Node begins to read on right after this.
    setImmediate(() => socket.pause())
    socket.end()
    setTimeout(() => socket.destroy(), LINGER_MS).unref()
  }
}
