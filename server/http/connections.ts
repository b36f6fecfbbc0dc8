import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/** Some programs send a few dozen requests at once; each one holds memory and perhaps an open file. */
const UNANSWERED_MAX = 100
/** How long a rejected client may take to read its reply before the connection closes. */
const LINGER_MS = 2000

interface Seconds {
  /** To send a body. Uploads have a minimum speed instead (`uploads.ts`). */
  body?: number
  /** To read an answer: enough for the largest file of the site at five kilobytes a second. */
  answer?: number
}

/**
 * Limits what one connection may hold. Node's own timeouts (app.ts) end connections without any traffic; these limits
 * also end those that trickle. Live streams check their own clients.
 */
export function limitConnections(app: FastifyInstance, { body = 20, answer = 60 }: Seconds = {}): void {
  const unanswered = new WeakMap<Socket, number>()
  const add = (socket: Socket, change: number) => {
    const count = (unanswered.get(socket) ?? 0) + change
    unanswered.set(socket, count)
    return count
  }
  app.addHook('onRequest', async ({ raw: { socket } }, reply) => {
    if (add(socket, 1) > UNANSWERED_MAX) socket.destroy()
    reply.raw.once('close', () => add(socket, -1))
  })
  app.addHook('preParsing', async ({ raw, headers }) => {
    if (raw.complete || headers['content-type']?.startsWith('multipart/')) return
    const timer = setTimeout(() => raw.destroy(), body * 1000).unref()
    raw.once('close', () => clearTimeout(timer))
  })
  app.addHook('onSend', async ({ raw }, reply) => {
    const timer = setTimeout(() => reply.raw.destroy(), answer * 1000).unref()
    reply.raw.once('close', () => clearTimeout(timer))
    if (raw.complete !== false) return
    // Node would read the rest of the body, however long it is, to get at the next request.
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
